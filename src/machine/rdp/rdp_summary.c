/* rdp_summary.c: see rdp_summary.h. */
#include "machine/rdp/rdp_summary.h"

#include "ferry64.h"
#include "ferry64_rdp.h"

ferry_wrap fy_rdp_wrap_of(const ferry_rdp_axis *axis) {
    return axis->clamp ? FERRY_WRAP_CLAMP : axis->mirror ? FERRY_WRAP_MIRROR : FERRY_WRAP_REPEAT;
}

void fy_rdp_summarise(ferry_material *material, const ferry_rdp_material *rdp) {
    bool prim = rdp->colors & FERRY_RDP_SET_PRIM, compare = rdp->other_mode & FERRY_RDP_ALPHA_COMPARE;
    bool front = rdp->flags & FERRY_RDP_CULL_FRONT, back = rdp->flags & FERRY_RDP_CULL_BACK;
    material->base_color = (ferry_color){1, 1, 1, 1};
    if (prim) {
        material->base_color = (ferry_color){(float)rdp->prim[0] / 255, (float)rdp->prim[1] / 255,
                                             (float)rdp->prim[2] / 255, (float)rdp->prim[3] / 255};
    }
    material->base_texture = rdp->tiles[0].texture;
    material->alpha_mode = rdp->blender == FERRY_RDP_BLEND_ADD ? FERRY_ALPHA_ADD
                           : rdp->blender                      ? FERRY_ALPHA_BLEND
                           : compare                           ? FERRY_ALPHA_CUTOUT
                                                               : FERRY_ALPHA_OPAQUE;
    material->alpha_cutoff = compare ? (float)rdp->blend[3] / 255 : 0;
    material->cull = front && back ? FERRY_CULL_BOTH
                     : front       ? FERRY_CULL_FRONT
                     : back        ? FERRY_CULL_BACK
                                   : FERRY_CULL_NONE;
    material->lit = (rdp->flags & FERRY_RDP_SHADED) && !(rdp->flags & FERRY_RDP_UNLIT);
    material->vertex_colors = (rdp->flags & FERRY_RDP_SHADED) != 0;
    material->rdp = rdp;
}
