/*
 * t3dm_choose_way.c: by which pictures, light and draws a material is drawn: one picture for several
 * textures, light in steps, two draws, textures that vertices hold (docs/what-is-lost.md, "Materials").
 */
#include "formats/t3dm/choice/t3dm_choose_way.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/t3dm/choice/t3dm_choose_composite.h"
#include "formats/t3dm/choice/t3dm_second_material.h"
#include "formats/t3dm/choice/t3dm_toon_material.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/trial/t3dm_trial.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_vertex_texture.h"

/* What textures at vertices are tried for, and what they have to come nearer by, in 255ths. */
#define VERTICES_FROM 3
#define VERTICES_GAIN 1

/* The picture for several textures, how light comes, and whether there are two draws. */
static bool choose_way(fy_mapping *m, const ferry_gx_material *gx, const fy_composite **composite) {
    fy_reference *reference = &m->p->reference;
    bool tried;
    if (!fy_mapping_choose_composite(m, gx, composite)) return false;
    reference->mode.composite = *composite;
    if (reference->mode.split) return true;
    if (!fy_mapping_choose_toon(m, *composite ? &(*composite)->gx : gx) ||
        !fy_mapping_choose_split(m, gx, *composite, &tried))
        return false;
    if (!tried) return true;
    bool light = reference->mode.full_light;
    reference->mode.split = m->splits ? &m->split : NULL;
    reference->mode.full_light = false;
    bool done = fy_mapping_choose_composite(m, gx, composite);
    reference->mode.composite = *composite;
    reference->mode.full_light = light;
    return done;
}

/* ------------------------------------------------------------------------------ textures at vertices */

/* What the material at hand is drawn on. */
static fy_vertex_draws draws_of(const fy_mapping *m) {
    const fy_planner *p = m->p;
    uint32_t first = p->first_draw[m->index];
    return (fy_vertex_draws){p->scene, p->draws + first, p->first_draw[m->index + 1] - first, p->pose};
}

/* Slots that vertices could hold, where triangles are seen: imagined samples know of none. Clips and games
 * move coordinates, and rules speak about textures. */
static uint8_t smooth_slots(const fy_mapping *m, const ferry_gx_material *gx) {
    fy_vertex_draws draws = draws_of(m);
    if (!m->p->reference.seen_count) return 0;
    if (ferry_setting_is(m->p->job, "t3dm.composite-textures", "no") || m->states.count || m->rules ||
        m->p->scene->morphs.count)
        return 0;
    return fy_vertex_texture_slots(&draws, gx);
}

static void start_way(fy_mapping *m, uint8_t at_vertices) {
    m->at_vertices = m->p->reference.mode.at_vertices = at_vertices;
    m->toon_way = FY_TOON_SMOOTH;
    m->splits = false;
    m->p->reference.mode.split = NULL;
    m->p->reference.mode.full_light = false;
}

/* What a way that was chosen comes to. */
typedef struct rating {
    double error; /* in 255ths */
    double blend; /* what it is off by beside that, since it is not blended as the source is */
    bool draws;   /* anything */
} rating;

static bool measure_way(fy_mapping *m, const ferry_gx_material *gx, const fy_composite *composite,
                        rating *found) {
    fy_trial trial;
    *found = (rating){m->splits ? m->split_error : m->toon_error, 0, true};
    if (m->splits || m->toon_way != FY_TOON_SMOOTH) return true;
    if (!fy_mapping_try_quietly(m, composite ? &composite->gx : gx, &trial)) return false;
    found->draws = !trial.alpha.drop_code;
    found->error = trial.shading.seen.mean + (composite ? composite->stored : 0);
    if (trial.blend.unsupported) found->blend = trial.blend_fit.error;
    return true;
}

/* Which slot vertices had best hold, by what one draw gains by it; 0, or what it was: none gains so much. */
static bool choose_slot(fy_mapping *m, const ferry_gx_material *gx, unsigned slots, double *most,
                        uint8_t *best) {
    fy_reference *reference = &m->p->reference;
    double alone = 0;
    for (unsigned slot = 0; slot <= slots; slot = slot ? slot << 1 : 1) {
        fy_trial trial;
        if (slot && !(slots & slot)) continue;
        reference->mode.at_vertices = (uint8_t)slot;
        if (!fy_mapping_try_quietly(m, gx, &trial)) return false;
        if (trial.alpha.drop_code) continue;
        double error = trial.shading.seen.mean;
        if (!slot) alone = error;
        if (!slot || alone - error <= *most) continue;
        *most = alone - error;
        *best = (uint8_t)slot;
    }
    reference->mode.at_vertices = 0;
    return true;
}

/* The same for light as it comes, and for what a ramp's shade would be drawn over: of the whole formula, even
 * if two draws were chosen while no vertices held one. None of them holds a ramp. */
static bool choose_slot_in_light(fy_mapping *m, const ferry_gx_material *gx, unsigned slots, uint8_t *best) {
    fy_reference *reference = &m->p->reference;
    const fy_reference_mode before = reference->mode;
    const bool light = before.full_light;
    double most = VERTICES_GAIN;
    *best = 0;
    reference->mode.composite = NULL;
    reference->mode.split = NULL;
    bool done = light || choose_slot(m, gx, slots, &most, best);
    bool steps = light || (fy_tev_any(&reference->tev, reference->tev.color, fy_leaf_is_ramp, NULL) &&
                           fy_mapping_may_draw_twice(m, gx));
    reference->mode.full_light = true;
    done = done && (!steps || choose_slot(m, gx, slots, &most, best));
    reference->mode = before;
    return done;
}

bool fy_mapping_choose_way(fy_mapping *m, const ferry_gx_material *gx, const fy_composite **composite) {
    rating own, other;
    uint8_t slot;
    if (m->p->reference.mode.split) return choose_way(m, gx, composite);
    start_way(m, 0);
    if (!choose_way(m, gx, composite)) return false;
    unsigned slots = smooth_slots(m, gx);
    if (!slots) return true;
    if (!measure_way(m, gx, *composite, &own)) return false;
    if (own.error < VERTICES_FROM || !own.draws) return true;
    if (!choose_slot_in_light(m, gx, slots, &slot)) return false;
    if (!slot) return true;
    start_way(m, slot);
    if (!choose_way(m, gx, composite) || !measure_way(m, gx, *composite, &other)) return false;
    if (other.error < own.error - VERTICES_GAIN && other.draws) return true;
    start_way(m, 0);
    return choose_way(m, gx, composite);
}

bool fy_mapping_measure_way(fy_mapping *m, const ferry_gx_material *gx, double *error) {
    fy_reference *reference = &m->p->reference;
    const bool light = reference->mode.full_light;
    const uint8_t at_vertices = m->at_vertices;
    const fy_composite *composite;
    rating found = {0, 0, false};
    m->trying = true;
    bool done = fy_mapping_choose_way(m, gx, &composite);
    m->trying = false;
    if (done) done = measure_way(m, gx, composite, &found);
    *error = found.blend > 0 ? sqrt(found.error * found.error + found.blend * found.blend) : found.error;
    if (!done || !found.draws) *error = -1;
    start_way(m, at_vertices);
    reference->mode.full_light = light;
    reference->mode.composite = NULL;
    return done;
}

void fy_mapping_report_vertices(const fy_mapping *m, const ferry_gx_material *gx) {
    fy_vertex_draws draws = draws_of(m);
    unsigned slots = m->at_vertices;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        uint8_t slot = gx->stages[i].map;
        if (slot >= FERRY_GX_MAX_MAPS || !(slots >> slot & 1)) continue;
        slots &= ~(1U << slot);
        ferry_say(m->p->job, FERRY_NOTE, "t3dm.vertex-texture", m->p->name, m->path,
                  "vertices hold the colours of \"%s\": in between, they differ by %.1f/255 from it",
                  m->p->scene->textures.data[gx->textures[slot]].name,
                  fy_vertex_texture_error(&draws, gx, i));
    }
}
