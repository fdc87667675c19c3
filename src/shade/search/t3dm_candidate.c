/*
 * t3dm_candidate.c: see t3dm_candidate.h.
 *
 * Nearly all the time of a search goes into the loops over planes here. They have no branches, and their sums
 * run in eight lanes, so that compilers make vector code of them; the numbers are the same without.
 */
#include "shade/search/t3dm_candidate.h"

#include "core/base/maths.h"
#include "machine/rdp/rdp_combiner.h"

/* -------------------------------------------------------------------------------------- evaluation */

/* What constants and vertices fill a plane with. Alphas follow one another as the constants do. */
typedef enum filled { PRIM, ENV, SHADE, ALPHAS, FILLED = ALPHAS + 2 } filled;

/* The inputs of a candidate by code, and what comes out. */
typedef struct bench {
    fy_color_plane own[FILLED];
    const fy_color_plane *filled[FILLED]; /* its own, or those of another bench */
    fy_color_plane combined, out;
} bench;

/* Where all is grey, the first component stands for all three. */
static int parts_of(const fy_search_question *q) {
    return q->grey ? 1 : 3;
}

static void fill_plane(int parts, const float color[3], fy_color_plane *out) {
    for (int k = 0; k < parts; k++)
        for (int i = 0; i < FY_SEARCH_COLUMNS; i++) out->v[FY_SEARCH_AT(k, i)] = color[k];
}

static void fill_shade(int parts, const float tint[3], const fy_color_plane *vertices, fy_color_plane *out) {
    for (int k = 0; k < parts; k++)
        for (int i = 0; i < FY_SEARCH_COLUMNS; i++)
            out->v[FY_SEARCH_AT(k, i)] = tint[k] * vertices->v[FY_SEARCH_AT(k, i)];
}

static void fill(const fy_search_question *q, const fy_candidate *c, const fy_constants *k, filled which,
                 bench *b) {
    if (which == SHADE) {
        fill_shade(parts_of(q), k->color[SHADE], &q->shades[q->setups[c->setup].shade], &b->own[SHADE]);
    } else if (which < ALPHAS) {
        fill_plane(parts_of(q), k->color[which], &b->own[which]);
    } else {
        float alpha = k->alpha[which - ALPHAS], alphas[3] = {alpha, alpha, alpha};
        fill_plane(parts_of(q), alphas, &b->own[which]);
    }
    b->filled[which] = &b->own[which];
}

bool fy_candidate_reads(const fy_candidate *c, uint8_t code, bool only_c) {
    for (int i = 0; i < (c->two ? 2 : 1); i++) {
        const fy_rdp_equation *e = &c->cycles[i];
        if (e->c == code || (!only_c && (e->a == code || e->b == code || e->d == code))) return true;
    }
    return false;
}

/* By which code a combiner reads what is filled. */
static const uint8_t codes[FILLED] = {FY_RDP_PRIM, FY_RDP_ENV, FY_RDP_SHADE, FY_RDP_PRIM_ALPHA,
                                      FY_RDP_ENV_ALPHA};

static bool reads(const fy_candidate *c, filled which) {
    return fy_candidate_reads(c, codes[which], which >= ALPHAS);
}

/* Only what the candidate reads. */
static void lay_out(const fy_search_question *q, const fy_candidate *c, const fy_constants *k, bench *b) {
    for (filled which = PRIM; which < FILLED; which++)
        if (reads(c, which)) fill(q, c, k, which, b);
}

/* In the second cycle TEX0 is the texture of slot B, and that of slot A belongs to another pixel. */
static const fy_color_plane *texel_plane(const fy_search_question *q, const fy_setup *with, int which,
                                         bool alpha, int cycle) {
    int slot = cycle == 0 ? which : which == 0 ? 1 : -1;
    if (slot < 0 || with->textures[slot] == FY_SEARCH_NO_TEXTURE) return NULL;
    const fy_texture_choice *texture = &q->textures[with->textures[slot]];
    if (alpha) return texture->has_alpha ? &texture->alpha : NULL;
    return &texture->color;
}

typedef enum position { SLOT_A, SLOT_B, SLOT_C, SLOT_D } position;

static const fy_color_plane *input(const fy_search_question *q, const fy_setup *with, const bench *b,
                                   position where, uint8_t code, int cycle) {
    if ((q->locked[0] && code == FY_RDP_PRIM) || (q->locked[1] && code == FY_RDP_ENV)) return NULL;
    if (q->alpha && where == SLOT_C && code != FY_RDP_ZERO_C &&
        (code == FY_RDP_COMBINED || code > FY_RDP_ENV))
        return NULL;
    switch (code) {
    case FY_RDP_COMBINED:
        return cycle ? &b->combined : NULL;
    case FY_RDP_TEX0:
        return texel_plane(q, with, 0, false, cycle);
    case FY_RDP_TEX1:
        return texel_plane(q, with, 1, false, cycle);
    case FY_RDP_PRIM:
        return b->filled[PRIM];
    case FY_RDP_SHADE:
        return b->filled[SHADE];
    case FY_RDP_ENV:
        return b->filled[ENV];
    default:
        break;
    }
    if (where == SLOT_C) {
        if (code == FY_RDP_TEX0_ALPHA) return texel_plane(q, with, 0, true, cycle);
        if (code == FY_RDP_TEX1_ALPHA) return texel_plane(q, with, 1, true, cycle);
        if (code == FY_RDP_PRIM_ALPHA) return b->filled[ALPHAS];
        if (code == FY_RDP_ENV_ALPHA) return b->filled[ALPHAS + 1];
        return code == FY_RDP_ZERO_C ? &q->zero : NULL;
    }
    if (code == FY_RDP_ONE) return where == SLOT_B ? NULL : &q->one;
    return code == (where == SLOT_D ? FY_RDP_ZERO : FY_RDP_ZERO_AB) ? &q->zero : NULL;
}

static bool run_cycle(const fy_search_question *q, const fy_setup *with, const bench *b,
                      const fy_rdp_equation *cycle, int number, fy_color_plane *out) {
    const fy_color_plane *a = input(q, with, b, SLOT_A, cycle->a, number),
                         *minus = input(q, with, b, SLOT_B, cycle->b, number),
                         *times = input(q, with, b, SLOT_C, cycle->c, number),
                         *plus = input(q, with, b, SLOT_D, cycle->d, number);
    if (!a || !minus || !times || !plus) return false;
    for (int k = 0; k < parts_of(q); k++) {
        const int at = FY_SEARCH_AT(k, 0);
        const float *x = a->v + at, *y = minus->v + at, *z = times->v + at, *w = plus->v + at;
        float *restrict to = out->v + at;
        for (int i = 0; i < FY_SEARCH_COLUMNS; i++) to[i] = (x[i] - y[i]) * z[i] + w[i];
    }
    return true;
}

/* How far a value leaves the range that the hardware keeps between the cycles. */
static float excess(float value, float most) {
    float below = -.5F - value, above = value - most;
    return (below > 0 ? below : 0) + (above > 0 ? above : 0);
}

/* Inner results that would wrap around push the value away. */
static void push_away(int parts, const fy_color_plane *combined, float most, fy_color_plane *out) {
    for (int k = 0; k < parts; k++) {
        const float *restrict inner = combined->v + FY_SEARCH_AT(k, 0);
        float *restrict to = out->v + FY_SEARCH_AT(k, 0);
        for (int i = 0; i < FY_SEARCH_COLUMNS; i++) to[i] += 4 * excess(inner[i], most);
    }
}

/* Results before the last clamp, of what is filled. */
static bool run_filled(const fy_search_question *q, const fy_candidate *c, bench *b) {
    if (!run_cycle(q, &q->setups[c->setup], b, &c->cycles[0], 0, c->two ? &b->combined : &b->out))
        return false;
    if (!c->two) return true;
    if (!run_cycle(q, &q->setups[c->setup], b, &c->cycles[1], 1, &b->out)) return false;
    push_away(parts_of(q), &b->combined, c->cycles[1].c == FY_RDP_COMBINED ? 1 : 1.49F, &b->out);
    return true;
}

static bool run_candidate(const fy_search_question *q, const fy_candidate *c, const fy_constants *k,
                          bench *b) {
    lay_out(q, c, k, b);
    return run_filled(q, c, b);
}

/* Zero for what is no number. */
static float clamped(float value) {
    float positive = value > 0 ? value : 0;
    return positive < 1 ? positive : 1;
}

/* Sums run in so many lanes, in an order that is the same for every compiler. */
enum { LANES = 8 };

static float sum_of(const float lanes[LANES]) {
    float all = 0;
    for (int k = 0; k < LANES; k++) all += lanes[k];
    return all;
}

static float mean_square(const fy_search_question *q, const fy_color_plane *out) {
    float sums[LANES] = {0};
    for (int part = 0; part < 3; part++) { /* the same order of sums where all is grey */
        const int at = q->grey ? 0 : FY_SEARCH_AT(part, 0);
        const float *restrict value = out->v + at, *restrict wanted = q->wanted.v + at,
                              *restrict counts = q->counts.v + at;
        for (int i = 0; i < FY_SEARCH_COLUMNS; i += LANES)
            for (int k = 0; k < LANES; k++) {
                float off = clamped(value[i + k]) - wanted[i + k];
                /* Beyond the wrap the hardware shows something else entirely. */
                float beyond = excess(value[i + k], 1.49F);
                sums[k] += off * off * counts[i + k] + beyond * beyond;
            }
    }
    return sum_of(sums) / q->count;
}

/* --------------------------------------------------------------------------------------- constants */

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

typedef struct slopes {
    fy_color_plane by[3]; /* derivative by constant */
    int group[3], count;
} slopes;

/* One more derivative, of all components at once: each constant moves the values of its own alone. `by` is
 * how far `nudged` goes. */
static bool add_slope(const fy_search_question *q, const fy_candidate *c, const bench *at,
                      const fy_constants *nudged, float by, filled which, bench *room, slopes *to) {
    for (int i = 0; i < FILLED; i++) room->filled[i] = at->filled[i];
    fill(q, c, nudged, which, room);
    if (!run_filled(q, c, room)) return false;
    for (int k = 0; k < parts_of(q); k++) {
        const float *restrict next = room->out.v + FY_SEARCH_AT(k, 0), *restrict now =
                                                                           at->out.v + FY_SEARCH_AT(k, 0);
        float *restrict slope = to->by[to->count].v + FY_SEARCH_AT(k, 0);
        for (int i = 0; i < FY_SEARCH_COLUMNS; i++) slope[i] = (next[i] - now[i]) * (1 / by);
    }
    to->group[to->count++] = (int)(which < ALPHAS ? which : which - ALPHAS);
    return true;
}

static bool color_slopes(const fy_search_question *q, const fy_candidate *c, const bench *at, bench *room,
                         slopes *to) {
    to->count = 0;
    for (filled g = PRIM; g < ALPHAS; g++) {
        if (!reads(c, g)) continue;
        fy_constants nudged = c->k;
        float by = c->k.color[g][0] + c->k.color[g][1] + c->k.color[g][2] > 1.5F ? -NUDGE : NUDGE;
        for (int k = 0; k < 3; k++) nudged.color[g][k] += by;
        if (!add_slope(q, c, at, &nudged, by, g, room, to)) return false;
    }
    return to->count > 0;
}

static bool alpha_slopes(const fy_search_question *q, const fy_candidate *c, const bench *at, bench *room,
                         slopes *to) {
    to->count = 0;
    for (filled g = ALPHAS; g < FILLED; g++) {
        if (!reads(c, g)) continue;
        fy_constants nudged = c->k;
        float by = c->k.alpha[g - ALPHAS] > .5F ? -NUDGE : NUDGE;
        nudged.alpha[g - ALPHAS] += by;
        if (!add_slope(q, c, at, &nudged, by, g, room, to)) return false;
    }
    return to->count > 0;
}

/* What is still missing, and how much each value counts: where the result is cut off, a constant only counts
 * if it can bring it back. */
static void find_missing(const fy_search_question *q, const fy_color_plane *out, fy_color_plane *missing,
                         fy_color_plane *weights) {
    for (int k = 0; k < parts_of(q); k++) {
        const int at = FY_SEARCH_AT(k, 0);
        const float *restrict value = out->v + at, *restrict wanted = q->wanted.v + at,
                              *restrict counts = q->counts.v + at;
        float *restrict off = missing->v + at, *restrict weight = weights->v + at;
        for (int i = 0; i < FY_SEARCH_COLUMNS; i++) {
            float below = value[i] > 0 ? 1.0F : wanted[i] > 0 ? 1.0F : 0.0F;
            float above = value[i] < 1 ? 1.0F : wanted[i] < 1 ? 1.0F : 0.0F;
            weight[i] = below * above * counts[i];
            off[i] = wanted[i] - value[i];
        }
    }
}

/* The values that a step is for, so many times. */
typedef struct range {
    int from, count, times;
} range;

static float weighted_product(const fy_color_plane *of, const fy_color_plane *with,
                              const fy_color_plane *weights, range in) {
    const float *restrict a = of->v + in.from, *restrict b = with->v + in.from,
                          *restrict weight = weights->v + in.from;
    float sums[LANES] = {0};
    for (int time = 0; time < in.times; time++)
        for (int i = 0; i < in.count; i += LANES)
            for (int k = 0; k < LANES; k++) sums[k] += a[i + k] * b[i + k] * weight[i + k];
    return sum_of(sums);
}

static void step_for(const slopes *by, const fy_color_plane *missing, const fy_color_plane *weights, range in,
                     float step[3]) {
    float normal[3][3] = {{0}}, right[3] = {0};
    for (int a = 0; a < by->count; a++) {
        right[a] = weighted_product(&by->by[a], missing, weights, in);
        for (int b = 0; b <= a; b++)
            normal[a][b] = normal[b][a] = weighted_product(&by->by[a], &by->by[b], weights, in);
    }
    solve_step(normal, right, by->count, step);
}

/* A candidate on its way: what it draws with the constants that it has, and room to try others. */
typedef struct settling {
    const fy_search_question *question;
    fy_candidate *candidate;
    bench *at, *room;
} settling;

/* Takes the step, or less of it, if that helps. */
static bool take_step(settling *t, const fy_constants *step) {
    fy_candidate *c = t->candidate;
    float share = 1;
    for (int tries = 0; tries < 3; tries++, share /= 3) {
        fy_constants next = c->k;
        for (int g = 0; g < 3; g++)
            for (int k = 0; k < 3; k++)
                next.color[g][k] = clamped(next.color[g][k] + share * step->color[g][k]);
        for (int g = 0; g < 2; g++) next.alpha[g] = clamped(next.alpha[g] + share * step->alpha[g]);
        if (!run_candidate(t->question, c, &next, t->room)) return false;
        float error = mean_square(t->question, &t->room->out);
        if (!(error < c->error)) continue; /* nor what is no number */
        bench *left = t->at;
        t->at = t->room;
        t->room = left;
        c->k = next;
        c->error = error;
        return true;
    }
    return false;
}

static bool improve_colors(settling *t) {
    const fy_search_question *q = t->question;
    slopes by;
    fy_color_plane missing, weights;
    fy_constants step = {{{0}}, {0}};
    if (!color_slopes(q, t->candidate, t->at, t->room, &by)) return false;
    find_missing(q, &t->at->out, &missing, &weights);
    float of[3];
    for (int k = 0; k < 3; k++) {
        if (k < parts_of(q))
            step_for(&by, &missing, &weights, (range){FY_SEARCH_AT(k, 0), FY_SEARCH_PICKED, 1}, of);
        for (int g = 0; g < by.count; g++) step.color[by.group[g]][k] = of[g];
    }
    return take_step(t, &step);
}

static bool improve_alphas(settling *t) {
    const fy_search_question *q = t->question;
    slopes by;
    fy_color_plane missing, weights;
    fy_constants step = {{{0}}, {0}};
    float of[3];
    if (!alpha_slopes(q, t->candidate, t->at, t->room, &by)) return false;
    find_missing(q, &t->at->out, &missing, &weights);
    step_for(&by, &missing, &weights, (range){0, parts_of(q) * FY_SEARCH_COLUMNS, 3 / parts_of(q)}, of);
    for (int g = 0; g < by.count; g++) step.alpha[by.group[g]] = of[g];
    return take_step(t, &step);
}

void fy_candidate_start(fy_constants *constants) {
    for (int i = 0; i < 3; i++) {
        constants->color[PRIM][i] = .75F;
        constants->color[ENV][i] = .25F;
        constants->color[SHADE][i] = 1;
    }
    constants->alpha[0] = constants->alpha[1] = .5F;
}

static bool settle_all(const fy_search_question *question, fy_candidate *candidate, int steps, float enough) {
    bench rooms[2];
    settling t = {question, candidate, &rooms[0], &rooms[1]};
    if (!run_candidate(question, candidate, &candidate->k, t.at)) return false;
    candidate->error = mean_square(question, &t.at->out);
    for (int i = 0; i < steps; i++) {
        float before = candidate->error;
        bool moved = improve_colors(&t);
        moved = improve_alphas(&t) || moved;
        if (!moved || candidate->error > before * .98F || candidate->error > enough) break;
    }
    return true;
}

FY_WIDE static bool settle_all_wide(const fy_search_question *question, fy_candidate *candidate, int steps,
                                    float enough) {
    return settle_all(question, candidate, steps, enough);
}

bool fy_candidate_settle(const fy_search_question *question, fy_candidate *candidate, int steps,
                         float enough) {
    return (FY_HAS_WIDE ? settle_all_wide : settle_all)(question, candidate, steps, enough);
}
