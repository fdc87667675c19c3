/*
 * t3dm_fade.c: see t3dm_fade.h. A combiner is made for one state, and what is a constant there may have no
 * constant of its own in it. PRIM and ENV that it does not read can do the rest in the second cycle.
 */
#include "formats/t3dm/animated/t3dm_fade.h"

#include <stdio.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/animated/t3dm_choose_state.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_trial_constants.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/blend/t3dm_blend.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_measure.h"
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

/* Whether the colour half alone reads the alpha of PRIM or ENV. */
static bool color_reads_alpha(const fy_fit *fit, uint8_t slot) {
    static const fy_rdp_equation none = {FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ONE};
    fy_fit alone = *fit;
    alone.cycles[0].alpha = alone.cycles[1].alpha = none;
    return fy_rdp_reads_alpha(fy_fit_word(&alone), slot);
}

static void settle_cycles(fy_fit *fit) {
    fit->two_cycles = fit->pinned[0] || fit->pinned[1] || fit->textures[1].used;
}

/* Instead of what it is: a texture's alpha times a constant. */
static void add_plain_alpha(ways *to, const fy_trial *from, int which, uint8_t by) {
    static const fy_rdp_equation pass = {FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_COMBINED};
    const fy_fit_texture *texture = &from->shading.fit.textures[which];
    if (!texture->used || (texture->alpha == FY_FIT_NO_COMPONENT && !texture->baked_alpha)) return;
    fy_fit *fit = &add_way(to, from)->shading.fit;
    fit->cycles[0].alpha = (fy_rdp_equation){which ? FY_RDP_TEX1 : FY_RDP_TEX0, FY_RDP_ZERO, by, FY_RDP_ZERO};
    fit->cycles[1].alpha = pass;
    fit->pinned[1] = false;
    settle_cycles(fit);
    take_constant(fit, by, true, .5);
}

static void list_alpha_ways(const fy_trial *from, ways *to) {
    const fy_fit *fit = &from->shading.fit;
    const uint64_t word = fy_fit_word(fit);
    to->count = 0;
    *add_way(to, from) = *from;
    for (int i = 0; i < 2; i++) {
        const uint8_t by = constants[i];
        if (!fy_rdp_reads_alpha(word, by) && !fit->pinned[1]) add_alpha_way(to, from, by);
        if (color_reads_alpha(fit, by)) continue;
        for (int which = 0; which < 2; which++) add_plain_alpha(to, from, which, by);
    }
}

/* Instead of what it is: the first texture times PRIM and plus ENV, or between both; `lit`: times what the
 * vertices have. */
static void add_plain_color(ways *to, const fy_trial *from, const fy_rdp_equation *color, bool lit) {
    static const fy_rdp_equation pass = {FY_RDP_ZERO_AB, FY_RDP_ZERO_AB, FY_RDP_ZERO_C, FY_RDP_COMBINED},
                                 times = {FY_RDP_COMBINED, FY_RDP_ZERO_AB, FY_RDP_SHADE, FY_RDP_ZERO};
    const fy_fit_texture *texture = &from->shading.fit.textures[0];
    bool reads = texture->used && (texture->swizzle[0] != FY_FIT_NO_COMPONENT || texture->baked);
    if (!reads || (lit && from->shading.fit.shade == FY_TEV_NONE)) return;
    fy_fit *fit = &add_way(to, from)->shading.fit;
    fit->cycles[0].color = *color;
    fit->cycles[1].color = lit ? times : pass;
    fit->pinned[0] = lit;
    settle_cycles(fit);
    take_constant(fit, FY_RDP_PRIM, false, .5);
    take_constant(fit, FY_RDP_ENV, false, .25);
}

static void list_color_ways(const fy_trial *from, ways *to) {
    static const fy_rdp_equation sum = {FY_RDP_TEX0, FY_RDP_ZERO_AB, FY_RDP_PRIM, FY_RDP_ENV},
                                 between = {FY_RDP_PRIM, FY_RDP_ENV, FY_RDP_TEX0, FY_RDP_ENV};
    const uint64_t word = fy_fit_word(&from->shading.fit);
    to->count = 0;
    *add_way(to, from) = *from;
    for (int lit = 0; lit < 2; lit++) {
        add_plain_color(to, from, &sum, lit);
        add_plain_color(to, from, &between, lit);
    }
    for (int i = 0; i < 2 && !from->shading.fit.pinned[0]; i++) {
        const uint8_t by = constants[i];
        const fy_rdp_equation times = {FY_RDP_COMBINED, FY_RDP_ZERO_AB, by, FY_RDP_ZERO};
        if (fy_rdp_reads_color(word, by)) continue;
        add_color_way(to, from, &times, by, 1);
        for (int k = 0; k < 2; k++)
            if (!fy_rdp_reads_alpha(word, constants[k])) add_lerp_way(to, from, by, constants[k]);
    }
}

/* ------------------------------------------------------------------------------------------ the choice */

/* Each way in all states, with the constants that suit it best there. */
static bool rate(fy_mapping *m, ways *of) {
    fy_reference *reference = &m->p->reference;
    uint32_t looks[FY_STATE_LOOKS];
    for (unsigned k = 0; k < of->count; k++) of->list[k].shading.word = fy_fit_word(&of->list[k].shading.fit);
    memset(of->means, 0, sizeof of->means);
    const uint32_t count = fy_mapping_look_at_states(&m->states, looks);
    for (uint32_t i = 0; i < count; i++) {
        if (!ferry_tick(m->p->job)) return false;
        fy_mapping_fill_state(m, &m->states.list[looks[i]]);
        if (of->list[0].blend.unsupported) fy_blend_want(reference, &of->list[0].blend_fit);
        for (unsigned k = 0; k < of->count; k++) {
            fy_trial now = of->list[k];
            fy_trial_solve(m, &now);
            of->means[k] += fy_mapping_state_weight(i, count) *
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
    bool more = of->list[best].shading.fit.two_cycles && !trial->shading.fit.two_cycles;
    if (of->means[0] - of->means[best] < gains[more]) return false;
    *trial = of->list[best];
    return true;
}

/* How its halves came about. */
static void say_change(fy_shading *shading, const char *text) {
    size_t used = strlen(shading->changes), size = sizeof shading->changes;
    if (used + strlen(text) + 3 > size) return;
    snprintf(shading->changes + used, size - used, "%s%s", used ? ", " : "", text);
}

bool fy_mapping_let_fade(fy_mapping *m, fy_trial *trial) {
    const fy_tev *tev = &m->p->reference.tev;
    const uint16_t alpha = trial->alpha.node;
    if (trial->shading.fit.dissolves) return false; /* PRIM and ENV have their places */
    /* what stands for another blend depends on both halves of the source's formula */
    bool both = m->formula_state || (trial->blend.unsupported &&
                                     (fy_tev_moves_in(tev, tev->color) || fy_tev_moves_in(tev, tev->alpha))),
         color_moves = both || fy_tev_moves_in(tev, trial->color), changed = false,
         alpha_moves = alpha != FY_TEV_NONE &&
                       (both ? !m->formula_state || !trial->alpha.cutout : fy_tev_moves_in(tev, alpha)),
         compares = trial->alpha.compare != 0; /* it would not see the second cycle */
    ways *of = color_moves || alpha_moves ? fy_job_resize(m->p->job, NULL, 1, sizeof *of) : NULL;
    if (!of) return false;
    if (color_moves) {
        list_color_ways(trial, of);
        changed = take_best(m, of, trial);
        if (changed) say_change(&trial->shading, "colours that follow clips");
    }
    if (alpha_moves && !compares) {
        list_alpha_ways(trial, of);
        bool other = take_best(m, of, trial);
        if (other) say_change(&trial->shading, "alpha that follows clips");
        changed |= other;
    }
    fy_job_drop(m->p->job, of);
    return changed;
}
