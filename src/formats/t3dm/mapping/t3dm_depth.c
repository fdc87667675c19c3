/*
 * t3dm_depth.c: which materials write depth (docs/formats/t3dm.md, "Depth write").
 */
#include "formats/t3dm/mapping/t3dm_depth.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "machine/gx/gx_shade_blend.h"

/* State that was read from a T3DM file goes back as it was, unless a rule changed the depth test. */
static bool is_as_read(const fy_mapping *m) {
    const ferry_rdp_material *from = m->from ? m->from->rdp : NULL;
    return from && !((from->flags ^ m->to->rdp.flags) & FERRY_RDP_DEPTH);
}

/* What is blended by the frame buffer's alpha, and lies in the plane of what is below it. */
static void make_decal(const fy_mapping *m) {
    fy_t3dm_material *to = m->to;
    if (!m->p->lying[m->index] || to->own_z_mode || !(to->rdp.flags & FERRY_RDP_DEPTH)) return;
    to->rdp.other_mode |= FERRY_RDP_Z_DECAL;
    to->own_z_mode = true;
    if (to->layer < FY_T3DM_DECAL) to->layer = FY_T3DM_DECAL;
}

/* Without a depth test the console takes depth 0, which would hide all that comes later; the GameCube writes
 * none then. */
void fy_mapping_set_depth_write(fy_mapping *m) {
    if (m->to->drop || is_as_read(m)) return;
    make_decal(m);
    ferry_rdp_material *rdp = &m->to->rdp;
    const ferry_gx_material *gx = m->from ? m->from->gx : NULL;
    bool tests = rdp->flags & FERRY_RDP_DEPTH;
    if (tests && !(gx && (gx->z_test || fy_gx_reads_frame_alpha(gx)) && !gx->z_write)) {
        rdp->other_mode |= rdp->other_mode_mask & FERRY_RDP_Z_WRITE;
    } else if (ferry_setting_is(m->p->job, "t3dm.depth-write", "exact")) {
        rdp->other_mode_mask |= FERRY_RDP_Z_WRITE;
        rdp->other_mode &= ~FERRY_RDP_Z_WRITE;
    } else {
        fy_mapping_say(m, "t3dm.depth-write",
                       tests ? "writes depth, as t3dm.depth-write=always requires"
                             : "writes the nearest depth, as t3dm.depth-write=always requires: later "
                               "draws are hidden");
    }
}

void fy_t3dm_name_depth_write(fy_t3dm_plan *plan) {
    bool named = false;
    for (uint32_t i = 0; i < plan->material_count; i++)
        named |= !plan->materials[i].drop && plan->materials[i].rdp.other_mode_mask & FERRY_RDP_Z_WRITE;
    for (uint32_t i = 0; named && i < plan->material_count; i++) {
        ferry_rdp_material *rdp = &plan->materials[i].rdp;
        if (rdp->other_mode_mask & FERRY_RDP_Z_WRITE) continue;
        rdp->other_mode_mask |= FERRY_RDP_Z_WRITE;
        rdp->other_mode |= FERRY_RDP_Z_WRITE;
    }
}

bool fy_t3dm_keeps_depth(const ferry_rdp_material *rdp) {
    return rdp->other_mode_mask & FERRY_RDP_Z_WRITE && !(rdp->other_mode & FERRY_RDP_Z_WRITE);
}

bool fy_t3dm_stays_in_place(const fy_t3dm_material *material) {
    if (!(material->rdp.flags & FERRY_RDP_DEPTH)) return true;
    return material->layer != FY_T3DM_BLEND && fy_t3dm_keeps_depth(&material->rdp);
}
