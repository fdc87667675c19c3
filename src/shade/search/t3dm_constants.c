/*
 * t3dm_constants.c: PRIM and ENV for a combiner that stands, by damped Gauss-Newton steps over the samples
 * (docs/what-is-lost.md, "Animated materials").
 *
 * The combiner is run on numbers that know how they follow the four constants that a component may read: its
 * own of PRIM and of ENV, and the alphas of both.
 */
#include "shade/search/t3dm_constants.h"

#include <string.h>

#include "machine/rdp/rdp_combiner.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_measure.h"
#include "shade/t3dm_reference_state.h"

enum { COMBINED_ALPHA = 7 }; /* colour C */

enum { PICKED = FY_SAMPLES / FY_CONSTANTS_STEP, UNKNOWNS = 8, SLOPES = 4, ROUNDS = 8, TRIES = 3 };

/* Sums of squares below which nobody sees a difference. */
#define GOOD_ENOUGH (.2 / 255 * .2 / 255)

/* Above that a second start is worth its time. */
#define VISIBLE (2. / 255 * 2 / 255)

/* How far below the limit alpha is wanted where no sample is drawn: cutouts have 32/255 of room there. */
#define MARGIN_OF_NONE (24. / 255)

/* The largest value that nine bits hold, but for a step. */
#define MOST 1.49

/* By the component's PRIM, ENV, by PRIM's alpha, by ENV's. */
typedef double slopes __attribute__((vector_size(SLOPES * sizeof(double))));

typedef struct number {
    double v;
    slopes by;
} number;

/* What a slot may read of each component, by code; a one and a zero follow. */
enum { NONE = FY_RDP_ZERO, INPUTS = NONE + 1, SAMPLED = 3 };

/* What changes from sample to sample. */
static const uint8_t sampled[SAMPLED] = {FY_RDP_TEX0, FY_RDP_TEX1, FY_RDP_SHADE};

/* Places of the inputs of each component's equation: a, b, c, d. */
typedef struct slots {
    uint8_t of[4][4];
} slots;

typedef struct problem {
    slots cycles[2];
    bool two, alpha;
    bool multiplies[4]; /* the second cycle multiplies by what the first one makes of the component */
    unsigned free;
    double inputs[PICKED][SAMPLED][4];
    double wanted[PICKED][4];
    bool cut, drawn[PICKED]; /* of a cutout's alpha only counts which pixels are drawn, from this one on: */
    double limit;
    bool none;              /* is drawn, of all samples */
    double weights[PICKED]; /* how much of a pixel's colour is seen, 0..1 */
} problem;

/* PRIM's r, g, b, a, then ENV's. */
typedef struct unknowns {
    double of[UNKNOWNS];
} unknowns;

/* ------------------------------------------------------------------------------------- the combiner */

/* The first cycle has nothing combined; the second one has the textures the other way round. */
static uint8_t place_of(uint8_t code, int k, int cycle) {
    if (code == FY_RDP_COMBINED && cycle == 0) code = NONE;
    if (code == FY_RDP_TEX0 || code == FY_RDP_TEX1)
        code = (code == FY_RDP_TEX0) == (cycle == 0) ? FY_RDP_TEX0 : FY_RDP_TEX1;
    return (uint8_t)(4 * (code < INPUTS ? code : NONE) + k);
}

static uint8_t without_one(uint8_t code) {
    return code == FY_RDP_ONE ? NONE : code;
}

static uint8_t place_of_c(uint8_t code, int k, int cycle) {
    if (k == 3 || code < 7 || code > FY_RDP_ENV_ALPHA) return place_of(without_one(code), k, cycle);
    return place_of((uint8_t)(code - 7), 3, cycle);
}

static slots slots_of(const fy_rdp_cycle *cycle, int which) {
    slots made;
    for (int k = 0; k < 4; k++) {
        const fy_rdp_equation *e = k == 3 ? &cycle->alpha : &cycle->color;
        made.of[k][0] = place_of(e->a, k, which);
        made.of[k][1] = place_of(k == 3 ? e->b : without_one(e->b), k, which);
        made.of[k][2] = place_of_c(e->c, k, which);
        made.of[k][3] = place_of(e->d, k, which);
    }
    return made;
}

/* (a - b) * c + d */
static void run_cycle(const slots *cycle, const number *inputs, number out[4]) {
    for (int k = 0; k < 4; k++) {
        const uint8_t *of = cycle->of[k];
        const number *a = &inputs[of[0]], *b = &inputs[of[1]], *c = &inputs[of[2]], *d = &inputs[of[3]];
        const double factor = a->v - b->v;
        out[k].v = factor * c->v + d->v;
        out[k].by = (a->by - b->by) * c->v + factor * c->by + d->by;
    }
}

static bool is_free(const problem *of, int unknown) {
    unsigned part = unknown == 3   ? FY_PRIM_ALPHA
                    : unknown == 7 ? FY_ENV_ALPHA
                    : unknown < 3  ? FY_PRIM_COLOR
                                   : FY_ENV_COLOR;
    return of->free & part;
}

/* What all samples share. Nothing is to follow what is not free. */
static void fill_inputs(const problem *of, const unknowns *at, number inputs[4 * INPUTS]) {
    memset(inputs, 0, 4 * INPUTS * sizeof *inputs);
    for (int k = 0; k < 4; k++) {
        inputs[4 * FY_RDP_ONE + k].v = 1;
        for (int which = 0; which < 2; which++) {
            number *constant = &inputs[4 * (which ? FY_RDP_ENV : FY_RDP_PRIM) + k];
            constant->v = at->of[4 * which + k];
            constant->by[k == 3 ? 2 + which : which] = is_free(of, 4 * which + k);
        }
    }
}

/* -------------------------------------------------------------------------------------------- the steps */

typedef struct equations {
    double normal[UNKNOWNS][UNKNOWNS], right[UNKNOWNS], error;
} equations;

/* Where the result is cut off, a constant only counts if it can bring it back. */
static bool counts(double value, double wanted) {
    return (value > 0 || wanted > 0) && (value < 1 || wanted < 1);
}

static double clamped(double value) {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* `value` should be larger by `off`. Most values follow one constant or none. */
static void add_equation(const number *value, double off, double weight, int k, equations *to) {
    const int of[SLOPES] = {k, 4 + k, 3, 7};
    for (int a = 0; a < SLOPES; a++) {
        const double share = weight * value->by[a];
        if (share == 0) continue;
        to->right[of[a]] += share * off;
        for (int b = 0; b < SLOPES; b++) to->normal[of[a]][of[b]] += share * value->by[b];
    }
}

/* Whether a pixel of a cutout is drawn: by half a step to be on the right side, or if none is, by so much
 * that brighter texels are not drawn either. Weighs as much as colours do, though thresholds lie in a narrow
 * range. */
static void add_cut(const problem *of, const number *value, bool drawn, equations *to) {
    const double margin = of->none ? MARGIN_OF_NONE : .5 / 255, weight = 64;
    double off = of->limit + (drawn ? margin : -margin) - value->v;
    if (drawn ? off <= 0 : off >= 0) return;
    to->error += weight * off * off;
    add_equation(value, off, weight, 3, to);
}

/* Values beyond what nine bits hold come out as something else entirely. So do those beyond white that are
 * multiplied by: there the ninth bit is a sign. */
static void keep_in_range(const number *value, double most, int k, equations *to) {
    const double least = -.49, weight = 8;
    double off = value->v < least ? least - value->v : value->v > most ? most - value->v : 0;
    if (off == 0) return;
    to->error += weight * off * off;
    add_equation(value, off, weight, k, to);
}

static void add_component(const number *value, double wanted, double weight, int k, equations *to) {
    double off = wanted - clamped(value->v);
    to->error += weight * off * off;
    if (counts(value->v, wanted)) add_equation(value, wanted - value->v, weight, k, to);
}

static void sum_up(const problem *of, const unknowns *at, equations *to) {
    number inputs[4 * INPUTS], second[4];
    number *between = &inputs[4 * FY_RDP_COMBINED], *out = of->two ? second : between;
    *to = (equations){.error = 0};
    fill_inputs(of, at, inputs);
    for (int i = 0; i < PICKED; i++) {
        for (int input = 0; input < SAMPLED; input++)
            for (int k = 0; k < 4; k++) inputs[4 * sampled[input] + k].v = of->inputs[i][input][k];
        run_cycle(&of->cycles[0], inputs, between);
        if (of->two) run_cycle(&of->cycles[1], inputs, second);
        for (int k = 0; k < (of->alpha ? 4 : 3); k++) {
            if (k == 3 && of->cut)
                add_cut(of, &out[k], of->drawn[i], to);
            else
                add_component(&out[k], of->wanted[i][k], k < 3 ? of->weights[i] : 1, k, to);
            keep_in_range(&out[k], MOST, k, to);
            if (of->two) keep_in_range(&between[k], of->multiplies[k] ? 1 : MOST, k, to);
        }
    }
}

/* What is not free, or decides nothing, stays. */
static void solve_step(const problem *of, const equations *from, double damping, double step[UNKNOWNS]) {
    double m[UNKNOWNS][UNKNOWNS + 1];
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int k = 0; k < UNKNOWNS; k++)
            m[i][k] = is_free(of, i) && is_free(of, k) ? from->normal[i][k] : 0;
        m[i][i] += damping * (1 + m[i][i]) + 1e-9;
        m[i][UNKNOWNS] = is_free(of, i) ? from->right[i] : 0;
    }
    for (int i = 0; i < UNKNOWNS; i++)
        for (int row = i + 1; row < UNKNOWNS; row++) {
            double factor = m[row][i] / m[i][i];
            for (int k = i; k <= UNKNOWNS; k++) m[row][k] -= factor * m[i][k];
        }
    for (int i = UNKNOWNS; i-- > 0;) {
        double sum = m[i][UNKNOWNS];
        for (int k = i + 1; k < UNKNOWNS; k++) sum -= m[i][k] * step[k];
        step[i] = sum / m[i][i];
    }
}

/* A step that helps, with more damping the third time; false if there is none. */
static bool take_step(const problem *of, unknowns *at, equations *now) {
    double damping = 1e-4;
    for (int i = 0; i < TRIES; i++, damping *= 30) {
        double step[UNKNOWNS];
        unknowns next;
        equations then;
        solve_step(of, now, damping, step);
        for (int k = 0; k < UNKNOWNS; k++)
            next.of[k] = is_free(of, k) ? clamped(at->of[k] + step[k]) : at->of[k];
        sum_up(of, &next, &then);
        if (!(then.error < now->error)) continue;
        *at = next;
        *now = then;
        return true;
    }
    return false;
}

static bool draws_any(const fy_reference *reference) {
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        if (fy_reference_draws(reference, reference->samples[i].wanted[3])) return true;
    return false;
}

static void pose_problem(const fy_reference *reference, const fy_fit *fit, bool alpha, unsigned free,
                         problem *to) {
    fy_rdp_cycle cycles[2];
    *to = (problem){.alpha = alpha, .free = free};
    to->two = fy_rdp_decode(fy_fit_word(fit), cycles);
    to->cycles[0] = slots_of(&cycles[to->two ? 0 : 1], 0);
    to->cycles[1] = slots_of(&cycles[1], 1);
    const uint8_t by = cycles[1].color.c;
    for (int k = 0; k < 4; k++) to->multiplies[k] = by == (k < 3 ? FY_RDP_COMBINED : COMBINED_ALPHA);
    to->cut = reference->threshold != 0;
    to->limit = (reference->threshold - .5) / 255;
    to->none = to->cut && !draws_any(reference);
    const fy_ready_fit ready = fy_reference_ready(reference, fit, fy_fit_word(fit));
    for (int i = 0; i < PICKED; i++) {
        const fy_sample *sample = &reference->samples[i * FY_CONSTANTS_STEP];
        fy_rdp_inputs seen;
        fy_reference_inputs(reference, &ready, sample, &seen);
        for (int k = 0; k < 4; k++) {
            to->inputs[i][0][k] = seen.tex0[k] / 255.0;
            to->inputs[i][1][k] = seen.tex1[k] / 255.0;
            to->inputs[i][2][k] = seen.shade[k] / 255.0;
            to->wanted[i][k] = sample->wanted[k] / 255.0;
        }
        to->drawn[i] = fy_reference_draws(reference, sample->wanted[3]);
        to->weights[i] = to->cut ? to->drawn[i] : (double)sample->weight;
    }
}

/* Takes steps until nothing is gained. `at`: where to start. */
static void improve(const problem *of, unknowns *at, equations *now) {
    sum_up(of, at, now);
    for (int i = 0; i < ROUNDS && now->error > GOOD_ENOUGH * PICKED; i++) {
        double before = now->error;
        if (!take_step(of, at, now) || now->error > before * .999) break;
    }
}

/* A share that has come to nothing hides what it is a share of: no step leads on from white of which there is
 * none to black of which there is half. (A share of all hides what is below it, but has room to shrink.) */
static bool is_stuck(const problem *of, const unknowns *at) {
    return (is_free(of, 3) && at->of[3] == 0) || (is_free(of, 7) && at->of[7] == 0);
}

/* The other way round: such a share is a half, and of the opposite colour. */
static unknowns opposite_start(const problem *of, const unknowns *at) {
    unknowns other = *at;
    for (int alpha = 3; alpha < UNKNOWNS; alpha += 4) {
        if (!is_free(of, alpha) || at->of[alpha] != 0) continue;
        other.of[alpha] = .5;
        for (int k = alpha - 3; k < alpha; k++)
            if (is_free(of, k)) other.of[k] = at->of[k] < .5;
    }
    return other;
}

void fy_solve_constants(const fy_reference *reference, unsigned free, bool alpha, fy_fit *fit) {
    problem of;
    unknowns at;
    equations now;
    if (!free) return;
    pose_problem(reference, fit, alpha, free, &of);
    memcpy(at.of, fit->prim, sizeof fit->prim);
    memcpy(at.of + 4, fit->env, sizeof fit->env);
    for (int k = 0; k < UNKNOWNS; k++) at.of[k] = clamped(at.of[k]);
    improve(&of, &at, &now);
    if (is_stuck(&of, &at) && now.error > VISIBLE * PICKED) {
        unknowns other = opposite_start(&of, &at);
        equations second;
        improve(&of, &other, &second);
        if (second.error < now.error) at = other;
    }
    memcpy(fit->prim, at.of, sizeof fit->prim);
    memcpy(fit->env, at.of + 4, sizeof fit->env);
}
