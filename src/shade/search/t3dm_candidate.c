/*
 * t3dm_candidate.c: see t3dm_candidate.h. The loops over all samples are those of t3dm_planes.c.
 */
#include "shade/search/t3dm_candidate.h"

#include "machine/rdp/rdp_combiner.h"
#include "shade/search/t3dm_planes.h"

/* -------------------------------------------------------------------------------------- evaluation */

/* What constants and vertices fill a plane with. Alphas follow one another as the constants do. */
typedef enum filled { PRIM, ENV, SHADE, ALPHAS, FILLED = ALPHAS + 2 } filled;

/* The inputs of a candidate by code, and what comes out. */
typedef struct bench {
    fy_color_plane own[FILLED];
    const fy_color_plane *filled[FILLED]; /* its own, or those of another bench */
    fy_color_plane combined, out;
} bench;

/* A candidate on its way: what it draws with the constants that it has, and room to try others. */
typedef struct settling {
    const fy_search_question *question;
    const fy_plane_work *work;
    fy_candidate *candidate;
    bench *at, *room;
} settling;

static void fill(const settling *t, const fy_constants *k, filled which, bench *b) {
    const fy_search_question *q = t->question;
    const fy_setup *with = &q->setups[t->candidate->setup];
    if (which < ALPHAS) {
        t->work->fill(q, k->color[which], which == SHADE ? &q->shades[with->shade] : NULL, &b->own[which]);
    } else {
        float alpha = k->alpha[which - ALPHAS], alphas[3] = {alpha, alpha, alpha};
        t->work->fill(q, alphas, NULL, &b->own[which]);
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
static void lay_out(const settling *t, const fy_constants *k, bench *b) {
    for (filled which = PRIM; which < FILLED; which++)
        if (reads(t->candidate, which)) fill(t, k, which, b);
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

static bool find_inputs(const fy_search_question *q, const fy_setup *with, const bench *b,
                        const fy_rdp_equation *cycle, int number, fy_plane_cycle *out) {
    *out = (fy_plane_cycle){
        input(q, with, b, SLOT_A, cycle->a, number), input(q, with, b, SLOT_B, cycle->b, number),
        input(q, with, b, SLOT_C, cycle->c, number), input(q, with, b, SLOT_D, cycle->d, number)};
    return out->a && out->b && out->c && out->d;
}

/* Results before the last clamp, of what is filled. */
static bool run_filled(const settling *t, bench *b) {
    const fy_search_question *q = t->question;
    const fy_candidate *c = t->candidate;
    const fy_setup *with = &q->setups[c->setup];
    fy_plane_cycle cycles[2] = {{0}};
    if (!find_inputs(q, with, b, &c->cycles[0], 0, &cycles[0])) return false;
    if (c->two && !find_inputs(q, with, b, &c->cycles[1], 1, &cycles[1])) return false;
    t->work->run(q, cycles, c->cycles[1].c == FY_RDP_COMBINED ? 1 : 1.49F, &b->combined, &b->out);
    return true;
}

static bool run_candidate(const settling *t, const fy_constants *k, bench *b) {
    lay_out(t, k, b);
    return run_filled(t, b);
}

/* Zero for what is no number. */
static float clamped(float value) {
    float positive = value > 0 ? value : 0;
    return positive < 1 ? positive : 1;
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

/* One more derivative, of all components at once: each constant moves the values of its own alone. `by` is
 * how far `nudged` goes. */
static bool add_slope(const settling *t, const fy_constants *nudged, float by, filled which,
                      fy_plane_slopes *to) {
    bench *room = t->room;
    for (int i = 0; i < FILLED; i++) room->filled[i] = t->at->filled[i];
    fill(t, nudged, which, room);
    if (!run_filled(t, room)) return false;
    t->work->slope(t->question, &room->out, &t->at->out, by, &to->by[to->count]);
    to->group[to->count++] = (int)(which < ALPHAS ? which : which - ALPHAS);
    return true;
}

static bool color_slopes(const settling *t, fy_plane_slopes *to) {
    const fy_candidate *c = t->candidate;
    to->count = 0;
    for (filled g = PRIM; g < ALPHAS; g++) {
        if (!reads(c, g)) continue;
        fy_constants nudged = c->k;
        float by = c->k.color[g][0] + c->k.color[g][1] + c->k.color[g][2] > 1.5F ? -NUDGE : NUDGE;
        for (int k = 0; k < 3; k++) nudged.color[g][k] += by;
        if (!add_slope(t, &nudged, by, g, to)) return false;
    }
    return to->count > 0;
}

static bool alpha_slopes(const settling *t, fy_plane_slopes *to) {
    const fy_candidate *c = t->candidate;
    to->count = 0;
    for (filled g = ALPHAS; g < FILLED; g++) {
        if (!reads(c, g)) continue;
        fy_constants nudged = c->k;
        float by = c->k.alpha[g - ALPHAS] > .5F ? -NUDGE : NUDGE;
        nudged.alpha[g - ALPHAS] += by;
        if (!add_slope(t, &nudged, by, g, to)) return false;
    }
    return to->count > 0;
}

static void step_for(const settling *t, const fy_plane_slopes *by, fy_plane_range in, float step[3]) {
    fy_plane_products products;
    t->work->multiply(t->question, by, &t->at->out, in, &products);
    solve_step((const float(*)[3])products.normal, products.right, by->count, step);
}

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
        if (!run_candidate(t, &next, t->room)) return false;
        float error = t->work->judge(t->question, &t->room->out);
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
    const int parts = fy_plane_parts(t->question);
    fy_plane_slopes by;
    fy_constants step = {{{0}}, {0}};
    float of[3];
    if (!color_slopes(t, &by)) return false;
    for (int k = 0; k < 3; k++) {
        if (k < parts) step_for(t, &by, (fy_plane_range){FY_SEARCH_AT(k, 0), FY_SEARCH_PICKED, 1}, of);
        for (int g = 0; g < by.count; g++) step.color[by.group[g]][k] = of[g];
    }
    return take_step(t, &step);
}

static bool improve_alphas(settling *t) {
    const int parts = fy_plane_parts(t->question);
    fy_plane_slopes by;
    fy_constants step = {{{0}}, {0}};
    float of[3];
    if (!alpha_slopes(t, &by)) return false;
    step_for(t, &by, (fy_plane_range){0, parts * FY_SEARCH_COLUMNS, 3 / parts}, of);
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

bool fy_candidate_settle(const fy_search_question *question, fy_candidate *candidate, int steps,
                         float enough) {
    bench rooms[2];
    settling t = {question, fy_plane_work_here(), candidate, &rooms[0], &rooms[1]};
    if (!run_candidate(&t, &candidate->k, t.at)) return false;
    candidate->error = t.work->judge(question, &t.at->out);
    for (int i = 0; i < steps; i++) {
        float before = candidate->error;
        bool moved = improve_colors(&t);
        moved = improve_alphas(&t) || moved;
        if (!moved || candidate->error > before * .98F || candidate->error > enough) break;
    }
    return true;
}
