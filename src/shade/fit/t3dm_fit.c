/*
 * t3dm_fit.c: fits a folded TEV formula into the combiner's one or two cycles (docs/what-is-lost.md,
 * "Materials").
 *
 * A cycle computes (A - B) * C + D. For each formula node the shapes below name nodes for A, B, C and D; each
 * of them must be found among the inputs, which binds textures to slots, constants to PRIM and ENV, and
 * vertex formulas to SHADE. All ways are tried in a fixed order, small as they are; two cycles are one shape
 * for an inner node and one for what is left.
 */
#include "shade/fit/t3dm_fit.h"

#include <string.h>

#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/fit/t3dm_affine.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_fit_shade.h"

#define MAX_WAYS 96

typedef enum slot { SLOT_A, SLOT_B, SLOT_C, SLOT_D } slot;

typedef struct methods {
    fy_fit list[MAX_WAYS];
    unsigned count;
} methods;

/* What is being fitted. */
typedef struct fitting {
    fy_tev *tev;
    const fy_fit_rules *rules;
    bool alpha;
    int cycle;
    uint16_t inner; /* second cycle: the node that COMBINED holds */
    uint16_t zero, one;
} fitting;

/* -------------------------------------------------------------------------------------------- inputs */

typedef struct input {
    uint8_t code;
    fy_fit state;
} input;

typedef struct inputs {
    input list[6];
    unsigned count;
} inputs;

static void offer(inputs *to, uint8_t code, const fy_fit *state) {
    if (to->count < sizeof to->list / sizeof *to->list) to->list[to->count++] = (input){code, *state};
}

static bool is_color(const double k[3]) {
    for (int i = 0; i < 3; i++)
        if (k[i] < 0 || k[i] > 1) return false;
    return true;
}

static void offer_constant(const fitting *f, slot s, const fy_tev_node *constant, const fy_fit *state,
                           inputs *to) {
    const double *k = constant->k;
    if (!is_color(k)) return;
    for (int which = 0; which < 2; which++) {
        fy_fit next = *state;
        double *color = which ? next.env : next.prim;
        uint8_t *has = which ? &next.has_env : &next.has_prim, code = which ? FY_RDP_ENV : FY_RDP_PRIM;
        uint32_t *moves = next.moves[which];
        bool same = memcmp(color, k, 3 * sizeof *k) == 0 && moves[0] == constant->moves;
        if (!f->alpha && (!(*has & 1) || same)) {
            memcpy(color, k, 3 * sizeof *k);
            moves[0] = constant->moves;
            *has |= 1;
            offer(to, code, &next);
        }
        next = *state;
        bool as_alpha = f->alpha || (s == SLOT_C && k[0] == k[1] && k[1] == k[2]);
        if (as_alpha && (!(*has & 2) || (color[3] == k[0] && moves[1] == constant->moves))) {
            color[3] = k[0];
            moves[1] = constant->moves;
            *has |= 2;
            offer(to, f->alpha ? code : (uint8_t)(code + 7), &next);
        }
    }
}

static uint8_t same_component(const fitting *f, uint8_t map, uint8_t component) {
    if (component < 3) return f->rules->grey[map] ? 0 : component;
    return f->rules->alpha_grey[map] ? 0 : 3;
}

static bool same_swizzle(const fitting *f, uint8_t map, const uint8_t x[3], const uint8_t y[3]) {
    for (int k = 0; k < 3; k++)
        if (same_component(f, map, x[k]) != same_component(f, map, y[k])) return false;
    return true;
}

/* Binds a texel to slot A (0) or B (1) if that slot is free or holds the same. */
static bool bind_texture(const fitting *f, fy_fit *state, int which, const fy_tev_node *leaf, bool as_alpha) {
    fy_fit_texture *texture = &state->textures[which], *other = &state->textures[!which];
    if (leaf->source == FY_TEV_RAMP || leaf->source == FY_TEV_FLAT) return false;
    if (!texture->used) {
        *texture = (fy_fit_texture){.used = true,
                                    .map = leaf->map,
                                    .texgen = leaf->texgen,
                                    .source = leaf->source,
                                    .alpha = FY_FIT_NO_COMPONENT};
        memset(texture->swizzle, FY_FIT_NO_COMPONENT, 3);
        if (other->used) {
            const fy_fit_texture *first = which ? other : texture, *second = which ? texture : other;
            if (!f->rules->pair || !f->rules->pair(f->rules->user, first, second)) return false;
        }
    }
    if (texture->map != leaf->map || texture->texgen != leaf->texgen) return false;
    if (as_alpha && (leaf->baked || texture->baked_alpha)) {
        if (texture->alpha != FY_FIT_NO_COMPONENT && texture->baked_alpha != leaf->baked) return false;
        texture->alpha = 0;
        texture->baked_alpha = leaf->baked;
        return leaf->baked;
    }
    if (as_alpha) {
        if (texture->alpha != FY_FIT_NO_COMPONENT &&
            same_component(f, leaf->map, texture->alpha) != same_component(f, leaf->map, leaf->swizzle[0]))
            return false;
        if (texture->alpha == FY_FIT_NO_COMPONENT || leaf->swizzle[0] == 3) texture->alpha = leaf->swizzle[0];
        return true;
    }
    if (texture->swizzle[0] == FY_FIT_NO_COMPONENT) {
        memcpy(texture->swizzle, leaf->swizzle, 3);
        texture->baked = leaf->baked;
    }
    if (texture->baked != leaf->baked) return false;
    return same_swizzle(f, leaf->map, texture->swizzle, leaf->swizzle);
}

/* In the second cycle only the texture of slot B still belongs to the pixel, and it goes by the name TEX0. */
static void offer_texel(const fitting *f, slot s, const fy_tev_node *leaf, const fy_fit *state, inputs *to) {
    bool replicated = leaf->swizzle[0] == leaf->swizzle[1] && leaf->swizzle[1] == leaf->swizzle[2];
    for (int which = f->cycle == 0 ? 0 : 1; which < 2; which++) {
        uint8_t code = f->cycle == 0 && which ? FY_RDP_TEX1 : FY_RDP_TEX0;
        fy_fit next = *state;
        if (f->alpha) {
            if (replicated && bind_texture(f, &next, which, leaf, true)) offer(to, code, &next);
            continue;
        }
        if (bind_texture(f, &next, which, leaf, false)) offer(to, code, &next);
        next = *state;
        if (s == SLOT_C && replicated && bind_texture(f, &next, which, leaf, true))
            offer(to, (uint8_t)(code + (FY_RDP_TEX0_ALPHA - FY_RDP_TEX0)), &next);
    }
}

static void offer_shade(const fitting *f, slot s, uint16_t at, const fy_fit *state, inputs *to) {
    fy_fit next = *state;
    if (f->alpha) {
        if (next.shade_alpha != FY_TEV_NONE && next.shade_alpha != at) return;
        next.shade_alpha = at;
        offer(to, FY_RDP_SHADE, &next);
        return;
    }
    if (s == SLOT_C && fy_tev_is_scalar(f->tev, at) &&
        (next.shade_alpha == FY_TEV_NONE || next.shade_alpha == at)) {
        next.shade_alpha = at;
        offer(to, FY_RDP_SHADE_ALPHA, &next);
        next = *state;
    }
    if (next.shade != FY_TEV_NONE && next.shade != at) return;
    next.shade = at;
    offer(to, FY_RDP_SHADE, &next);
}

static uint8_t zero_code(const fitting *f, slot s) {
    if (f->alpha || s == SLOT_D) return FY_RDP_ZERO;
    return s == SLOT_C ? FY_RDP_ZERO_C : FY_RDP_ZERO_AB;
}

/* All ways to read node `at` in slot `s`. */
static void find_inputs(const fitting *f, slot s, uint16_t at, const fy_fit *state, inputs *to) {
    to->count = 0;
    if (f->cycle == 1 && at == f->inner && !(f->alpha && s == SLOT_C)) {
        offer(to, FY_RDP_COMBINED, state);
        return;
    }
    const fy_tev_node *node = &f->tev->nodes[at];
    if (at == f->zero) {
        offer(to, zero_code(f, s), state);
        return;
    }
    bool has_one = f->alpha ? s != SLOT_C : s == SLOT_A || s == SLOT_D;
    if (at == f->one && has_one)
        offer(to, FY_RDP_ONE, state);
    else if (node->op == FY_TEV_CONST) {
        offer_constant(f, s, node, state, to);
        if (to->count == 0 && is_color(node->k) && !node->moves)
            offer_shade(f, s, at, state, to); /* vertices hold a third one */
    } else if (node->op == FY_TEV_TEX)
        offer_texel(f, s, node, state, to);
    else if (fy_fit_shade_of(f->tev, at) >= FY_FIT_VERTEX)
        offer_shade(f, s, at, state, to);
}

/* -------------------------------------------------------------------------------------------- shapes */

static void shape(const fitting *f, const fy_fit *state, uint16_t a, uint16_t b, uint16_t c, uint16_t d,
                  methods *out) {
    inputs in_a, in_b, in_c, in_d;
    find_inputs(f, SLOT_A, a, state, &in_a);
    for (unsigned i = 0; i < in_a.count; i++) {
        find_inputs(f, SLOT_B, b, &in_a.list[i].state, &in_b);
        for (unsigned j = 0; j < in_b.count; j++) {
            find_inputs(f, SLOT_C, c, &in_b.list[j].state, &in_c);
            for (unsigned k = 0; k < in_c.count; k++) {
                find_inputs(f, SLOT_D, d, &in_c.list[k].state, &in_d);
                for (unsigned l = 0; l < in_d.count && out->count < MAX_WAYS; l++) {
                    fy_fit *method = &out->list[out->count++];
                    *method = in_d.list[l].state;
                    fy_rdp_cycle *cycle = &method->cycles[f->cycle];
                    *(f->alpha ? &cycle->alpha : &cycle->color) = (fy_rdp_equation){
                        in_a.list[i].code, in_b.list[j].code, in_c.list[k].code, in_d.list[l].code};
                }
            }
        }
    }
}

static uint16_t negated(fy_tev *tev, uint16_t constant) {
    const double *k = tev->nodes[constant].k, less[3] = {-k[0], -k[1], -k[2]};
    return fy_tev_moving(tev, less, tev->nodes[constant].moves);
}

static bool is_negative(const fy_tev *tev, uint16_t at) {
    const fy_tev_node *node = &tev->nodes[at];
    return node->op == FY_TEV_CONST && node->k[0] <= 0 && node->k[1] <= 0 && node->k[2] <= 0;
}

/* p * q + d */
static void product_shapes(const fitting *f, const fy_fit *state, uint16_t p, uint16_t q, uint16_t d,
                           methods *out) {
    const fy_tev_node *x = &f->tev->nodes[p];
    shape(f, state, p, f->zero, q, d, out);
    shape(f, state, q, f->zero, p, d, out);
    if (x->op == FY_TEV_SUB) shape(f, state, x->a, x->b, q, d, out);
    if (x->op == FY_TEV_ADD && is_negative(f->tev, x->b))
        shape(f, state, x->a, negated(f->tev, x->b), q, d, out);
    if (x->op == FY_TEV_LERP && x->a == f->one && x->b == f->zero) shape(f, state, f->one, x->c, q, d, out);
}

static void sum_shapes(const fitting *f, const fy_fit *state, uint16_t p, uint16_t d, methods *out) {
    const fy_tev_node *x = &f->tev->nodes[p];
    if (x->op == FY_TEV_MUL) product_shapes(f, state, x->a, x->b, d, out);
    if (x->op == FY_TEV_MUL) product_shapes(f, state, x->b, x->a, d, out);
    if (is_negative(f->tev, d)) shape(f, state, p, negated(f->tev, d), f->one, f->zero, out);
    shape(f, state, f->one, f->zero, p, d, out);
}

static void difference_shapes(const fitting *f, const fy_fit *state, uint16_t d, uint16_t p, methods *out) {
    const fy_tev_node *x = &f->tev->nodes[p];
    if (x->op == FY_TEV_MUL) {
        shape(f, state, f->zero, x->a, x->b, d, out);
        shape(f, state, f->zero, x->b, x->a, d, out);
    }
    shape(f, state, d, p, f->one, f->zero, out);
}

/* All ways to compute node `at` in one cycle. */
static void find_shapes(const fitting *f, uint16_t at, const fy_fit *state, methods *out) {
    out->count = 0;
    const fy_tev_node *node = &f->tev->nodes[at];
    shape(f, state, f->zero, f->zero, f->zero, at, out);
    switch (node->op) {
    case FY_TEV_MUL:
        product_shapes(f, state, node->a, node->b, f->zero, out);
        if (node->a != node->b) product_shapes(f, state, node->b, node->a, f->zero, out);
        break;
    case FY_TEV_ADD:
        sum_shapes(f, state, node->a, node->b, out);
        if (node->a != node->b) sum_shapes(f, state, node->b, node->a, out);
        break;
    case FY_TEV_SUB:
        difference_shapes(f, state, node->a, node->b, out);
        break;
    case FY_TEV_LERP:
        shape(f, state, node->b, node->a, node->c, node->a, out);
        if (node->a == f->one) shape(f, state, node->b, f->one, node->c, f->one, out);
        break;
    default:
        break;
    }
}

/* ----------------------------------------------------------------------------------------- solutions */

static const fy_rdp_equation pass_color = {FY_RDP_ZERO_AB, FY_RDP_ZERO_AB, FY_RDP_ZERO_C, FY_RDP_COMBINED};
static const fy_rdp_equation pass_alpha = {FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_COMBINED};
static const fy_rdp_equation one_alpha = {FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ONE};

static unsigned cost(const fy_fit *fit) {
    unsigned sum = 0;
    if (fit->pinned[0] || fit->pinned[1] || fit->textures[1].used) sum += 1000;
    if (fit->textures[1].used) sum += fit->textures[0].used ? 100 : 1;
    for (unsigned half = 1; half < 3; half++)
        sum += (fit->has_prim & half ? 4u : 0) + (fit->has_env & half ? 4u : 0);
    if ((fit->has_env & 1) && !(fit->has_prim & 1)) sum += 2;
    if (fit->shade != FY_TEV_NONE) sum += 1;
    if (fit->textures[1].used && fit->textures[0].map > fit->textures[1].map) sum += 1;
    return sum;
}

static void keep_cheapest(const fy_fit *method, bool *found, fy_fit *best) {
    if (*found && cost(method) >= cost(best)) return;
    *best = *method;
    *found = true;
}

/* Room for the ways of one half. */
typedef struct workspace {
    methods first, second;
} workspace;

typedef void (*take)(void *user, const fy_fit *method);

static unsigned used_nodes(const fy_tev *tev, uint16_t root, uint16_t list[FY_TEV_MAX_NODES]) {
    bool used[FY_TEV_MAX_NODES] = {false};
    unsigned count = 0;
    used[root] = true;
    for (unsigned i = root + 1u; i-- > 0;) {
        const fy_tev_node *node = &tev->nodes[i];
        if (!used[i]) continue;
        list[count++] = (uint16_t)i;
        if (node->op < FY_TEV_ADD) continue;
        used[node->a] = used[node->b] = true;
        if (node->op >= FY_TEV_LERP) used[node->c] = true;
    }
    return count;
}

/* Calls back for every way to compute `root` in one cycle (the second passes it on) or in two. */
static void solve_node(fitting *f, uint16_t root, const fy_fit *start, workspace *room, take take_way,
                       void *user) {
    f->cycle = 0;
    f->inner = FY_TEV_NONE;
    find_shapes(f, root, start, &room->first);
    for (unsigned i = 0; i < room->first.count; i++) {
        fy_fit *method = &room->first.list[i];
        if (f->alpha)
            method->cycles[1].alpha = root == f->one ? one_alpha : pass_alpha;
        else
            method->cycles[1].color = pass_color;
        take_way(user, method);
    }
    uint16_t list[FY_TEV_MAX_NODES];
    unsigned count = used_nodes(f->tev, root, list);
    for (unsigned n = 0; n < count; n++) {
        if (list[n] == root || list[n] == f->zero || list[n] == f->one) continue;
        f->cycle = 0;
        f->inner = FY_TEV_NONE;
        find_shapes(f, list[n], start, &room->first);
        f->cycle = 1;
        f->inner = list[n];
        for (unsigned i = 0; i < room->first.count; i++) {
            find_shapes(f, root, &room->first.list[i], &room->second);
            for (unsigned k = 0; k < room->second.count; k++) {
                room->second.list[k].pinned[f->alpha] = true;
                take_way(user, &room->second.list[k]);
            }
        }
    }
}

typedef struct best_way {
    bool found;
    fy_fit fit;
} best_way;

static void take_best(void *user, const fy_fit *method) {
    best_way *best = user;
    keep_cheapest(method, &best->found, &best->fit);
}

/* The second half: for each way to make the colour, the cheapest way to make the alpha too. */
typedef struct alpha_step {
    fitting base;
    uint16_t alpha;
    workspace *room;
    best_way best;
} alpha_step;

static void take_color(void *user, const fy_fit *method) {
    alpha_step *step = user;
    if (step->best.found && cost(method) >= cost(&step->best.fit)) return;
    if (step->alpha == FY_TEV_NONE) {
        fy_fit whole = *method;
        whole.cycles[0].alpha = whole.cycles[1].alpha = one_alpha;
        keep_cheapest(&whole, &step->best.found, &step->best.fit);
        return;
    }
    fitting f = step->base;
    f.alpha = true;
    solve_node(&f, step->alpha, method, step->room, take_best, &step->best);
}

/* Products and sums of several terms can be taken apart in more ways than the one the stages were
 * written in. */
static unsigned regroupings(fy_tev *tev, uint16_t root, uint16_t list[8]) {
    unsigned count = 0;
    list[count++] = root;
    const fy_tev_node node = tev->nodes[root];
    if (node.op != FY_TEV_MUL && node.op != FY_TEV_ADD) return count;
    for (int side = 0; side < 2; side++) {
        uint16_t inner = side ? node.b : node.a, outer = side ? node.a : node.b;
        const fy_tev_node x = tev->nodes[inner];
        if (x.op != node.op || x.a == x.b) continue;
        for (int k = 0; k < 2; k++) {
            fy_tev_node left = {.op = node.op, .a = k ? x.a : x.b, .b = outer};
            fy_tev_node whole = {.op = node.op, .a = fy_tev_leaf(tev, &left), .b = k ? x.b : x.a};
            list[count++] = fy_tev_leaf(tev, &whole);
        }
    }
    return count;
}

static fitting start_fitting(fy_tev *tev, const fy_fit_rules *rules) {
    return (fitting){.tev = tev,
                     .rules = rules,
                     .inner = FY_TEV_NONE,
                     .zero = fy_tev_const(tev, 0, 0, 0),
                     .one = fy_tev_const(tev, 1, 1, 1)};
}

static bool finish_alpha(const alpha_step *step, fy_fit *fit) {
    if (!step->best.found) return false;
    *fit = step->best.fit;
    fit->two_cycles = fit->pinned[0] || fit->pinned[1] || fit->textures[1].used;
    return true;
}

bool fy_fit_formula(fy_tev *tev, uint16_t color, uint16_t alpha, const fy_fit_rules *rules, fy_fit *fit) {
    static const fy_fit empty = {.shade = FY_TEV_NONE, .shade_alpha = FY_TEV_NONE};
    workspace for_color, for_alpha;
    alpha_step step = {.base = start_fitting(tev, rules), .alpha = alpha, .room = &for_alpha};
    uint16_t roots[8];
    unsigned count = regroupings(tev, color, roots);
    for (unsigned i = 0; i < count; i++) {
        fitting f = step.base;
        solve_node(&f, roots[i], &empty, &for_color, take_color, &step);
    }
    uint16_t expanded = step.best.found ? FY_TEV_NONE : fy_affine_of(tev, color);
    if (expanded != FY_TEV_NONE) {
        fitting f = step.base;
        solve_node(&f, expanded, &empty, &for_color, take_color, &step);
    }
    return finish_alpha(&step, fit);
}

bool fy_fit_alpha(fy_tev *tev, uint16_t alpha, const fy_fit_rules *rules, fy_fit *fit) {
    workspace for_alpha;
    alpha_step step = {.base = start_fitting(tev, rules), .alpha = alpha, .room = &for_alpha};
    take_color(&step, fit);
    return finish_alpha(&step, fit);
}

uint64_t fy_fit_word(const fy_fit *fit) {
    return fy_rdp_encode(fit->cycles, fit->two_cycles);
}
