/* blend_list.h: which bones between joints (blend_joints.h) there might be. */
#ifndef FERRY_CORE_PIPELINE_RIGID_BLEND_LIST_H
#define FERRY_CORE_PIPELINE_RIGID_BLEND_LIST_H

#include "ferry64.h"
#include "core/pipeline/rigid/rigid.h"

/* Of each influence of the skin: how many vertices hang on it, and how far they are off on the best of their
 * joints, squares in all. */
typedef struct fy_blend_needs {
    uint32_t *vertices;
    double *squares;
} fy_blend_needs;

/* Lists bones between each two joints that are the heaviest of influences which are off by more than `least`
 * together: up to FY_MOST_BLENDS, to which all these may go. False at the memory limit, or if the job was
 * ended. */
bool fy_blend_list(fy_rigid *r, const ferry_scene *scene, const fy_blend_needs *needs, double least);

#endif
