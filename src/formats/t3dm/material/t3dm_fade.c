/*
 * t3dm_fade.c: see t3dm_fade.h. A combiner is made for one state, and what is a constant there may have no
 * constant of its own in it. PRIM and ENV that it does not read can do the rest in the second cycle.
 */
#include "formats/t3dm/material/t3dm_fade.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/material/t3dm_choose_state.h"
#include "formats/t3dm/material/t3dm_trial.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/t3dm_blend.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_measure.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_reference_state.h"

/* What a second cycle has to gain, in 255ths of what is seen, if there is one, and if there was none. */
static const double gains[2] = {.5, 1.5};

/* The combiner as it is; faded by PRIM or ENV; its colour times one, plus one, or on its way to one by the
 * alpha of either. */
enum { MOST_WAYS = 16 };

typedef struct ways {
    fy_trial list[MOST_WAYS];
    double means[MOST_WAYS];
    unsigned count;
} ways;

static const uint8_t constants[2] = {FY_RDP_PRIM, FY_RDP_ENV};

/* ------------------------------------------------------------------------------------------- the ways */

static fy_trial *add_way(ways *to, const fy_trial *from) {
    fy_trial *way = &to->list[to->count++];
    *way = *from;
    way->shading.fit.two_cycles = true;
    way->shading.fitted = false;
    return way;
}

/* A constant that is read from now on starts at `value`, which changes nothing. */
static void take_constant(fy_fit *fit, uint8_t slot, bool alpha, double value) {
    double *of = slot == FY_RDP_PRIM ? fit->prim : fit->env;
    uint8_t *has = slot == FY_RDP_PRIM ? &fit->has_prim : &fit->has_env;
    for (int k = alpha ? 3 : 0; k < (alpha ? 4 : 3); k++) of[k] = value;
    *has |= alpha ? 2 : 1;
}

static void add_alpha_way(ways *to, const fy_trial *from, uint8_t by) {
    fy_trial *way = add_way(to, from);
    way->shading.fit.pinned[1] = true;
    way->shading.fit.cycles[1].alpha = (fy_rdp_equation){FY_RDP_COMBINED, FY_RDP_ZERO, by, FY_RDP_ZERO};
    take_constant(&way->shading.fit, by, true, 1);
}

static void add_color_way(ways *to, const fy_trial *from, const fy_rdp_equation *color, uint8_t by,
                          double value) {
    fy_trial *way = add_way(to, from);
    way->shading.fit.pinned[0] = true;
    way->shading.fit.cycles[1].color = *color;
    take_constant(&way->shading.fit, by, false, value);
}

/* The same on its way to a colour, by the alpha of one of both. */
static void add_lerp_way(ways *to, const fy_trial *from, uint8_t color, uint8_t by) {
    const fy_rdp_equation lerp = {color, FY_RDP_COMBINED, (uint8_t)(by + FY_RDP_PRIM_ALPHA - FY_RDP_PRIM),
                                  FY_RDP_COMBINED};
    add_color_way(to, from, &lerp, color, .5);
    take_constant(&to->list[to->count - 1].shading.fit, by, true, 0);
}

static void list_ways(const fy_trial *from, bool in_alpha, ways *to) {
    const uint64_t word = fy_fit_word(&from->shading.fit);
    to->count = 0;
    *add_way(to, from) = *from;
    for (int i = 0; i < 2; i++) {
        const uint8_t by = constants[i];
        bool color = !fy_rdp_reads_color(word, by), alpha = !fy_rdp_reads_alpha(word, by);
        if (in_alpha && alpha && !from->shading.fit.pinned[1]) add_alpha_way(to, from, by);
        if (in_alpha || !color || from->shading.fit.pinned[0]) continue;
        const fy_rdp_equation times = {FY_RDP_COMBINED, FY_RDP_ZERO_AB, by, FY_RDP_ZERO};
        add_color_way(to, from, &times, by, 1);
        for (int k = 0; k < 2; k++)
            if (!fy_rdp_reads_alpha(word, constants[k])) add_lerp_way(to, from, by, constants[k]);
    }
}

/* ------------------------------------------------------------------------------------------ the choice */

/* Each way in all states, with the constants that suit it best there. */
static bool rate(fy_mapping *m, ways *of) {
    fy_reference *reference = &m->p->reference;
    for (unsigned k = 0; k < of->count; k++) of->list[k].shading.word = fy_fit_word(&of->list[k].shading.fit);
    memset(of->means, 0, sizeof of->means);
    for (uint32_t i = 0; i < m->states.count; i++) {
        if (!ferry_tick(m->p->job)) return false;
        fy_reference_fill(reference, &m->states.list[i], &m->p->summary, reference->samples);
        if (of->list[0].blend.asks) fy_blend_want(reference, &of->list[0].additive);
        for (unsigned k = 0; k < of->count; k++) {
            fy_trial now = of->list[k];
            fy_trial_solve(m, &now);
            of->means[k] += fy_mapping_state_weight(m, i) *
                            fy_reference_seen(reference, &now.shading.fit, now.shading.word).mean;
        }
    }
    return true;
}

static bool take_best(fy_mapping *m, ways *of, fy_trial *trial) {
    unsigned best = 0;
    if (of->count < 2 || !rate(m, of)) return false;
    for (unsigned k = 1; k < of->count; k++)
        if (of->means[k] < of->means[best]) best = k;
    if (of->means[0] - of->means[best] < gains[!trial->shading.fit.two_cycles]) return false;
    *trial = of->list[best];
    return true;
}

bool fy_mapping_let_fade(fy_mapping *m, fy_trial *trial) {
    ways *of = fy_job_resize(m->p->job, NULL, 1, sizeof *of);
    if (!of) return false;
    list_ways(trial, false, of);
    bool changed = take_best(m, of, trial);
    bool compares = trial->alpha.compare != 0; /* it would not see the second cycle */
    if (trial->alpha.node != FY_TEV_NONE && !compares) {
        list_ways(trial, true, of);
        changed |= take_best(m, of, trial);
    }
    fy_job_drop(m->p->job, of);
    return changed;
}
