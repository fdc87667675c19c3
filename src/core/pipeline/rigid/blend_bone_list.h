/* blend_bone_list.h: candidates for bones between joints (blend_bone.h). */
#ifndef FERRY_CORE_PIPELINE_RIGID_BLEND_BONE_LIST_H
#define FERRY_CORE_PIPELINE_RIGID_BLEND_BONE_LIST_H

#include "ferry64.h"
#include "core/pipeline/rigid/rigid.h"

/* For each influence of the skin: how many vertices have it, and the sum of their squared errors on their
 * best joints. */
typedef struct fy_blend_bone_needs {
    uint32_t *vertices;
    double *squares;
} fy_blend_bone_needs;

/* Lists up to FY_MOST_BLENDS bones for each pair of joints that are the heaviest of influences whose errors
 * sum to more than `least`; all these influences may use them. False at the memory limit, or if the job was
 * stopped. */
bool fy_blend_bone_list(fy_rigid *r, const ferry_scene *scene, const fy_blend_bone_needs *needs,
                        double least);

#endif
