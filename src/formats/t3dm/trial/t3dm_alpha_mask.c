/*
 * t3dm_alpha_mask.c: materials that only write the frame buffer's alpha for another one
 * (docs/what-is-lost.md, "Materials").
 */
#include "formats/t3dm/trial/t3dm_alpha_mask.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "machine/gx/gx_shade_blend.h"

bool fy_planner_find_masked(fy_planner *p) {
    uint32_t textures = p->scene->textures.count, materials = p->scene->materials.count;
    p->masked = ferry_new(p->job, uint32_t, textures + (size_t)1);
    if (!p->masked) return false;
    for (uint32_t i = 0; i < textures; i++) p->masked[i] = FERRY_NONE;
    for (uint32_t i = materials; i-- > 0;) {
        const ferry_gx_material *gx = p->scene->materials.data[i].gx;
        if (!gx || !fy_gx_reads_frame_alpha(gx)) continue;
        for (int k = 0; k < FERRY_GX_MAX_MAPS; k++)
            if (gx->textures[k] != FERRY_NONE) p->masked[gx->textures[k]] = i;
    }
    return true;
}

const ferry_material *fy_mapping_masked(const fy_mapping *m, const ferry_gx_material *gx) {
    if (gx->z_write || fy_gx_reads_frame_alpha(gx)) return NULL;
    uint32_t first = FERRY_NONE;
    for (int k = 0; k < FERRY_GX_MAX_MAPS; k++)
        if (gx->textures[k] != FERRY_NONE && m->p->masked[gx->textures[k]] < first)
            first = m->p->masked[gx->textures[k]];
    return first == FERRY_NONE ? NULL : &m->p->scene->materials.data[first];
}
