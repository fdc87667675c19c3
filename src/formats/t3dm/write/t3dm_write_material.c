/*
 * t3dm_write_material.c: a material's chunk, or two, in the form of its layout.
 *
 * Format: docs/formats/t3dm.md, "Materials" and "Older layouts". The material holds no more than the layout
 * does.
 */
#include "formats/t3dm/write/t3dm_write_material.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_strings.h"

static void put_axis(ferry_out *out, const ferry_rdp_axis *axis) {
    ferry_put_f32(out, axis->low);
    ferry_put_f32(out, axis->high);
    ferry_put_u8(out, (uint8_t)axis->mask);
    ferry_put_u8(out, (uint8_t)axis->shift);
    ferry_put_u8(out, axis->mirror);
    ferry_put_u8(out, axis->clamp);
}

static void put_tile(ferry_out *out, const fy_t3dm_layout *layout, const ferry_rdp_tile *tile,
                     uint32_t path) {
    if (layout->references) ferry_put_u32(out, tile->reference);
    ferry_put_u32(out, path);
    ferry_put_u32(out, tile->hash);
    ferry_put_u32(out, 0);
    ferry_put_u16(out, tile->width);
    ferry_put_u16(out, tile->height);
    put_axis(out, &tile->s);
    put_axis(out, &tile->t);
}

static void put_state(ferry_out *out, const ferry_rdp_material *rdp, uint32_t name) {
    ferry_put_u64(out, rdp->other_mode);
    ferry_put_u64(out, rdp->other_mode_mask);
    ferry_put_u32(out, rdp->blender);
    ferry_put_u32(out, rdp->flags);
    ferry_put_u8(out, 0);
    ferry_put_u8(out, rdp->fog);
    ferry_put_u8(out, rdp->colors);
    ferry_put_u8(out, rdp->effect);
    ferry_put_bytes(out, rdp->prim, 4);
    ferry_put_bytes(out, rdp->env, 4);
    ferry_put_bytes(out, rdp->blend, 4);
    ferry_put_u32(out, name);
}

/* Before L9. The second chunk repeats all of it but the colour. */
static void put_modes(ferry_out *out, const fy_t3dm_layout *layout, const ferry_rdp_material *rdp,
                      uint32_t chunk) {
    enum { ANY, OPAQUE, CUTOUT, TRANSPARENT };
    ferry_put_u32(out, rdp->flags);
    if (layout->modes_at == FY_T3DM_ABSENT) return;
    bool compare = rdp->other_mode & FERRY_RDP_ALPHA_COMPARE, prim = layout->prim_at != FY_T3DM_ABSENT;
    uint32_t set = prim && rdp->colors & FERRY_RDP_SET_PRIM ? 1 : 0,
             depth = layout->depth_mode ? (uint32_t)(rdp->other_mode >> 10 & 3) : 0;
    ferry_put_u8(out, rdp->blender ? TRANSPARENT : compare ? CUTOUT : rdp->alpha_unchanged ? ANY : OPAQUE);
    ferry_put_u8(out, rdp->fog);
    ferry_put_u8(out, depth << 4 | set);
    ferry_put_u8(out, rdp->effect == FERRY_RDP_EFFECT_SPHERICAL_UV);
    if (prim && chunk == 0) ferry_put_bytes(out, rdp->prim, 4);
    if (prim && chunk != 0) ferry_put_zeros(out, 4);
}

void fy_t3dm_put_material(ferry_out *out, fy_t3dm_strings *strings, const fy_t3dm_layout *layout,
                          const fy_t3dm_material *material, uint32_t chunk) {
    const ferry_rdp_material *rdp = &material->rdp;
    uint32_t name = layout->rdp ? fy_t3dm_strings_name(strings, material->name, true) : 0, paths[2];
    for (int k = 0; k < 2; k++)
        paths[k] = material->paths[k] ? fy_t3dm_strings_add(strings, material->paths[k]) : 0;
    ferry_put_u64(out, rdp->combiner);
    if (!layout->rdp) {
        put_modes(out, layout, rdp, chunk);
        put_tile(out, layout, &rdp->tiles[chunk], paths[chunk]);
        return;
    }
    put_state(out, rdp, name);
    for (int k = 0; k < 2; k++) put_tile(out, layout, &rdp->tiles[k], paths[k]);
}
