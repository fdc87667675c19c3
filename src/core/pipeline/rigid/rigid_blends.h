/* rigid_blends.h: bones between joints, which are candidates like any other, where they are worth it. */
#ifndef FERRY_CORE_PIPELINE_RIGID_RIGID_BLENDS_H
#define FERRY_CORE_PIPELINE_RIGID_RIGID_BLENDS_H

#include "ferry64.h"
#include "core/pipeline/rigid/rigid.h"

/* What errors are without bones between joints. */
typedef struct fy_blend_gains {
    double squares, largest;
    uint64_t vertices;
} fy_blend_gains;

/* Those that lower the sum of squared errors most, as many as there is room for (`made`); the errors without
 * them. False at the memory limit, or if the job was ended. */
bool fy_rigid_choose_blends(fy_rigid *r, const ferry_scene *scene, uint32_t skin, fy_blend_gains *before,
                            uint32_t *made);

/* Adds them to the scene, once vertices hang on them; and reports them. */
bool fy_rigid_make_blends(fy_rigid *r, ferry_scene *scene, uint32_t made);
void fy_rigid_report_blends(const fy_rigid *r, const ferry_scene *scene, uint32_t index, double height,
                            const fy_blend_gains *before, uint32_t made);

#endif
