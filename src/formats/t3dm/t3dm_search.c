/*
 * t3dm_search.c: the combiner that comes nearest to what the source's machine draws
 * (docs/what-is-lost.md, "The search").
 *
 * A setup names what the two texture slots and the vertex colour hold. For each setup a list of well-known
 * combiners is tried; the best few are then varied, one of their eight slots at a time, as long as that
 * helps. Whatever is tried gets the constants that suit it best: PRIM, ENV, their alphas and a tint of the
 * vertex colour, by damped Gauss-Newton steps. All of it happens on planes: one value per sample and
 * component, 1 = 255, in single precision and a fixed order.
 */
#include "formats/t3dm/t3dm_search.h"

#include <string.h>

#include "core/job.h"

enum {
    PICKED = 48, /* of the FY_SAMPLES */
    VALUES = 3 * PICKED,
    MAX_TEXTURES = 4,
    MAX_SHADES = 4,
    MAX_SETUPS = 24,
    FINALISTS = 5,
    ROUNDS = 4,
};

/* Mean square below which nobody sees a difference: half a 255th. */
#define GOOD_ENOUGH (.25F / (255 * 255))

typedef struct plane {
    float v[VALUES];
} plane;

/* What the combiner's inputs hold. */
typedef struct setup {
    fy_fit_texture textures[2];
    uint16_t shade;               /* node; FY_TEV_NONE: white, to be tinted */
    const plane *texels[2];       /* NULL: no texture */
    const plane *texel_alphas[2]; /* NULL: not to be had */
    const plane *vertices;
} setup;

/* PRIM, ENV and the tint of SHADE; the alphas of PRIM and ENV. */
typedef struct constants {
    float color[3][3];
    float alpha[2];
} constants;

/* Colour equations of both cycles. `two` is false where the second only passes on. */
typedef struct candidate {
    fy_rdp_equation cycles[2];
    bool two;
    const setup *with;
    constants k;
    float error; /* mean square */
} candidate;

typedef struct texture_choice {
    fy_fit_texture slot;
    bool has_alpha;
    plane color, alpha;
} texture_choice;

typedef struct shade_choice {
    uint16_t node;
    plane color;
} shade_choice;

typedef struct search {
    fy_shader *shader;
    plane wanted, zero, one;
    texture_choice textures[MAX_TEXTURES];
    shade_choice shades[MAX_SHADES];
    setup setups[MAX_SETUPS];
    unsigned texture_count, shade_count, setup_count;
} search;

static const fy_rdp_equation pass_on = {FY_RDP_ZERO_AB, FY_RDP_ZERO_AB, FY_RDP_ZERO_C, FY_RDP_COMBINED};

/* -------------------------------------------------------------------------------------- evaluation */

/* The inputs of one cycle by code; NULL: cannot be read. */
typedef struct bench {
    plane filled[5]; /* PRIM, ENV, SHADE, and the alphas of PRIM and ENV */
    plane combined, out;
} bench;

static void fill(const float color[3], plane *out) {
    for (int i = 0; i < VALUES; i++) out->v[i] = color[i % 3];
}

static void lay_out(const setup *with, const constants *k, bench *b) {
    float alphas[2][3];
    for (int which = 0; which < 2; which++)
        for (int i = 0; i < 3; i++) alphas[which][i] = k->alpha[which];
    fill(k->color[0], &b->filled[0]);
    fill(k->color[1], &b->filled[1]);
    fill(k->color[2], &b->filled[2]);
    for (int i = 0; i < VALUES; i++) b->filled[2].v[i] *= with->vertices->v[i];
    fill(alphas[0], &b->filled[3]);
    fill(alphas[1], &b->filled[4]);
}

/* In the second cycle TEX0 is the texture of slot B, and that of slot A belongs to another pixel. */
static const plane *texel_plane(const setup *with, int which, bool alpha, int cycle) {
    int slot = cycle == 0 ? which : which == 0 ? 1 : -1;
    if (slot < 0) return NULL;
    return alpha ? with->texel_alphas[slot] : with->texels[slot];
}

typedef enum position { SLOT_A, SLOT_B, SLOT_C, SLOT_D } position;

static const plane *input(const search *s, const setup *with, const bench *b, position where, uint8_t code,
                          int cycle) {
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

static bool run_cycle(const search *s, const setup *with, const bench *b, const fy_rdp_equation *cycle,
                      int number, plane *out) {
    const plane *a = input(s, with, b, SLOT_A, cycle->a, number),
                *minus = input(s, with, b, SLOT_B, cycle->b, number),
                *times = input(s, with, b, SLOT_C, cycle->c, number),
                *plus = input(s, with, b, SLOT_D, cycle->d, number);
    if (!a || !minus || !times || !plus) return false;
    for (int i = 0; i < VALUES; i++) out->v[i] = (a->v[i] - minus->v[i]) * times->v[i] + plus->v[i];
    return true;
}

/* How far a value leaves the range that the hardware keeps between the cycles. */
static float excess(float value, float most) {
    return value < -.5F ? -.5F - value : value > most ? value - most : 0;
}

/* Results before the last clamp; inner results that would wrap around push the value away. */
static bool run(const search *s, const candidate *c, const constants *k, bench *b) {
    lay_out(c->with, k, b);
    if (!run_cycle(s, c->with, b, &c->cycles[0], 0, c->two ? &b->combined : &b->out)) return false;
    if (!c->two) return true;
    if (!run_cycle(s, c->with, b, &c->cycles[1], 1, &b->out)) return false;
    float most = c->cycles[1].c == FY_RDP_COMBINED ? 1 : 1.49F;
    for (int i = 0; i < VALUES; i++) b->out.v[i] += 4 * excess(b->combined.v[i], most);
    return true;
}

static float clamped(float value) {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* Several sums at a time, in an order that is the same for every compiler. */
static float mean_square(const search *s, const plane *out) {
    float sums[8] = {0}, all = 0;
    for (int i = 0; i < VALUES; i += 8)
        for (int k = 0; k < 8; k++) {
            float off = clamped(out->v[i + k]) - s->wanted.v[i + k];
            /* Beyond the wrap the hardware shows something else entirely. */
            off += excess(out->v[i + k], 1.49F);
            sums[k] += off * off;
        }
    for (int k = 0; k < 8; k++) all += sums[k];
    return all / VALUES;
}

/* --------------------------------------------------------------------------------------- constants */

static bool reads(const candidate *c, uint8_t code, bool only_c) {
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
    plane by[3]; /* derivative by constant */
    int group[3], count;
} slopes;

/* Derivatives by whole colours: each component only moves its own values. */
static bool color_slopes(const search *s, const candidate *c, const bench *at, bench *room, slopes *to) {
    static const uint8_t codes[3] = {FY_RDP_PRIM, FY_RDP_ENV, FY_RDP_SHADE};
    to->count = 0;
    for (int g = 0; g < 3; g++) {
        if (!reads(c, codes[g], false)) continue;
        constants nudged = c->k;
        float sign = c->k.color[g][0] + c->k.color[g][1] + c->k.color[g][2] > 1.5F ? -1.0F : 1.0F;
        for (int k = 0; k < 3; k++) nudged.color[g][k] += sign * NUDGE;
        if (!run(s, c, &nudged, room)) return false;
        plane *by = &to->by[to->count];
        for (int i = 0; i < VALUES; i++) by->v[i] = (room->out.v[i] - at->out.v[i]) * (sign / NUDGE);
        to->group[to->count++] = g;
    }
    return true;
}

static bool alpha_slopes(const search *s, const candidate *c, const bench *at, bench *room, slopes *to) {
    static const uint8_t codes[2] = {FY_RDP_PRIM_ALPHA, FY_RDP_ENV_ALPHA};
    to->count = 0;
    for (int g = 0; g < 2; g++) {
        if (!reads(c, codes[g], true)) continue;
        constants nudged = c->k;
        float sign = c->k.alpha[g] > .5F ? -1.0F : 1.0F;
        nudged.alpha[g] += sign * NUDGE;
        if (!run(s, c, &nudged, room)) return false;
        plane *by = &to->by[to->count];
        for (int i = 0; i < VALUES; i++) by->v[i] = (room->out.v[i] - at->out.v[i]) * (sign / NUDGE);
        to->group[to->count++] = g;
    }
    return true;
}

/* The step for values `from`, `from` + `stride`, ... */
static void step_for(const search *s, const plane *out, const slopes *by, int from, int stride,
                     float step[3]) {
    float normal[3][3] = {{0}}, right[3] = {0};
    for (int i = from; i < VALUES; i += stride) {
        if (!counts(out->v[i], s->wanted.v[i])) continue;
        float off = s->wanted.v[i] - out->v[i];
        for (int a = 0; a < by->count; a++) {
            right[a] += by->by[a].v[i] * off;
            for (int b = 0; b <= a; b++) normal[a][b] += by->by[a].v[i] * by->by[b].v[i];
        }
    }
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < a; b++) normal[b][a] = normal[a][b];
    solve_step(normal, right, by->count, step);
}

/* Takes the step, or less of it, if that helps. */
static bool take_step(const search *s, candidate *c, const constants *step, bench *room) {
    float share = 1;
    for (int tries = 0; tries < 3; tries++, share /= 3) {
        constants next = c->k;
        for (int g = 0; g < 3; g++)
            for (int k = 0; k < 3; k++)
                next.color[g][k] = clamped(next.color[g][k] + share * step->color[g][k]);
        for (int g = 0; g < 2; g++) next.alpha[g] = clamped(next.alpha[g] + share * step->alpha[g]);
        if (!run(s, c, &next, room)) return false;
        float error = mean_square(s, &room->out);
        if (error >= c->error) continue;
        c->k = next;
        c->error = error;
        return true;
    }
    return false;
}

static bool improve_colors(const search *s, candidate *c, bench *at, bench *room) {
    slopes by;
    constants step = {{{0}}, {0}};
    if (!run(s, c, &c->k, at) || !color_slopes(s, c, at, room, &by) || by.count == 0) return false;
    for (int k = 0; k < 3; k++) {
        float of[3];
        step_for(s, &at->out, &by, k, 3, of);
        for (int g = 0; g < by.count; g++) step.color[by.group[g]][k] = of[g];
    }
    return take_step(s, c, &step, room);
}

static bool improve_alphas(const search *s, candidate *c, bench *at, bench *room) {
    slopes by;
    constants step = {{{0}}, {0}};
    float of[3];
    if (!run(s, c, &c->k, at) || !alpha_slopes(s, c, at, room, &by) || by.count == 0) return false;
    step_for(s, &at->out, &by, 0, 1, of);
    for (int g = 0; g < by.count; g++) step.alpha[by.group[g]] = of[g];
    return take_step(s, c, &step, room);
}

/* False if the candidate reads what its setup does not have. */
static bool settle(const search *s, candidate *c, int steps) {
    bench at, room;
    if (!run(s, c, &c->k, &at)) return false;
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

static const fy_sample *picked(const search *s, int i) {
    return &s->shader->samples[(unsigned)i * (FY_SAMPLES / PICKED)];
}

static void learn_texture(search *s, const fy_fit_texture *slot, texture_choice *to) {
    to->slot = *slot;
    to->has_alpha = false;
    for (int i = 0; i < PICKED; i++) {
        uint8_t texel[4];
        fy_fit_texture with_alpha = *slot;
        with_alpha.alpha = 3;
        with_alpha.baked_alpha = 0;
        fy_shader_texel(s->shader, &with_alpha, picked(s, i), texel);
        for (int k = 0; k < 3; k++) {
            to->color.v[3 * i + k] = texel[k] / 255.0F;
            to->alpha.v[3 * i + k] = texel[3] / 255.0F;
        }
        to->has_alpha |= texel[3] != 255;
    }
}

static bool is_usable(const fy_tev_node *leaf) {
    return leaf->op == FY_TEV_TEX && leaf->source != FY_TEV_RAMP && leaf->source != FY_TEV_FLAT;
}

/* One texture by one texgen is one choice; its colours go before one of its components. */
static void add_texture(search *s, const fy_tev_node *leaf) {
    bool colored = leaf->swizzle[0] != leaf->swizzle[1] || leaf->swizzle[1] != leaf->swizzle[2];
    fy_fit_texture slot = {.used = true,
                           .map = leaf->map,
                           .texgen = leaf->texgen,
                           .source = leaf->source,
                           .alpha = FY_FIT_NO_COMPONENT,
                           .baked = leaf->baked};
    memcpy(slot.swizzle, leaf->swizzle, 3);
    for (unsigned i = 0; i < s->texture_count; i++) {
        texture_choice *known = &s->textures[i];
        if (known->slot.map != leaf->map || known->slot.texgen != leaf->texgen ||
            known->slot.baked != leaf->baked)
            continue;
        bool was_colored = known->slot.swizzle[0] != known->slot.swizzle[1];
        if (colored && !was_colored) learn_texture(s, &slot, known);
        return;
    }
    if (s->texture_count < MAX_TEXTURES) learn_texture(s, &slot, &s->textures[s->texture_count++]);
}

/* What the vertices can carry of node `at`, in the samples' light. NONE: plain white. */
static void add_shade(search *s, uint16_t at) {
    const fy_shader *shader = s->shader;
    for (unsigned i = 0; i < s->shade_count; i++)
        if (s->shades[i].node == at) return;
    if (s->shade_count == MAX_SHADES) return;
    shade_choice *to = &s->shades[s->shade_count++];
    to->node = at;
    bool lit = at != FY_TEV_NONE && fy_fit_shade_of(&shader->tev, at) == FY_FIT_LIT;
    for (int i = 0; i < PICKED; i++) {
        double value[3] = {1, 1, 1}, light = lit ? fy_shader_light(picked(s, i)->towards) : 1;
        if (at != FY_TEV_NONE) fy_tev_value(&shader->tev, at, &picked(s, i)->plain, value);
        for (int k = 0; k < 3; k++) to->color.v[3 * i + k] = (float)(value[k] * light);
    }
}

/* A rasterised colour without the constants that it was multiplied by: the search finds its own. */
static uint16_t bare_raster(fy_tev *tev, const fy_tev_node *leaf) {
    fy_tev_node bare = *leaf;
    bare.k[0] = bare.k[1] = bare.k[2] = 1;
    return fy_tev_leaf(tev, &bare);
}

static uint16_t plain_light(fy_tev *tev) {
    fy_tev_node lit = {.op = FY_TEV_RAS, .swizzle = {0, 1, 2}, .lit = true, .k = {1, 1, 1}};
    return fy_tev_leaf(tev, &lit);
}

static bool is_lit_ramp(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op == FY_TEV_TEX && leaf->source == FY_TEV_RAMP;
}

static void gather(search *s, uint16_t color) {
    fy_tev *tev = &s->shader->tev;
    bool used[FY_TEV_MAX_NODES];
    uint16_t count = (uint16_t)(color + 1);
    fy_tev_reach(tev, color, used);
    for (uint16_t i = 0; i < count; i++) {
        const fy_tev_node leaf = tev->nodes[i];
        if (used[i] && is_usable(&leaf)) add_texture(s, &leaf);
    }
    for (uint16_t i = 0; i < count; i++) {
        const fy_tev_node leaf = tev->nodes[i];
        if (used[i] && leaf.op == FY_TEV_RAS) add_shade(s, bare_raster(tev, &leaf));
    }
    /* Products of light and paint, before their parts are all that is left. */
    for (uint16_t i = count; i-- > 0;)
        if (used[i] && tev->nodes[i].op == FY_TEV_MUL && fy_fit_shade_of(tev, i) == FY_FIT_LIT)
            add_shade(s, i);
    if (fy_tev_any(tev, color, is_lit_ramp, NULL)) add_shade(s, plain_light(tev));
    add_shade(s, FY_TEV_NONE);
}

static void add_setup(search *s, const texture_choice *first, const texture_choice *second,
                      const shade_choice *shade) {
    if (s->setup_count == MAX_SETUPS) return;
    setup *to = &s->setups[s->setup_count++];
    const texture_choice *both[2] = {first, second};
    *to = (setup){.shade = shade->node, .vertices = &shade->color};
    for (int i = 0; i < 2; i++) {
        if (!both[i]) continue;
        to->textures[i] = both[i]->slot;
        to->texels[i] = &both[i]->color;
        if (both[i]->has_alpha) to->texel_alphas[i] = &both[i]->alpha;
    }
}

static void pair_up(search *s, const shade_choice *shade) {
    const fy_fit_rules *rules = &s->shader->rules;
    for (unsigned a = 0; a < s->texture_count; a++)
        for (unsigned b = 0; b < s->texture_count; b++)
            if (a != b && rules->pair && rules->pair(rules->user, &s->textures[a].slot, &s->textures[b].slot))
                add_setup(s, &s->textures[a], &s->textures[b], shade);
}

static void prepare(search *s, fy_shader *shader, uint16_t color) {
    s->shader = shader;
    s->texture_count = s->shade_count = s->setup_count = 0;
    for (int i = 0; i < VALUES; i++) {
        s->zero.v[i] = 0;
        s->one.v[i] = 1;
        s->wanted.v[i] = picked(s, i / 3)->wanted[i % 3] / 255.0F;
    }
    gather(s, color);
    for (unsigned k = 0; k < s->shade_count; k++) {
        for (unsigned i = 0; i < s->texture_count; i++) {
            add_setup(s, &s->textures[i], NULL, &s->shades[k]);
            add_setup(s, NULL, &s->textures[i], &s->shades[k]);
        }
        if (s->texture_count == 0) add_setup(s, NULL, NULL, &s->shades[k]);
    }
    for (unsigned k = 0; k < s->shade_count; k++) pair_up(s, &s->shades[k]);
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

/* Where the search starts from. A second cycle of zeros stands for none. */
static const fy_rdp_equation starts[][2] = {
    {{T0, Z_, S_, ZD}, {0}},
    {{T0, Z_, P_, ZD}, {0}},
    {{Z_, Z_, ZC, S_}, {0}},
    {{P_, E_, T0, E_}, {0}},
    {{T0, E_, S_, E_}, {0}},
    {{T0, P_, S_, E_}, {0}},
    {{P_, E_, S_, E_}, {0}},
    {{T0, Z_, S_, E_}, {0}},
    {{P_, Z_, T0, S_}, {0}},
    {{T0, Z_, FY_RDP_PRIM_ALPHA, S_}, {0}},
    {{P_, E_, S_, E_}, {C_, Z_, T0, ZD}},
    {{P_, E_, S_, E_}, {T0, Z_, FY_RDP_PRIM_ALPHA, C_}},
    {{S_, E_, P_, S_}, {C_, Z_, T0, ZD}},
    {{P_, Z_, S_, E_}, {C_, Z_, T0, S_}},
    {{P_, E_, T0, E_}, {C_, Z_, S_, ZD}},
    {{T0, Z_, S_, ZD}, {C_, Z_, P_, E_}},
    {{T0, Z_, T1, ZD}, {C_, Z_, S_, ZD}},
    {{T1, T0, P_, T0}, {C_, Z_, S_, ZD}},
    {{T0, Z_, S_, ZD}, {T0, Z_, P_, C_}},
    {{T0, Z_, P_, S_}, {C_, Z_, T0, ZD}},
    {{P_, E_, T0, E_}, {C_, Z_, T0, ZD}},
    {{T0, T1, S_, T1}, {C_, Z_, P_, ZD}},
};

static bool is_none(const fy_rdp_equation *e) {
    return e->a == 0 && e->b == 0 && e->c == 0 && e->d == 0;
}

static void start_constants(constants *k) {
    for (int i = 0; i < 3; i++) {
        k->color[0][i] = .75F;
        k->color[1][i] = .25F;
        k->color[2][i] = 1;
    }
    k->alpha[0] = k->alpha[1] = .5F;
}

/* A second cycle costs the console half its filling rate: it has to be worth it. */
static float price(const candidate *c) {
    float step = 1.5F / 255;
    return c->two ? c->error * 1.05F + step * step : c->error;
}

static void enter(candidate best[FINALISTS], unsigned *count, const candidate *c) {
    unsigned at = *count;
    while (at > 0 && price(c) < price(&best[at - 1])) at--;
    if (at == FINALISTS) return;
    unsigned last = *count < FINALISTS ? (*count)++ : FINALISTS - 1;
    for (unsigned i = last; i > at; i--) best[i] = best[i - 1];
    best[at] = *c;
}

static unsigned try_starts(const search *s, candidate best[FINALISTS]) {
    unsigned count = 0;
    for (unsigned i = 0; i < s->setup_count; i++)
        for (unsigned k = 0; k < sizeof starts / sizeof *starts; k++) {
            candidate c = {.with = &s->setups[i], .two = !is_none(&starts[k][1])};
            c.cycles[0] = starts[k][0];
            c.cycles[1] = c.two ? starts[k][1] : pass_on;
            start_constants(&c.k);
            if (settle(s, &c, 3)) enter(best, &count, &c);
        }
    return count;
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
static void try_neighbours(const search *s, const candidate *from, candidate *best) {
    for (int i = 0; i < 8; i++) {
        int where = i % 4;
        const uint8_t *codes = where == 2 ? codes_c : where == 3 ? codes_d : codes_ab;
        size_t count = where == 2 ? sizeof codes_c : sizeof codes_d;
        for (size_t k = 0; k < count; k++) {
            candidate c = *from;
            uint8_t *code = slot_of(&c.cycles[i / 4], where);
            if (*code == codes[k]) continue;
            *code = codes[k];
            c.two = c.two || i >= 4;
            if (settle(s, &c, 2) && price(&c) < price(best)) *best = c;
        }
    }
}

static void vary(const search *s, candidate *c) {
    for (int round = 0; round < ROUNDS; round++) {
        candidate best = *c;
        try_neighbours(s, c, &best);
        settle(s, &best, 4);
        if (price(&best) > price(c) * .97F) return;
        *c = best;
    }
}

/* ------------------------------------------------------------------------------------------ result */

static void keep_texture(const candidate *c, int which, fy_fit *fit) {
    uint8_t name = which ? FY_RDP_TEX1 : FY_RDP_TEX0;
    uint64_t word = fy_fit_word(fit);
    bool color = fy_rdp_reads_color(word, name), alpha = false;
    for (int i = 0; i < (c->two ? 2 : 1); i++) {
        uint8_t code = i ? (which ? FY_RDP_TEX0_ALPHA : FY_RDP_TEX1_ALPHA)
                         : (which ? FY_RDP_TEX1_ALPHA : FY_RDP_TEX0_ALPHA);
        alpha |= c->cycles[i].c == code;
    }
    fit->textures[which] = c->with->textures[which];
    fit->textures[which].used = color || alpha;
    if (!color) memset(fit->textures[which].swizzle, FY_FIT_NO_COMPONENT, 3);
    if (alpha) fit->textures[which].alpha = 3;
    if (!color && !alpha) fit->textures[which] = (fy_fit_texture){0};
}

static void keep_constants(fy_tev *tev, const candidate *c, fy_fit *fit) {
    for (int k = 0; k < 3; k++) {
        fit->prim[k] = (double)c->k.color[0][k];
        fit->env[k] = (double)c->k.color[1][k];
    }
    fit->prim[3] = (double)c->k.alpha[0];
    fit->env[3] = (double)c->k.alpha[1];
    fit->has_prim = (uint8_t)(reads(c, FY_RDP_PRIM, false) | reads(c, FY_RDP_PRIM_ALPHA, true) << 1);
    fit->has_env = (uint8_t)(reads(c, FY_RDP_ENV, false) | reads(c, FY_RDP_ENV_ALPHA, true) << 1);
    if (!reads(c, FY_RDP_SHADE, false)) return;
    const float *tint = c->k.color[2];
    uint16_t color = fy_tev_const(tev, (double)tint[0], (double)tint[1], (double)tint[2]);
    fit->shade = c->with->shade == FY_TEV_NONE ? color : fy_tev_mul(tev, c->with->shade, color);
}

static void conclude(fy_tev *tev, const candidate *c, fy_fit *fit) {
    *fit = (fy_fit){.shade = FY_TEV_NONE, .shade_alpha = FY_TEV_NONE, .two_cycles = c->two};
    for (int i = 0; i < 2; i++) {
        fit->cycles[i].color = c->cycles[i];
        fit->cycles[i].alpha = (fy_rdp_equation){FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ONE};
    }
    fit->pinned[0] = c->two;
    for (int i = 0; i < 2; i++) keep_texture(c, i, fit);
    keep_constants(tev, c, fit);
}

bool fy_search_color(fy_shader *shader, uint16_t color, fy_fit *fit) {
    search *s = fy_job_resize(shader->job, NULL, 1, sizeof *s);
    candidate best[FINALISTS];
    if (!s) return false;
    prepare(s, shader, color);
    unsigned count = try_starts(s, best);
    unsigned winner = 0;
    for (unsigned i = 0; i < count && best[winner].error > GOOD_ENOUGH; i++) {
        vary(s, &best[i]);
        if (price(&best[i]) < price(&best[winner])) winner = i;
    }
    if (count) conclude(&shader->tev, &best[winner], fit);
    fy_job_drop(shader->job, s);
    return count > 0;
}
