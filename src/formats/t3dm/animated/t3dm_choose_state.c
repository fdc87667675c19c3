/*
 * t3dm_choose_state.c: one combiner for all that clips make of a material (docs/what-is-lost.md, "Animated
 * materials").
 *
 * Some states that differ most get a combiner of their own each; what it comes to in all the states, each
 * with the constants that suit it best, is added up, and the least sum wins.
 */
#include "formats/t3dm/animated/t3dm_choose_state.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_trial_constants.h"
#include "formats/t3dm/trial/t3dm_trial.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/blend/t3dm_blend.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_measure.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_states.h"

/* The mean difference from which on the first candidate, the state at rest, has to be beaten: by this. */
#define STATE_GAIN .5

/* A sum that wraps is seen more than its mean difference says: a few pixels have the opposite colour. */
#define WRAPS 1.5

/* -------------------------------------------------------------------------------------------- far apart */

static uint32_t apart(int a, int b) {
    return (uint32_t)(a < b ? b - a : a - b);
}

static uint32_t color_distance(const ferry_gx_color *a, const ferry_gx_color *b) {
    return apart(a->r, b->r) + apart(a->g, b->g) + apart(a->b, b->b) + apart(a->a, b->a);
}

static uint32_t distance(const ferry_gx_material *a, const ferry_gx_material *b) {
    enum { PICTURE = 128 };
    uint32_t sum = 0;
    for (int i = 0; i < 4; i++) {
        const ferry_gx_color_s16 *x = &a->registers[i], *y = &b->registers[i];
        sum += apart(x->r, y->r) + apart(x->g, y->g) + apart(x->b, y->b) + apart(x->a, y->a);
        sum += color_distance(&a->konst[i], &b->konst[i]);
    }
    for (int i = 0; i < 2; i++) sum += color_distance(&a->material_colors[i], &b->material_colors[i]);
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) sum += a->textures[i] != b->textures[i] ? PICTURE : 0;
    return sum;
}

unsigned fy_mapping_pick_states(const fy_states *states, uint32_t picked[FY_PICKED_STATES]) {
    unsigned count = 0;
    uint32_t next = 0, far = 1;
    while (count < FY_PICKED_STATES && far > 0) {
        picked[count++] = next;
        far = 0;
        for (uint32_t i = 0; i < states->count; i++) {
            uint32_t near = UINT32_MAX;
            for (unsigned k = 0; k < count; k++) {
                uint32_t d = distance(&states->list[i], &states->list[picked[k]]);
                if (d < near) near = d;
            }
            if (near > far) far = near, next = i;
        }
    }
    return count;
}

uint32_t fy_mapping_look_at_states(const fy_states *states, uint32_t looks[FY_STATE_LOOKS]) {
    const uint32_t all = states->count, count = all < FY_STATE_LOOKS ? all : FY_STATE_LOOKS;
    for (uint32_t i = 0; i < count; i++) looks[i] = count < all ? i * (all - 1) / (count - 1) : i;
    return count;
}

/* --------------------------------------------------------------------------------------------- samples */

/* `posed`; with a composite: that one's state in the colours, at the places and with the other pictures of
 * `posed`. The picture of a film is always that of the moment: it stands for all of them where its layers
 * stay. */
static const ferry_gx_material *with_composite(const fy_mapping *m, const ferry_gx_material *posed,
                                               ferry_gx_material *room) {
    const fy_composite *composite = m->p->reference.mode.composite;
    if (!composite) return posed;
    const unsigned own = (composite->gx.texgens[composite->texgen].matrix - 30U) / 3;
    *room = composite->gx;
    memcpy(room->registers, posed->registers, sizeof room->registers);
    memcpy(room->konst, posed->konst, sizeof room->konst);
    memcpy(room->material_colors, posed->material_colors, sizeof room->material_colors);
    for (unsigned i = 0; i < FERRY_GX_MAX_MAPS; i++)
        if (i != composite->map) room->textures[i] = posed->textures[i];
    fy_move_textures(m->film ? m->formula_state : posed, room);
    room->matrices[own] = composite->gx.matrices[own];
    return room;
}

static void fill(fy_mapping *m, const ferry_gx_material *posed, bool again) {
    fy_reference *reference = &m->p->reference;
    const fy_reference_mode before = reference->mode;
    ferry_gx_material room;
    const ferry_gx_material *state = with_composite(m, posed, &room);
    reference->mode.states = &m->states; /* they know the places of samples */
    if (again)
        fy_reference_fill_again(reference, state, &m->p->summary);
    else
        fy_reference_fill(reference, state, &m->p->summary);
    reference->mode = before;
}

void fy_mapping_fill_state(fy_mapping *m, const ferry_gx_material *state) {
    fill(m, state, false);
}

void fy_mapping_fill_again(fy_mapping *m, const ferry_gx_material *state) {
    fill(m, state, true);
}

/* --------------------------------------------------------------------------------------------- the sum */

/* What the state at rest counts of all: clips may play all the time, or now and then. */
#define REST .25

double fy_mapping_state_weight(uint32_t state, uint32_t count) {
    double rest = count > 1 ? REST : 1;
    return state ? (1 - rest) / (count - 1) : rest;
}

/* The mean difference of a trial over all states, and what its way to blend has of it. */
static double rate(fy_mapping *m, const fy_trial *trial, double *blend) {
    fy_reference *reference = &m->p->reference;
    double sum = 0;
    uint32_t looks[FY_STATE_LOOKS];
    *blend = 0;
    const uint32_t count = fy_mapping_look_at_states(&m->states, looks);
    for (uint32_t i = 0; i < count; i++) {
        fy_trial now = *trial;
        double color, alpha, weight = fy_mapping_state_weight(i, count);
        fy_mapping_fill_state(m, &m->states.list[looks[i]]);
        if (now.blend.unsupported) *blend += weight * fy_blend_want(reference, &now.blend_fit);
        fy_trial_solve(m, &now);
        fy_reference_measure(reference, &now.shading.fit, now.shading.word, &color, &alpha);
        sum += weight * (color + (now.alpha.node == FY_TEV_NONE ? 0 : alpha));
    }
    double wraps = trial->blend.unsupported && trial->blend_fit.method == FY_BLEND_ADDED ? WRAPS : 1;
    return sum + wraps * *blend;
}

bool fy_mapping_choose_state(fy_mapping *m, uint32_t *state) {
    uint32_t picked[FY_PICKED_STATES];
    unsigned count = fy_mapping_pick_states(&m->states, picked);
    double least = 0;
    bool found = false;
    *state = 0;
    m->trying = true;
    for (unsigned i = 0; i < count; i++) {
        fy_trial trial;
        if (!ferry_tick(m->p->job) || !fy_mapping_try(m, &m->states.list[picked[i]], &trial)) return false;
        if (trial.alpha.drop_code) continue;
        double blend, error = rate(m, &trial, &blend);
        if (found && error >= least - STATE_GAIN) continue;
        m->states.blend_error = blend;
        *state = picked[i];
        least = error;
        found = true;
    }
    m->trying = false;
    return true;
}
