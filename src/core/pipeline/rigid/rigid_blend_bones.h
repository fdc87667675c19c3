/* rigid_blend_bones.h: chooses the bones between joints that are worth their cost; they are candidates like
 * joints. */
#ifndef FERRY_CORE_PIPELINE_RIGID_RIGID_BLEND_BONES_H
#define FERRY_CORE_PIPELINE_RIGID_RIGID_BLEND_BONES_H

#include "ferry64.h"
#include "core/pipeline/rigid/rigid.h"

/* The errors without bones between joints. */
typedef struct fy_blend_bone_gains {
    double squares, largest;
    uint64_t vertices;
} fy_blend_bone_gains;

/* Chooses the bones that reduce the sum of squared errors most, up to the limit (`made`), and measures the
 * errors without them. False at the memory limit, or if the job was stopped. */
bool fy_rigid_choose_blends(fy_rigid *r, const ferry_scene *scene, uint32_t skin, fy_blend_bone_gains *before,
                            uint32_t *made);

/* Adds them to the scene once vertices are bound to them, and reports them. */
bool fy_rigid_make_blends(fy_rigid *r, ferry_scene *scene, uint32_t made);
void fy_rigid_report_blends(const fy_rigid *r, const ferry_scene *scene, uint32_t index, double height,
                            const fy_blend_bone_gains *before, uint32_t made);

#endif
