/*
 * t3dm_search.c: the combiner that comes nearest to what the source's machine draws
 * (docs/what-is-lost.md, "The search").
 *
 * A setup names what the two texture slots and the vertex colour hold. For each setup a list of well-known
 * combiners is tried; the best few are then varied, one of their eight slots at a time, as long as that
 * helps. Whatever is tried gets the constants that suit it best: PRIM, ENV, their alphas and a tint of the
 * vertex colour, by damped Gauss-Newton steps.
 */
#include "shade/search/t3dm_search.h"

#include <string.h>

#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_fit.h"
#include "shade/t3dm_reference.h"
#include "shade/t3dm_reference_state.h"

/* Of each setup so many are varied, so often; more often where time is no matter. */
enum {
    FINALISTS = FY_SEARCH_FINALISTS,
    OF_SETUP = 2,
    ROUNDS = 4,
    THOROUGH_OF_SETUP = 10,
    THOROUGH_ROUNDS = 12
};

/* Mean square below which nobody sees a difference: half a 255th. */
#define GOOD_ENOUGH (.25F / (255 * 255))

static const fy_rdp_equation pass_on = {FY_RDP_ZERO_AB, FY_RDP_ZERO_AB, FY_RDP_ZERO_C, FY_RDP_COMBINED};

/* -------------------------------------------------------------------------------------- evaluation */

/* The inputs of one cycle by code; NULL: cannot be read. */
typedef struct bench {
    fy_color_plane filled[5]; /* PRIM, ENV, SHADE, and the alphas of PRIM and ENV */
    fy_color_plane combined, out;
} bench;

static void fill_plane(const float color[3], fy_color_plane *out) {
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < FY_SEARCH_COLUMNS; i++) out->v[FY_SEARCH_AT(k, i)] = color[k];
}

/* Only what the candidate reads. */
static void lay_out(const fy_candidate *c, const fy_constants *k, bench *b) {
    static const uint8_t codes[2] = {FY_RDP_PRIM_ALPHA, FY_RDP_ENV_ALPHA};
    if (fy_search_reads(c, FY_RDP_PRIM, false)) fill_plane(k->color[0], &b->filled[0]);
    if (fy_search_reads(c, FY_RDP_ENV, false)) fill_plane(k->color[1], &b->filled[1]);
    for (int which = 0; which < 2; which++) {
        float alphas[3] = {k->alpha[which], k->alpha[which], k->alpha[which]};
        if (fy_search_reads(c, codes[which], true)) fill_plane(alphas, &b->filled[3 + which]);
    }
    if (!fy_search_reads(c, FY_RDP_SHADE, false)) return;
    for (int m = 0; m < 3; m++)
        for (int i = 0; i < FY_SEARCH_COLUMNS; i++)
            b->filled[2].v[FY_SEARCH_AT(m, i)] = k->color[2][m] * c->with->vertices->v[FY_SEARCH_AT(m, i)];
}

/* In the second cycle TEX0 is the texture of slot B, and that of slot A belongs to another pixel. */
static const fy_color_plane *texel_plane(const fy_setup *with, int which, bool alpha, int cycle) {
    int slot = cycle == 0 ? which : which == 0 ? 1 : -1;
    if (slot < 0) return NULL;
    return alpha ? with->texel_alphas[slot] : with->texels[slot];
}

typedef enum position { SLOT_A, SLOT_B, SLOT_C, SLOT_D } position;

static const fy_color_plane *input(const fy_combiner_search *s, const fy_setup *with, const bench *b,
                                   position where, uint8_t code, int cycle) {
    if ((s->locked[0] && code == FY_RDP_PRIM) || (s->locked[1] && code == FY_RDP_ENV)) return NULL;
    if (s->alpha && where == SLOT_C && code != FY_RDP_ZERO_C &&
        (code == FY_RDP_COMBINED || code > FY_RDP_ENV))
        return NULL;
    switch (code) {
    case FY_RDP_COMBINED:
        return cycle ? &b->combined : NULL;
    case FY_RDP_TEX0:
        return texel_plane(with, 0, false, cycle);
    case FY_RDP_TEX1:
        return texel_plane(with, 1, false, cycle);
    case FY_RDP_PRIM:
        return &b->filled[0];
    case FY_RDP_SHADE:
        return &b->filled[2];
    case FY_RDP_ENV:
        return &b->filled[1];
    default:
        break;
    }
    if (where == SLOT_C) {
        if (code == FY_RDP_TEX0_ALPHA) return texel_plane(with, 0, true, cycle);
        if (code == FY_RDP_TEX1_ALPHA) return texel_plane(with, 1, true, cycle);
        if (code == FY_RDP_PRIM_ALPHA) return &b->filled[3];
        if (code == FY_RDP_ENV_ALPHA) return &b->filled[4];
        return code == FY_RDP_ZERO_C ? &s->zero : NULL;
    }
    if (code == FY_RDP_ONE) return where == SLOT_B ? NULL : &s->one;
    return code == (where == SLOT_D ? FY_RDP_ZERO : FY_RDP_ZERO_AB) ? &s->zero : NULL;
}

static bool run_cycle(const fy_combiner_search *s, const fy_setup *with, const bench *b,
                      const fy_rdp_equation *cycle, int number, fy_color_plane *out) {
    const fy_color_plane *a = input(s, with, b, SLOT_A, cycle->a, number),
                         *minus = input(s, with, b, SLOT_B, cycle->b, number),
                         *times = input(s, with, b, SLOT_C, cycle->c, number),
                         *plus = input(s, with, b, SLOT_D, cycle->d, number);
    if (!a || !minus || !times || !plus) return false;
    const float *x = a->v, *y = minus->v, *z = times->v, *w = plus->v;
    float *restrict to = out->v;
    for (int i = 0; i < FY_SEARCH_VALUES; i++) to[i] = (x[i] - y[i]) * z[i] + w[i];
    return true;
}

/* How far a value leaves the range that the hardware keeps between the cycles. */
static float excess(float value, float most) {
    return value < -.5F ? -.5F - value : value > most ? value - most : 0;
}

/* Results before the last clamp; inner results that would wrap around push the value away. */
static bool run_candidate(const fy_combiner_search *s, const fy_candidate *c, const fy_constants *k,
                          bench *b) {
    lay_out(c, k, b);
    if (!run_cycle(s, c->with, b, &c->cycles[0], 0, c->two ? &b->combined : &b->out)) return false;
    if (!c->two) return true;
    if (!run_cycle(s, c->with, b, &c->cycles[1], 1, &b->out)) return false;
    float most = c->cycles[1].c == FY_RDP_COMBINED ? 1 : 1.49F;
    for (int i = 0; i < FY_SEARCH_VALUES; i++) b->out.v[i] += 4 * excess(b->combined.v[i], most);
    return true;
}

/* Zero for what is no number. */
static float clamped(float value) {
    return value > 0 ? value < 1 ? value : 1 : 0;
}

/* Several sums at a time, in an order that is the same for every compiler. */
static float mean_square(const fy_combiner_search *s, const fy_color_plane *out) {
    float sums[8] = {0}, all = 0;
    for (int i = 0; i < FY_SEARCH_VALUES; i += 8)
        for (int k = 0; k < 8; k++) {
            float off = clamped(out->v[i + k]) - s->wanted.v[i + k];
            /* Beyond the wrap the hardware shows something else entirely. */
            float beyond = excess(out->v[i + k], 1.49F);
            sums[k] += off * off * s->counts.v[i + k] + beyond * beyond;
        }
    for (int k = 0; k < 8; k++) all += sums[k];
    return all / s->count;
}

/* --------------------------------------------------------------------------------------- constants */

bool fy_search_reads(const fy_candidate *c, uint8_t code, bool only_c) {
    for (int i = 0; i < (c->two ? 2 : 1); i++) {
        const fy_rdp_equation *e = &c->cycles[i];
        if (e->c == code || (!only_c && (e->a == code || e->b == code || e->d == code))) return true;
    }
    return false;
}

/* Gauss-Newton for one component (or, of the alphas, for all at once): `columns` derivatives by constant. */
static void solve_step(const float normal[3][3], const float right[3], int count, float step[3]) {
    double m[3][4];
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) m[i][k] = (double)normal[i][k];
        m[i][i] += 1e-4 + 1e-3 * m[i][i];
        m[i][count] = (double)right[i];
    }
    for (int i = 0; i < count; i++)
        for (int row = i + 1; row < count; row++) {
            double factor = m[row][i] / m[i][i];
            for (int k = i; k <= count; k++) m[row][k] -= factor * m[i][k];
        }
    for (int i = count; i-- > 0;) {
        double sum = m[i][count];
        for (int k = i + 1; k < count; k++) sum -= m[i][k] * (double)step[k];
        step[i] = (float)(sum / m[i][i]);
    }
}

#define NUDGE (1 / 64.0F)

/* Where the result is cut off, a constant only counts if it can bring it back. */
static bool counts(float value, float wanted) {
    return (value > 0 || wanted > 0) && (value < 1 || wanted < 1);
}

typedef struct slopes {
    fy_color_plane by[3]; /* derivative by constant */
    int group[3], count;
} slopes;

/* One more derivative: by a constant of group `group`, which `nudged` moves to the given side. */
static bool add_slope(const fy_combiner_search *s, const fy_candidate *c, const bench *at,
                      const fy_constants *nudged, float sign, int group, bench *room, slopes *to) {
    fy_color_plane *by = &to->by[to->count];
    if (!run_candidate(s, c, nudged, room)) return false;
    for (int i = 0; i < FY_SEARCH_VALUES; i++) by->v[i] = (room->out.v[i] - at->out.v[i]) * (sign / NUDGE);
    to->group[to->count++] = group;
    return true;
}

/* Derivatives by whole colours: each component only moves its own values. */
static bool color_slopes(const fy_combiner_search *s, const fy_candidate *c, const bench *at, bench *room,
                         slopes *to) {
    static const uint8_t codes[3] = {FY_RDP_PRIM, FY_RDP_ENV, FY_RDP_SHADE};
    to->count = 0;
    for (int g = 0; g < 3; g++) {
        if (!fy_search_reads(c, codes[g], false)) continue;
        fy_constants nudged = c->k;
        float sign = c->k.color[g][0] + c->k.color[g][1] + c->k.color[g][2] > 1.5F ? -1.0F : 1.0F;
        for (int k = 0; k < 3; k++) nudged.color[g][k] += sign * NUDGE;
        if (!add_slope(s, c, at, &nudged, sign, g, room, to)) return false;
    }
    return true;
}

static bool alpha_slopes(const fy_combiner_search *s, const fy_candidate *c, const bench *at, bench *room,
                         slopes *to) {
    static const uint8_t codes[2] = {FY_RDP_PRIM_ALPHA, FY_RDP_ENV_ALPHA};
    to->count = 0;
    for (int g = 0; g < 2; g++) {
        if (!fy_search_reads(c, codes[g], true)) continue;
        fy_constants nudged = c->k;
        float sign = c->k.alpha[g] > .5F ? -1.0F : 1.0F;
        nudged.alpha[g] += sign * NUDGE;
        if (!add_slope(s, c, at, &nudged, sign, g, room, to)) return false;
    }
    return true;
}

/* The step for `count` values from `from` on. */
static void step_for(const fy_combiner_search *s, const fy_color_plane *out, const slopes *by, int from,
                     int count, float step[3]) {
    float normal[3][3] = {{0}}, right[3] = {0};
    for (int i = from; i < from + count; i++) {
        if (!(s->counts.v[i] > 0) || !counts(out->v[i], s->wanted.v[i])) continue;
        float off = (s->wanted.v[i] - out->v[i]) * s->counts.v[i];
        for (int a = 0; a < by->count; a++) {
            right[a] += by->by[a].v[i] * off;
            for (int b = 0; b <= a; b++) normal[a][b] += by->by[a].v[i] * by->by[b].v[i] * s->counts.v[i];
        }
    }
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < a; b++) normal[b][a] = normal[a][b];
    solve_step(normal, right, by->count, step);
}

/* Takes the step, or less of it, if that helps. */
static bool take_step(const fy_combiner_search *s, fy_candidate *c, const fy_constants *step, bench *room) {
    float share = 1;
    for (int tries = 0; tries < 3; tries++, share /= 3) {
        fy_constants next = c->k;
        for (int g = 0; g < 3; g++)
            for (int k = 0; k < 3; k++)
                next.color[g][k] = clamped(next.color[g][k] + share * step->color[g][k]);
        for (int g = 0; g < 2; g++) next.alpha[g] = clamped(next.alpha[g] + share * step->alpha[g]);
        if (!run_candidate(s, c, &next, room)) return false;
        float error = mean_square(s, &room->out);
        if (!(error < c->error)) continue; /* nor what is no number */
        c->k = next;
        c->error = error;
        return true;
    }
    return false;
}

static bool improve_colors(const fy_combiner_search *s, fy_candidate *c, bench *at, bench *room) {
    slopes by;
    fy_constants step = {{{0}}, {0}};
    if (!run_candidate(s, c, &c->k, at) || !color_slopes(s, c, at, room, &by) || by.count == 0) return false;
    for (int k = 0; k < 3; k++) {
        float of[3];
        step_for(s, &at->out, &by, FY_SEARCH_AT(k, 0), FY_SEARCH_PICKED, of);
        for (int g = 0; g < by.count; g++) step.color[by.group[g]][k] = of[g];
    }
    return take_step(s, c, &step, room);
}

static bool improve_alphas(const fy_combiner_search *s, fy_candidate *c, bench *at, bench *room) {
    slopes by;
    fy_constants step = {{{0}}, {0}};
    float of[3];
    if (!run_candidate(s, c, &c->k, at) || !alpha_slopes(s, c, at, room, &by) || by.count == 0) return false;
    step_for(s, &at->out, &by, 0, FY_SEARCH_VALUES, of);
    for (int g = 0; g < by.count; g++) step.alpha[by.group[g]] = of[g];
    return take_step(s, c, &step, room);
}

/* False if the candidate reads what its setup does not have. */
static bool settle_candidate(const fy_combiner_search *s, fy_candidate *c, int steps) {
    bench at, room;
    if (!run_candidate(s, c, &c->k, &at)) return false;
    c->error = mean_square(s, &at.out);
    for (int i = 0; i < steps; i++) {
        float before = c->error;
        bool moved = improve_colors(s, c, &at, &room);
        moved = improve_alphas(s, c, &at, &room) || moved;
        if (!moved || c->error > before * .98F) break;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ setups */

/* Samples of which fewer count tell too little. */
enum { ENOUGH = FY_SEARCH_PICKED / 4 };

/* Every fourth one. Where most of a surface is cut out that leaves few: then evenly over those that count. */
static void pick_samples(fy_combiner_search *s) {
    const fy_reference *reference = s->reference;
    unsigned counting[FY_SAMPLES], count = 0, step = FY_SAMPLES / FY_SEARCH_PICKED, picked = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        if (reference->samples[i].weight > 0) counting[count++] = i, picked += i % step == 0;
    bool few = !s->alpha && picked < ENOUGH && count;
    for (unsigned i = 0; i < FY_SEARCH_PICKED; i++)
        s->samples[i] = &reference->samples[few ? counting[i * count / FY_SEARCH_PICKED] : i * step];
    for (unsigned i = 0; i < FY_BRIGHT_SAMPLES; i++) s->samples[FY_SEARCH_PICKED + i] = &reference->bright[i];
}

void fy_search_start(fy_combiner_search *s, fy_reference *reference, bool alpha) {
    *s = (fy_combiner_search){.reference = reference, .alpha = alpha};
    pick_samples(s);
    for (int i = 0; i < FY_SEARCH_VALUES; i++) {
        int column = i % FY_SEARCH_COLUMNS;
        const fy_sample *sample = s->samples[column];
        s->one.v[i] = 1;
        s->counts.v[i] = column >= FY_SEARCH_PICKED ? 0 : alpha ? 1 : sample->weight;
        s->count += s->counts.v[i];
        s->wanted.v[i] = sample->wanted[i / FY_SEARCH_COLUMNS] / 255.0F;
    }
}

/* What the vertices can carry of node `at`, in the samples' light. NONE: plain white. */
void fy_search_add_shade(fy_combiner_search *s, uint16_t at) {
    const fy_reference *reference = s->reference;
    for (unsigned i = 0; i < s->shade_count; i++)
        if (s->shades[i].node == at) return;
    if (s->shade_count == FY_SEARCH_SHADES) return;
    fy_shade_choice *to = &s->shades[s->shade_count++];
    to->node = at;
    bool lit = at != FY_TEV_NONE && fy_fit_shade_of(&reference->tev, at) == FY_FIT_LIT;
    for (int i = 0; i < FY_SEARCH_COLUMNS; i++) {
        double value[3] = {1, 1, 1}, light = lit ? fy_reference_light(s->samples[i]->towards) : 1;
        if (at != FY_TEV_NONE) fy_tev_value(&reference->tev, at, &s->samples[i]->plain, value);
        for (int k = 0; k < 3; k++) to->color.v[FY_SEARCH_AT(k, i)] = (float)(value[k] * light);
    }
}

/* A rasterised colour without the constants that it was multiplied by: the search finds its own. */
static uint16_t bare_raster(fy_tev *tev, const fy_tev_node *leaf) {
    fy_tev_node bare = *leaf;
    bare.k[0] = bare.k[1] = bare.k[2] = 1;
    return fy_tev_leaf(tev, &bare);
}

void fy_search_add_rasters(fy_combiner_search *s, uint16_t root) {
    fy_tev *tev = &s->reference->tev;
    bool used[FY_TEV_MAX_NODES];
    fy_tev_reach(tev, root, used);
    for (uint16_t i = 0; i <= root; i++) {
        const fy_tev_node leaf = tev->nodes[i];
        if (used[i] && leaf.op == FY_TEV_RAS) fy_search_add_shade(s, bare_raster(tev, &leaf));
    }
}

void fy_search_add_setup(fy_combiner_search *s, const fy_texture_choice *first,
                         const fy_texture_choice *second, const fy_shade_choice *shade) {
    if (s->setup_count == FY_SEARCH_SETUPS) return;
    fy_setup *to = &s->setups[s->setup_count++];
    const fy_texture_choice *both[2] = {first, second};
    *to = (fy_setup){.shade = shade->node, .vertices = &shade->color};
    for (int i = 0; i < 2; i++) {
        if (!both[i]) continue;
        to->textures[i] = both[i]->slot;
        to->texels[i] = &both[i]->color;
        if (both[i]->has_alpha) to->texel_alphas[i] = &both[i]->alpha;
    }
}

/* -------------------------------------------------------------------------------------- candidates */

#define C_ FY_RDP_COMBINED
#define T0 FY_RDP_TEX0
#define T1 FY_RDP_TEX1
#define P_ FY_RDP_PRIM
#define S_ FY_RDP_SHADE
#define E_ FY_RDP_ENV
#define Z_ FY_RDP_ZERO_AB
#define ZC FY_RDP_ZERO_C
#define ZD FY_RDP_ZERO
#define ON FY_RDP_ONE

#define PA FY_RDP_PRIM_ALPHA
#define TA FY_RDP_TEX0_ALPHA

/* Where the search starts from: what a search without bounds found best most often for materials of games
 * (docs/what-is-lost.md, "The search"). A second cycle of zeros stands for none. */
static const fy_rdp_equation starts[][2] = {
    {{Z_, Z_, ZC, S_}, {0}},
    {{T0, E_, P_, S_}, {0}},
    {{T0, Z_, S_, E_}, {0}},
    {{Z_, Z_, ZC, T0}, {0}},
    {{T0, E_, S_, E_}, {0}},
    {{P_, E_, T0, E_}, {0}},
    {{T0, P_, E_, S_}, {0}},
    {{T0, Z_, S_, ZD}, {0}},
    {{T0, P_, S_, E_}, {0}},
    {{P_, E_, S_, E_}, {0}},
    {{S_, E_, T0, T0}, {0}},
    {{T0, P_, PA, S_}, {0}},
    {{S_, Z_, S_, E_}, {0}},
    {{T0, Z_, PA, S_}, {0}},
    {{P_, Z_, S_, E_}, {0}},
    {{T0, P_, S_, T0}, {0}},
    {{ON, E_, S_, E_}, {0}},
    {{T0, Z_, P_, ZD}, {0}},
    {{P_, S_, S_, E_}, {0}},
    {{T0, E_, S_, S_}, {0}},
    {{P_, Z_, T0, S_}, {0}},
    {{T0, P_, T0, S_}, {0}},
    {{P_, T0, TA, T0}, {0}},
    {{S_, T0, TA, T0}, {0}},
    {{P_, Z_, S_, E_}, {C_, Z_, T0, ZD}},
    {{S_, Z_, S_, E_}, {C_, Z_, T0, ZD}},
    {{P_, S_, S_, E_}, {C_, Z_, T0, S_}},
    {{ON, E_, P_, S_}, {C_, Z_, T0, ZD}},
    {{P_, E_, T0, E_}, {C_, Z_, S_, C_}},
    {{P_, Z_, S_, E_}, {C_, S_, T0, S_}},
    {{P_, S_, S_, E_}, {C_, Z_, S_, ZD}},
    {{P_, E_, S_, E_}, {C_, Z_, T0, ZD}},
    {{P_, E_, S_, E_}, {T0, Z_, PA, C_}},
    {{P_, Z_, S_, E_}, {C_, Z_, T0, S_}},
    {{P_, E_, T0, E_}, {C_, Z_, S_, ZD}},
    {{T0, Z_, S_, ZD}, {C_, Z_, P_, E_}},
    {{T0, Z_, S_, ZD}, {T0, Z_, P_, C_}},
    {{P_, E_, T0, E_}, {C_, Z_, T0, ZD}},
    {{P_, T1, T0, S_}, {T0, Z_, PA, C_}},
    {{T1, E_, S_, E_}, {T0, E_, P_, C_}},
    {{T1, P_, S_, E_}, {T0, Z_, PA, C_}},
    {{T0, Z_, T1, ZD}, {C_, Z_, S_, ZD}},
    {{T1, T0, P_, T0}, {C_, Z_, S_, ZD}},
    {{T0, T1, S_, T1}, {C_, Z_, P_, ZD}},
};

static bool is_none(const fy_rdp_equation *e) {
    return e->a == 0 && e->b == 0 && e->c == 0 && e->d == 0;
}

static void start_constants(fy_constants *k) {
    for (int i = 0; i < 3; i++) {
        k->color[0][i] = .75F;
        k->color[1][i] = .25F;
        k->color[2][i] = 1;
    }
    k->alpha[0] = k->alpha[1] = .5F;
}

/* A second cycle costs the console half its filling rate: it has to be worth it. */
static float price(const fy_combiner_search *s, const fy_candidate *c) {
    float step = 1.5F / 255;
    bool two = c->two || fy_search_reads(c, FY_RDP_TEX1, false);
    return two && !s->two_runs ? c->error * 1.05F + step * step : c->error;
}

/* The best candidates so far, the best first. */
typedef struct ranking {
    fy_candidate best[FINALISTS];
    unsigned count, most;
} ranking;

/* Slots and vertex colours that make no difference give the same again. */
static bool is_again(const fy_candidate *a, const fy_candidate *b) {
    float off = a->error - b->error;
    return a->two == b->two && (off < 0 ? -off : off) < 1e-3F * a->error;
}

static void enter(const fy_combiner_search *s, ranking *r, const fy_candidate *c) {
    unsigned at = r->count;
    for (unsigned i = 0; i < r->count; i++)
        if (is_again(&r->best[i], c)) return;
    while (at > 0 && price(s, c) < price(s, &r->best[at - 1])) at--;
    if (at == r->most) return;
    unsigned last = r->count < r->most ? r->count++ : r->most - 1;
    for (unsigned i = last; i > at; i--) r->best[i] = r->best[i - 1];
    r->best[at] = *c;
}

static void try_starts(const fy_combiner_search *s, const fy_setup *with, ranking *r) {
    *r = (ranking){.most = s->reference->thorough ? THOROUGH_OF_SETUP : OF_SETUP};
    for (unsigned k = 0; k < sizeof starts / sizeof *starts; k++) {
        fy_candidate c = {.with = with, .two = !is_none(&starts[k][1])};
        c.cycles[0] = starts[k][0];
        c.cycles[1] = c.two ? starts[k][1] : pass_on;
        start_constants(&c.k);
        if (settle_candidate(s, &c, 3)) enter(s, r, &c);
    }
}

static uint8_t *slot_of(fy_rdp_equation *e, int number) {
    return number == 0 ? &e->a : number == 1 ? &e->b : number == 2 ? &e->c : &e->d;
}

static const uint8_t codes_ab[] = {C_, T0, T1, P_, S_, E_, ON, Z_},
                     codes_d[] = {C_, T0, T1, P_, S_, E_, ON, ZD}, codes_c[] = {C_,
                                                                                T0,
                                                                                T1,
                                                                                P_,
                                                                                S_,
                                                                                E_,
                                                                                ZC,
                                                                                FY_RDP_TEX0_ALPHA,
                                                                                FY_RDP_TEX1_ALPHA,
                                                                                FY_RDP_PRIM_ALPHA,
                                                                                FY_RDP_ENV_ALPHA};

/* All candidates that differ from `from` in one slot; the best goes to `best`. */
static void try_neighbours(const fy_combiner_search *s, const fy_candidate *from, fy_candidate *best) {
    for (int i = 0; i < 8; i++) {
        int where = i % 4;
        const uint8_t *codes = where == 2 ? codes_c : where == 3 ? codes_d : codes_ab;
        size_t count = where == 2 ? sizeof codes_c : sizeof codes_d;
        for (size_t k = 0; k < count; k++) {
            fy_candidate c = *from;
            uint8_t *code = slot_of(&c.cycles[i / 4], where);
            if (*code == codes[k]) continue;
            *code = codes[k];
            c.two = c.two || i >= 4;
            if (settle_candidate(s, &c, 2) && price(s, &c) < price(s, best)) *best = c;
        }
    }
}

static void vary(const fy_combiner_search *s, fy_candidate *c) {
    int rounds = s->reference->thorough ? THOROUGH_ROUNDS : ROUNDS;
    for (int round = 0; round < rounds; round++) {
        fy_candidate best = *c;
        try_neighbours(s, c, &best);
        settle_candidate(s, &best, 4);
        if (price(s, &best) > price(s, c) * .97F) return;
        *c = best;
    }
}

/* Each setup brings its best ones along: what starts well does not always end well. */
unsigned fy_search_run(const fy_combiner_search *s, fy_candidate finalists[FY_SEARCH_FINALISTS]) {
    ranking all = {.most = FINALISTS};
    for (unsigned i = 0; i < s->setup_count; i++) {
        ranking of;
        try_starts(s, &s->setups[i], &of);
        for (unsigned k = 0; k < of.count; k++) {
            if (!all.count || all.best[0].error > GOOD_ENOUGH) vary(s, &of.best[k]);
            enter(s, &all, &of.best[k]);
        }
    }
    memcpy(finalists, all.best, all.count * sizeof *finalists);
    return all.count;
}

uint16_t fy_search_shade(fy_tev *tev, const fy_candidate *c) {
    const float *tint = c->k.color[2];
    uint16_t color = fy_tev_const(tev, (double)tint[0], (double)tint[1], (double)tint[2]);
    return c->with->shade == FY_TEV_NONE ? color : fy_tev_mul(tev, c->with->shade, color);
}
