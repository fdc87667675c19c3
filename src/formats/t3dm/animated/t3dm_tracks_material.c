/*
 * t3dm_tracks_material.c: textures that clips exchange: a material for each look, and which one when
 * (docs/what-is-lost.md, "Animated materials").
 */
#include "formats/t3dm/animated/t3dm_tracks_material.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/choice/t3dm_film.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_motion.h"
#include "formats/t3dm/pose/t3dm_moments.h"
#include "formats/t3dm/tracks/t3dm_tracks_keys.h"
#include "formats/t3dm/trial/t3dm_tiles.h"
#include "shade/t3dm_states.h"

typedef struct texture_sets {
    fy_mapping *m;
    uint32_t material;                       /* of the plan */
    uint32_t variants[FY_MOST_TEXTURE_SETS]; /* of each look; 0: the material at rest */
    bool lost[FY_MOST_TEXTURE_SETS];
    double difference; /* sum of those that are lost, of 255 */
    uint32_t lost_count;
} texture_sets;

static uint32_t texture_in(const fy_mapping *m, uint32_t texture_set, unsigned use) {
    return m->states.texture_sets[texture_set].textures[m->slots[use]];
}

/* Looks differ in slots that are not drawn, too. */
static bool same_pictures(const fy_mapping *m, uint32_t a, uint32_t b) {
    for (unsigned i = 0; i < m->use_count; i++)
        if (texture_in(m, a, i) != texture_in(m, b, i)) return false;
    return true;
}

/* ------------------------------------------------------------------------------------- what is lost */

enum { GRID = 32 };

static const uint8_t *texel_at(const ferry_mip_level *level, unsigned x, unsigned y) {
    return level->rgba + 4 * ((size_t)(y * level->height / GRID) * level->width + x * level->width / GRID);
}

/* Mean difference of a component of two textures, of 255, over a grid of places. */
static double picture_difference(const ferry_scene *scene, uint32_t a, uint32_t b) {
    const ferry_mip_level *x = &scene->images.data[scene->textures.data[a].image].levels[0];
    const ferry_mip_level *y = &scene->images.data[scene->textures.data[b].image].levels[0];
    double sum = 0;
    for (unsigned i = 0; i < GRID * GRID; i++)
        for (int k = 0; k < 4; k++) {
            int off = texel_at(x, i % GRID, i / GRID)[k] - texel_at(y, i % GRID, i / GRID)[k];
            sum += off < 0 ? -off : off;
        }
    return sum / (GRID * GRID * 4);
}

static void lose(texture_sets *l, uint32_t texture_set) {
    double most = 0;
    for (unsigned i = 0; i < l->m->use_count; i++) {
        double difference =
            picture_difference(l->m->p->scene, texture_in(l->m, 0, i), texture_in(l->m, texture_set, i));
        if (difference > most) most = difference;
    }
    l->lost[texture_set] = true;
    l->lost_count++;
    l->difference += most;
}

static void report_variants(const texture_sets *l, uint32_t made) {
    const fy_mapping *m = l->m;
    if (made && m->film)
        ferry_say(
            m->p->job, FERRY_NOTE, "t3dm.film", m->p->name, m->path,
            "clips move its layers: %u baked textures are shown in sequence, switched by ferry64_tracks.h",
            made);
    else if (made)
        ferry_say(m->p->job, FERRY_NOTE, "t3dm.tracks", m->p->name, m->path,
                  "clips switch its textures: %u more material%s, switched by ferry64_tracks.h", made,
                  made == 1 ? "" : "s");
    if (l->lost_count)
        ferry_say(m->p->job, FERRY_LOSS, "t3dm.tracks", m->p->name, m->path,
                  "%u of %u texture sets that clips switch to need other texture coordinates and were "
                  "left out: mean difference %.1f/255",
                  l->lost_count, m->states.texture_set_count - 1, l->difference / l->lost_count);
    if (m->states.texture_sets_left_out)
        ferry_say(m->p->job, FERRY_LOSS, "t3dm.tracks", m->p->name, m->path,
                  "clips switch to more than %d texture sets: the others were left out",
                  FY_MOST_TEXTURE_SETS);
    if (m->states.pictures_missing)
        ferry_say(m->p->job, FERRY_LOSS, "t3dm.tracks", m->p->name, m->path,
                  "clips switch to textures without an image, or to a slot that is empty at rest: left "
                  "out");
}

/* ------------------------------------------------------------------------------------ the materials */

static bool add_variant(texture_sets *l, uint32_t texture_set, uint32_t *made) {
    fy_mapping *m = l->m, variant = *m;
    fy_t3dm_plan *plan = m->p->plan;
    fy_t3dm_material *to = &plan->materials[plan->material_count];
    bool fits;
    *to = *m->to;
    to->name = ferry_job_format(m->p->job, "%s.%u", m->to->name, *made + 2);
    to->motion = NULL;
    to->tracked = true;
    to->exports[0] = to->exports[1] = FERRY_NONE;
    for (unsigned i = 0; i < m->use_count; i++) {
        const ferry_texture *texture = &m->p->scene->textures.data[texture_in(m, texture_set, i)];
        variant.uses[i].texture = texture_in(m, texture_set, i);
        variant.uses[i].magnified = false;
        variant.uses[i].wrap_s = texture->wrap_s;
        variant.uses[i].wrap_t = texture->wrap_t;
    }
    if (!fy_mapping_set_variant(&variant, m, to, &fits)) return false;
    if (!fits) {
        lose(l, texture_set);
        return true;
    }
    m->variants[*made] = variant.tile_source;
    plan->material_count++;
    l->variants[texture_set] = ++*made;
    return true;
}

static bool add_variants(texture_sets *l, uint32_t *made) {
    const fy_mapping *m = l->m;
    *made = 0;
    for (uint32_t i = 1; i < m->states.texture_set_count; i++) {
        uint32_t same = 0;
        while (!same_pictures(m, same, i)) same++;
        l->variants[i] = same < i ? l->variants[same] : 0;
        if (same < i && l->lost[same]) lose(l, i);
        if (same == i && (!ferry_tick(m->p->job) || !add_variant(l, i, made))) return false;
    }
    return true;
}

/* --------------------------------------------------------------------------------------- the switch */

static bool add_switch(texture_sets *l, const fy_material_clip *clip) {
    static const float exact[1] = {0};
    fy_mapping *m = l->m;
    fy_t3dm_moments moments;
    fy_t3dm_track track = {.target = FY_T3DM_TARGET_MATERIAL, .width = 1};
    uint32_t count;
    if (!fy_mapping_list_moments(m, clip, 1u << FERRY_TARGET_TEXTURE, &count, &moments)) return false;
    if (!count) return true;
    float *values = ferry_new(m->p->job, float, moments.count);
    if (!values) return false;
    for (uint32_t i = 0; i < moments.count; i++) {
        ferry_gx_material state;
        memcpy(&state, &m->states.list[0], sizeof state);
        fy_pose_state(clip, moments.samples[i], &state);
        uint32_t texture_set = fy_find_texture_set(m->p->scene, &m->states, &state);
        values[i] = texture_set == FERRY_NONE ? 0 : (float)l->variants[texture_set];
    }
    if (!fy_t3dm_linear_keys(m->p->job, &moments, values, exact, &track)) return false;
    track.interpolation = FERRY_STEP; /* looks are never mixed */
    bool stays = track.key_count == 1 && track.values[0] == 0;
    return stays || fy_mapping_add_track(m, clip->clip, &track);
}

/* Pictures of a film, each for as long, over and over. */
static bool add_film(texture_sets *l, const fy_film_clip *of) {
    fy_mapping *m = l->m;
    const uint32_t shown = of->count * of->repeats;
    float *times = ferry_new(m->p->job, float, shown), *values = ferry_new(m->p->job, float, shown);
    fy_t3dm_track track = {.target = FY_T3DM_TARGET_MATERIAL, .width = 1, .interpolation = FERRY_STEP};
    if (!times || !values) return false;
    for (uint32_t i = 0; i < shown; i++) {
        float value = (float)l->variants[of->first + i % of->count + 1];
        if (track.key_count && values[track.key_count - 1] == value) continue;
        times[track.key_count] = (float)(i * of->duration / of->count);
        values[track.key_count++] = value;
    }
    track.times = times;
    track.values = values;
    if (track.key_count == 1 && values[0] == 0) return true; /* it stays */
    return fy_mapping_add_track(m, of->clip, &track);
}

static bool add_switches(texture_sets *l) {
    uint32_t count;
    const fy_material_clip *clips = fy_mapping_clips(l->m, &count);
    const fy_film *film = l->m->film;
    for (uint32_t i = 0; film && i < film->clip_count; i++)
        if (!add_film(l, &film->clips[i])) return false;
    for (uint32_t i = 0; !film && i < count; i++)
        if (!add_switch(l, &clips[i])) return false;
    return true;
}

bool fy_mapping_set_variants(fy_mapping *m, uint32_t material) {
    texture_sets l = {.m = m, .material = material};
    uint32_t made;
    if (m->states.texture_set_count < 2 || !m->use_count) return true;
    m->to->first_variant = m->p->plan->material_count;
    m->variants = ferry_new(m->p->job, fy_tile_source, m->states.texture_set_count);
    if (!m->variants || !add_variants(&l, &made)) return false;
    m->to->variant_count = made;
    if (made && !add_switches(&l)) return false;
    report_variants(&l, made);
    return true;
}
