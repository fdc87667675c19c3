/*
 * t3dm_uv_scroll.c: texture matrices that clips move: tiles that are shifted, and what has to go another way
 * (docs/what-is-lost.md, "Animated materials").
 *
 * A tile shows its picture from `low` on: where a matrix moves coordinates by a constant, low moves the other
 * way, each tile by its own matrix.
 */
#include "formats/t3dm/animated/t3dm_uv_scroll.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_motion.h"
#include "formats/t3dm/pose/t3dm_moments.h"
#include "formats/t3dm/tile/t3dm_uv_shift.h"
#include "formats/t3dm/tracks/t3dm_tracks_keys.h"
#include "shade/t3dm_states.h"
#include "shade/t3dm_uv.h"

enum { MATRIX = 1 << FERRY_TARGET_TEXTURE_MATRIX };

/* Texels by which a tile may be off: the console knows quarters. */
static const float tolerance[2] = {.125F, .125F};

/* ------------------------------------------------------------------------------------ how they move */

/* Whether the second texture lies on the first as it does at rest. */
static bool lie_together(const fy_mapping *m, const fy_uv_map now[2]) {
    for (int axis = 0; axis < 2; axis++) {
        fy_tile_step rest, then;
        if (!fy_t3dm_tile_step(&m->maps[0], &m->maps[1], axis, 64, 64, &rest) ||
            !fy_t3dm_tile_step(&now[0], &now[1], axis, 64, 64, &then) || rest.shift != then.shift ||
            fabs(rest.low - then.low) > .25)
            return false;
    }
    return true;
}

typedef struct motion {
    bool moves[2], turns[2], apart;
} motion;

static bool watch(const fy_mapping *m, const fy_material_clip *clip, motion *to) {
    fy_t3dm_moments moments;
    uint32_t count;
    if (!fy_mapping_list_moments(m, clip, MATRIX, &count, &moments)) return false;
    for (uint32_t i = 0; count && i < moments.count; i++) {
        fy_uv_map now[2];
        for (unsigned use = 0; use < m->use_count; use++) {
            now[use] = m->states.texgens >> m->texgens[use] & 1
                           ? fy_mapping_uv_at(m, clip, moments.samples[i], m->texgens[use])
                           : m->maps[use];
            to->moves[use] |= memcmp(now[use].m, m->maps[use].m, sizeof now[use].m) != 0;
            to->turns[use] |= !fy_uv_is_shifted(&m->maps[use], &now[use]);
        }
        to->apart = to->apart || (m->use_count == 2 && !lie_together(m, now));
    }
    return true;
}

static fy_t3dm_uv_motion uv_motion(fy_mapping *m, const motion *seen) {
    bool sets = true, moves = seen->moves[0] || seen->moves[1];
    for (unsigned i = 0; i < m->use_count; i++) sets = sets && m->maps[i].kind == FY_UV_SET;
    for (unsigned i = 0; i < m->use_count; i++) m->shifts[i] = seen->moves[i] && !seen->turns[i];
    if (!moves) return FY_T3DM_UV_STILL;
    if (!seen->turns[0] && !seen->turns[1]) return FY_T3DM_UV_SHIFTED;
    if (sets && !seen->apart) {
        m->shifts[0] = m->shifts[1] = false;
        return FY_T3DM_UV_MORPH;
    }
    return m->shifts[0] || m->shifts[1] ? FY_T3DM_UV_SHIFTED : FY_T3DM_UV_LOST;
}

bool fy_mapping_find_uv_motion(fy_mapping *m) {
    motion seen = {.apart = false};
    uint32_t count;
    const fy_material_clip *clips = fy_mapping_clips(m, &count);
    bool read = false;
    for (unsigned i = 0; i < m->use_count; i++) read |= m->states.texgens >> m->texgens[i] & 1;
    for (uint32_t i = 0; read && i < count; i++)
        if (!ferry_tick(m->p->job) || !watch(m, &clips[i], &seen)) return false;
    m->to->uv_motion = uv_motion(m, &seen);
    m->to->source = m->index;
    m->to->texgen = m->texgens[0];
    bool uv_morph = m->to->uv_motion == FY_T3DM_UV_MORPH; /* t3dm_tracks_uv_morph.c */
    for (unsigned i = 0; i < m->use_count; i++)
        m->left_behind[i] = seen.moves[i] && !m->shifts[i] && !uv_morph;
    return true;
}

/* ------------------------------------------------------------------------------------------- tracks */

typedef struct lows {
    fy_mapping *m;
    const fy_material_clip *clip;
    const fy_t3dm_moments *moments;
    double held; /* most texels by which a clamped tile would have to move beyond what the console can */
} lows;

/* A tile in all moments of the clip. */
static bool add_tile_offset(lows *l, unsigned use, uint32_t variant, const fy_t3dm_material *to,
                            const fy_tile_source *tile_source) {
    fy_mapping *m = l->m;
    uint8_t slot = (uint8_t)(m->first_slot + use);
    const ferry_rdp_axis *axes[2] = {&to->rdp.tiles[slot].s, &to->rdp.tiles[slot].t};
    fy_t3dm_track track = {.target = FY_T3DM_TARGET_TILE_OFFSET, .slot = slot, .width = 2, .object = variant};
    float *values = ferry_alloc(m->p->job, l->moments->count, 2 * sizeof *values);
    if (!values) return false;
    for (uint32_t i = 0; i < l->moments->count; i++) {
        fy_uv_map now = fy_mapping_uv_at(m, l->clip, l->moments->samples[i], m->texgens[use]);
        for (int axis = 0; axis < 2; axis++) {
            double shift = fy_uv_shift(&m->maps[use], &now, axis) * tile_source->extents[use][axis];
            double low = (double)axes[axis]->low + (use == 0 && tile_source->turned[axis] ? shift : -shift);
            values[2 * (size_t)i + (size_t)axis] = (float)low;
            if (axes[axis]->clamp && -low > l->held) l->held = -low;
        }
    }
    if (!fy_t3dm_linear_keys(m->p->job, l->moments, values, tolerance, &track)) return false;
    bool stays = track.key_count == 1;
    for (int k = 0; k < 2; k++)
        stays = stays && fabs((double)(track.values[k] - axes[k]->low)) <= (double)tolerance[k];
    return stays || fy_mapping_add_track(m, l->clip->clip, &track);
}

static bool follow_material(lows *l, uint32_t material) {
    fy_mapping *m = l->m;
    for (unsigned use = 0; use < m->use_count; use++) {
        if (!m->shifts[use]) continue;
        if (!add_tile_offset(l, use, 0, m->to, &m->tile_source)) return false;
        for (uint32_t i = 0; i < m->to->variant_count; i++)
            if (!add_tile_offset(l, use, i + 1, &m->p->plan->materials[material + 1 + i], &m->variants[i]))
                return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------- what is lost */

enum { GRID = 12, MEASURED = 12 };

static int32_t texel_number(double at, uint32_t size, ferry_wrap wrap) {
    int64_t texel = fabs(at) < 1e6 ? (int64_t)floor(at * size) : 0,
            period = wrap == FERRY_WRAP_MIRROR ? 2 * (int64_t)size : size;
    if (wrap == FERRY_WRAP_CLAMP) return (int32_t)(texel < 0 ? 0 : texel >= size ? size - 1 : texel);
    texel = (texel % period + period) % period;
    return (int32_t)(texel < size ? texel : period - 1 - texel);
}

static const uint8_t *texel_at(const ferry_texture *texture, const ferry_mip_level *level,
                               const fy_uv_map *map, double u, double v) {
    double at[2];
    for (int i = 0; i < 2; i++) at[i] = map->m[i][0] * u + map->m[i][1] * v + map->m[i][3];
    int32_t x = texel_number(at[0], level->width, texture->wrap_s),
            y = texel_number(at[1], level->height, texture->wrap_t);
    return level->rgba + 4 * ((size_t)y * level->width + (size_t)x);
}

/* Mean difference of a component, of 255, between a texture by two maps. */
static double map_difference(const fy_mapping *m, uint32_t number, const fy_uv_map *rest,
                             const fy_uv_map *now) {
    const ferry_texture *texture = &m->p->scene->textures.data[number];
    const ferry_mip_level *level = &m->p->scene->images.data[texture->image].levels[0];
    double sum = 0;
    for (int i = 0; i < GRID * GRID; i++) {
        double u = (i % GRID + .5) / GRID, v = (i / GRID + .5) / GRID;
        const uint8_t *a = texel_at(texture, level, rest, u, v), *b = texel_at(texture, level, now, u, v);
        for (int k = 0; k < 4; k++) sum += a[k] < b[k] ? b[k] - a[k] : a[k] - b[k];
    }
    return sum / (GRID * GRID * 4);
}

static bool report_left_behind(const fy_mapping *m, uint32_t texture, uint8_t texgen, const char *why) {
    fy_uv_map rest = fy_t3dm_uv_map(&m->states.list[0], texgen);
    uint32_t clips_count, count, measured = 0;
    const fy_material_clip *clips = fy_mapping_clips(m, &clips_count);
    double sum = 0;
    for (uint32_t c = 0; c < clips_count; c++) {
        fy_t3dm_moments moments;
        if (!fy_mapping_list_moments(m, &clips[c], MATRIX, &count, &moments)) return false;
        for (uint32_t i = 0; count && i < moments.count; i += moments.count / MEASURED + 1, measured++) {
            fy_uv_map now = fy_mapping_uv_at(m, &clips[c], moments.samples[i], texgen);
            sum += map_difference(m, texture, &rest, &now);
        }
    }
    ferry_say_measured(
        m->p->job, FERRY_LOSS, "t3dm.tracks", m->p->name, m->path,
        (ferry_measure){measured ? sum / measured : 0, "/255", false},
        "clips animate texture \"%s\"; left out (%s): mean difference %.1f/255 over %u moments",
        m->p->scene->textures.data[texture].name, why, measured ? sum / measured : 0, measured);
    return true;
}

static const char *why_left(const fy_mapping *m, unsigned use) {
    fy_uv_kind kind = m->maps[use].kind;
    if (kind == FY_UV_SPHERE) return "it rotates or scales an environment map";
    if (kind == FY_UV_POSITION || kind == FY_UV_NORMAL) return "it rotates or scales a projection";
    return "it rotates or scales differently from the other texture";
}

static bool is_used(const fy_mapping *m, uint8_t map, uint8_t texgen) {
    for (unsigned i = 0; i < m->use_count; i++)
        if (m->slots[i] == map && m->texgens[i] == texgen) return true;
    return false;
}

static bool has_picture(const fy_mapping *m, uint8_t map) {
    return map < FERRY_GX_MAX_MAPS && m->states.list[0].textures[map] != FERRY_NONE;
}

/* Textures that move, but take no part in what is drawn. */
static bool report_unused(const fy_mapping *m) {
    const ferry_gx_material *gx = &m->states.list[0];
    unsigned told = 0; /* texgens */
    if (m->film) return true;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        uint8_t map = gx->stages[i].map, texgen = gx->stages[i].texgen;
        if (texgen >= FERRY_GX_MAX_TEXGENS || !((m->states.texgens & ~told) >> texgen & 1)) continue;
        if (!has_picture(m, map) || is_used(m, map, texgen)) continue;
        told |= 1u << texgen;
        const char *why = m->formula_state ? "it is drawn as at one moment, or not at all"
                                           : "the combiner does not draw it";
        if (!report_left_behind(m, gx->textures[map], texgen, why)) return false;
    }
    for (unsigned i = 0; gx->indirect_enabled && i < gx->indirect_stage_count && i < 4; i++) {
        uint8_t texgen = gx->indirect_orders[i].texgen;
        if (texgen >= FERRY_GX_MAX_TEXGENS || !((m->states.texgens & ~told) >> texgen & 1)) continue;
        told |= 1u << texgen;
        fy_mapping_say(m, "t3dm.tracks",
                       "clips animate an indirect texture, which the console does not support: left out");
    }
    return true;
}

bool fy_mapping_uv_scroll_tracks(fy_mapping *m, uint32_t material) {
    lows l = {.m = m};
    uint32_t clips_count, count;
    const fy_material_clip *clips = fy_mapping_clips(m, &clips_count);
    bool shifts = m->shifts[0] || m->shifts[1];
    for (uint32_t c = 0; shifts && c < clips_count; c++) {
        fy_t3dm_moments moments;
        l.clip = &clips[c];
        l.moments = &moments;
        if (!fy_mapping_list_moments(m, l.clip, MATRIX, &count, &moments)) return false;
        if (count && !follow_material(&l, material)) return false;
    }
    if (shifts)
        ferry_say(m->p->job, l.held >= .25 ? FERRY_LOSS : FERRY_NOTE, "t3dm.tracks", m->p->name, m->path,
                  "clips scroll its textures, played as tile offsets by ferry64_tracks.h%s",
                  l.held < .25
                      ? ""
                      : ferry_job_format(
                            m->p->job, "; a clamped one would need to go %.1f texels past its edge", l.held));
    if (m->to->uv_motion == FY_T3DM_UV_MORPH)
        ferry_say(m->p->job, FERRY_NOTE, "t3dm.tracks", m->p->name, m->path,
                  "clips rotate or scale its textures, played as texture coordinates by ferry64_tracks.h");
    for (unsigned use = 0; use < m->use_count; use++)
        if (m->left_behind[use] &&
            !report_left_behind(m, m->uses[use].texture, m->texgens[use], why_left(m, use)))
            return false;
    return report_unused(m);
}
