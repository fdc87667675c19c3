/*
 * t3dm_read_material.c: the state of the RDP as it is stored, or as the modes of an older layout set it; its
 * textures by path, and a short summary for other targets.
 *
 * Format: docs/formats/t3dm.md, "Materials" and "Older layouts".
 */
#include "formats/t3dm/read/t3dm_read_material.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "core/base/path.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"
#include "formats/t3dm/read/t3dm_read_picture.h"
#include "machine/rdp/rdp_summary.h"

enum { FY_T3DM_MATERIAL_NAME = 0x30 };

static bool read_axis(ferry_window *in, ferry_rdp_axis *axis) {
    uint64_t at = in->pos;
    axis->low = ferry_read_f32(in);
    axis->high = ferry_read_f32(in);
    axis->mask = ferry_read_s8(in);
    axis->shift = ferry_read_s8(in);
    axis->mirror = ferry_read_u8(in);
    axis->clamp = ferry_read_u8(in);
    if (!ferry_window_ok(in)) return false;
    if (!fy_finite((double)axis->low) || !fy_finite((double)axis->high)) {
        return ferry_refuse(in, at, "t3dm.tile", "the tile's bounds are not finite numbers");
    }
    if (axis->shift < -5 || axis->shift > 10) {
        return ferry_refuse(in, at + 9, "t3dm.tile", "shift %d, expected -5 to 10", axis->shift);
    }
    return true;
}

/* The scene's texture for a path, which stands at `at`, and a way of sampling; two tiles that agree share
 * one. */
static uint32_t texture_of(fy_t3dm_reader *r, const ferry_window *in, uint64_t at, const char *path,
                           const ferry_rdp_tile *tile, bool point) {
    ferry_filter filter = point ? FERRY_FILTER_NEAREST : FERRY_FILTER_LINEAR;
    ferry_wrap s = fy_rdp_wrap_of(&tile->s), t = fy_rdp_wrap_of(&tile->t);
    /* Materials are few; a file made to have many is bounded by looking at the last ones only. */
    uint32_t count = r->scene->textures.count, least = count > 256 ? count - 256 : 0, image = FERRY_NONE;
    bool known = false;
    for (uint32_t i = count; i-- > least;) {
        const ferry_texture *old = &r->scene->textures.data[i];
        if (strcmp(old->path, path) != 0) continue;
        if (old->wrap_s == s && old->wrap_t == t && old->mag_filter == filter) return i;
        image = old->image;
        known = true;
    }
    if (!known && !fy_t3dm_read_picture(r, in, at, path, &image)) return FERRY_NONE;
    ferry_texture *texture = ferry_append(r->scene, &r->scene->textures, ferry_texture);
    if (!texture) return FERRY_NONE;
    *texture = (ferry_texture){.name = fy_path_base(path),
                               .path = path,
                               .image = image,
                               .wrap_s = s,
                               .wrap_t = t,
                               .min_filter = filter,
                               .mag_filter = filter,
                               .transparency_hint = 0xCC};
    return r->scene->textures.count - 1;
}

static bool read_tile(fy_t3dm_reader *r, ferry_window *in, bool point, ferry_rdp_tile *tile) {
    if (r->layout->references) tile->reference = ferry_read_u32(in);
    uint64_t at = in->pos;
    const char *path = fy_t3dm_read_string(r, in, (uint32_t)at);
    bool named = ferry_read_u32(in) != 0;
    tile->hash = ferry_read_u32(in);
    ferry_skip(in, 4);
    tile->width = ferry_read_u16(in);
    tile->height = ferry_read_u16(in);
    tile->texture = UINT32_MAX;
    if (!path || !read_axis(in, &tile->s) || !read_axis(in, &tile->t)) return false;
    if (!named) return true;
    tile->texture = texture_of(r, in, at, path, tile, point);
    return tile->texture != FERRY_NONE;
}

static uint64_t read_u64(ferry_window *in) {
    uint64_t high = ferry_read_u32(in);
    return high << 32 | ferry_read_u32(in);
}

static void read_color(ferry_window *in, uint8_t rgba[4]) {
    for (int i = 0; i < 4; i++) rgba[i] = ferry_read_u8(in);
}

/* The whole state, from L9 on. */
static void read_state(ferry_window *in, ferry_rdp_material *rdp) {
    rdp->other_mode = read_u64(in);
    rdp->other_mode_mask = read_u64(in);
    rdp->blender = ferry_read_u32(in);
    rdp->flags = ferry_read_u32(in);
    ferry_skip(in, 1);
    rdp->fog = ferry_read_u8(in);
    rdp->colors = ferry_read_u8(in);
    rdp->effect = ferry_read_u8(in);
    read_color(in, rdp->prim);
    read_color(in, rdp->env);
    read_color(in, rdp->blend);
}

/* Before L9 a few modes stand for it; textures were always filtered. */
static bool read_modes(const fy_t3dm_layout *layout, ferry_window *in, ferry_rdp_material *rdp) {
    enum { ANY, OPAQUE, CUTOUT, TRANSPARENT };
    rdp->flags = ferry_read_u32(in);
    rdp->other_mode = FERRY_RDP_BILINEAR;
    rdp->other_mode_mask = FERRY_RDP_MODE_MASK;
    if (layout->modes_at == FY_T3DM_ABSENT) return true;
    uint8_t alpha = ferry_read_u8(in);
    rdp->fog = ferry_read_u8(in);
    uint8_t set_and_depth = ferry_read_u8(in), generator = ferry_read_u8(in);
    if (alpha > TRANSPARENT)
        return ferry_refuse(in, layout->modes_at, "t3dm.alpha-mode", "alpha mode %u, expected 0 to 3", alpha);
    if (alpha == CUTOUT) {
        rdp->other_mode |= FERRY_RDP_ALPHA_COMPARE;
        rdp->blend[3] = 128;
        rdp->colors |= FERRY_RDP_SET_BLEND;
    }
    rdp->alpha_unchanged = alpha == ANY;
    if (alpha == TRANSPARENT) rdp->blender = FERRY_RDP_BLEND_MULTIPLY;
    if (layout->depth_mode) {
        rdp->other_mode |= (uint64_t)(set_and_depth >> 4 & 3) << 10;
        rdp->effect = generator ? FERRY_RDP_EFFECT_SPHERICAL_UV : FERRY_RDP_EFFECT_NONE;
    }
    if (layout->prim_at != FY_T3DM_ABSENT) {
        if (set_and_depth & 1) rdp->colors |= FERRY_RDP_SET_PRIM;
        read_color(in, rdp->prim);
    }
    return true;
}

/* Texture A stands in the first chunk; B behind it, or, where a chunk has room for one texture, in the
 * second. */
static bool read_tiles(fy_t3dm_reader *r, ferry_window *in, ferry_window *second, ferry_rdp_material *rdp) {
    bool point = ((rdp->other_mode >> 44) & 3) == 0;
    ferry_window *windows[] = {in, second ? second : in};
    for (int k = 0; k < 2; k++) {
        ferry_seek(windows[k], r->layout->tile_at + (second ? 0 : FY_T3DM_TILE * (uint64_t)k));
        if (!read_tile(r, windows[k], point, &rdp->tiles[k])) return false;
    }
    return true;
}

bool fy_t3dm_read_material(fy_t3dm_reader *r, ferry_window *in, ferry_window *second, uint32_t *number) {
    const char *name = r->layout->rdp ? fy_t3dm_read_string(r, in, FY_T3DM_MATERIAL_NAME) : "";
    ferry_rdp_material *rdp = ferry_scene_new(r->scene, ferry_rdp_material, 1);
    if (!name || !rdp) return false;
    rdp->combiner = read_u64(in);
    if (r->layout->rdp)
        read_state(in, rdp);
    else if (!read_modes(r->layout, in, rdp))
        return false;
    if (!ferry_window_ok(in) || !read_tiles(r, in, second, rdp)) return false;
    ferry_material *material = ferry_append(r->scene, &r->scene->materials, ferry_material);
    if (!material) return false;
    material->name = name;
    fy_rdp_summarise(material, rdp);
    *number = r->scene->materials.count - 1;
    return true;
}
