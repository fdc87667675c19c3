/*
 * t3dm_depth_bias_solve.c: how far coplanar layers are raised (docs/formats/t3dm.md, "Depth bias").
 *
 * Each coplanar layer has two unknowns: how far it is raised towards who sees its front, and towards who sees
 * its back. Each pair wants one of them to be so much greater than another; the least values that fit are the
 * longest ways through these constraints. Coplanar layers that never lie in one plane with others, nor those
 * that they depend on, are moved as they are, the same for both sides.
 */
#include "formats/t3dm/draw/t3dm_depth_bias_solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/draw/t3dm_depth_bias_pairs.h"
#include "formats/t3dm/draw/t3dm_layer.h"

enum { ROUNDS = 256, TRIES = 8 };

/* value[to] >= value[from] + by */
typedef struct constraint {
    uint32_t from, to; /* unknowns: twice the coplanar layer, and one more for its back */
    double by;
    bool against; /* drawing order */
    bool in_plane;
} constraint;

typedef struct constraints {
    constraint *data;
    uint32_t count;
} constraints;

/* Coplanar layers that depend on each other in any way. */
typedef struct component {
    uint32_t parent;
    bool flipped;   /* faces the other way than its parent does */
    bool two_sided; /* at the root: what is seen from both sides may need two draws */
    /* at the root: in turn each faces the other way than itself: no side is the front */
    bool non_orientable;
} component;

enum { FRONT, BACK };

static uint32_t root_of(component *components, uint32_t coplanar_layer, bool *flipped) {
    uint32_t root = coplanar_layer;
    bool turned = false;
    while (components[root].parent != root) {
        turned ^= components[root].flipped;
        root = components[root].parent;
    }
    *flipped = turned;
    while (components[coplanar_layer].parent != coplanar_layer) { /* shorter next time */
        uint32_t next = components[coplanar_layer].parent;
        bool own = components[coplanar_layer].flipped;
        components[coplanar_layer] = (component){.parent = root, .flipped = turned};
        turned ^= own;
        coplanar_layer = next;
    }
    return root;
}

static void unite_families(component *components, const fy_coplanar_pair *pair) {
    bool a_flipped, b_flipped;
    uint32_t a = root_of(components, pair->lower, &a_flipped),
             b = root_of(components, pair->upper, &b_flipped);
    bool twists = a == b && (a_flipped ^ b_flipped) != pair->turned;
    components[a].two_sided |= pair->one_plane || components[b].two_sided || twists;
    components[a].non_orientable |= components[b].non_orientable || twists;
    if (a != b) components[b] = (component){.parent = a, .flipped = a_flipped ^ b_flipped ^ pair->turned};
}

static uint8_t bit_of(int side) {
    return side == FRONT ? FY_SIDE_FRONT : FY_SIDE_BACK;
}

static double whole_steps(double units) {
    return ceil(units - 1e-9);
}

static void want(constraints *all, uint32_t from, uint32_t to, double by, const fy_coplanar_pair *pair) {
    bool against = from / 2 == pair->upper;
    all->data[all->count++] = (constraint){from, to, by, against, pair->one_plane && !against};
}

/* What a pair wants of those who see this side of the lower coplanar layer. */
static void want_seen(constraints *all, const fy_coplanar_pair *pair, int side, double step) {
    uint32_t lower = 2 * pair->lower + (uint32_t)side;
    uint32_t upper = 2 * pair->upper + (uint32_t)(pair->turned ? 1 - side : side);
    double nearer = side == FRONT ? pair->above : pair->below,
           farther = side == FRONT ? pair->below : pair->above;
    if (pair->one_plane) want(all, lower, upper, step, pair);
    if (nearer < INFINITY && !pair->one_plane) want(all, lower, upper, whole_steps(step - nearer), pair);
    if (farther < INFINITY && (!pair->one_plane || farther >= 2 * step))
        want(all, upper, lower, whole_steps(step - farther), pair);
}

/* The same of coplanar layers that are moved for both sides at once: their unknown is how far towards where
 * the component's first one faces. */
static void want_apart(constraints *all, const fy_coplanar_pair *pair, bool flipped, double step) {
    uint32_t lower = 2 * pair->lower, upper = 2 * pair->upper;
    double nearer = flipped ? pair->below : pair->above, farther = flipped ? pair->above : pair->below;
    if (nearer < INFINITY) want(all, lower, upper, whole_steps(step - nearer), pair);
    if (farther < INFINITY) want(all, upper, lower, whole_steps(step - farther), pair);
}

static void want_all(constraints *all, const fy_coplanar_layer *coplanar_layers,
                     const fy_coplanar_pairs *pairs, component *components, double step) {
    all->count = 0;
    for (uint32_t i = 0; i < pairs->count; i++) {
        const fy_coplanar_pair *pair = &pairs->data[i];
        uint8_t lower = coplanar_layers[pair->lower].sides, upper = coplanar_layers[pair->upper].sides;
        bool flipped, seen = false,
                      two_sided = components[root_of(components, pair->lower, &flipped)].two_sided;
        if (!coplanar_layers[pair->lower].writes) continue;
        for (int side = FRONT; side <= BACK; side++) {
            if (!(lower & bit_of(side)) || !(upper & bit_of(pair->turned ? 1 - side : side))) continue;
            if (two_sided) want_seen(all, pair, side, step);
            seen = true;
        }
        if (seen && !two_sided) want_apart(all, pair, flipped, step);
    }
}

static bool is_lying(const fy_coplanar_layer *coplanar_layers, const constraint *w) {
    return coplanar_layers[w->from / 2].lies || coplanar_layers[w->to / 2].lies;
}

/* Rounds until nothing changes, to and fro: constraints stand in drawing order, and most ways run along it.
 * False: there is no end to it, it goes up to `most`, or the job was stopped. */
static bool relax(ferry_job *job, const constraints *all, const fy_coplanar_layer *coplanar_layers,
                  uint32_t unknowns, double most, double *values) {
    bool within = true, changed = true;
    for (uint32_t i = 0; i < unknowns; i++) values[i] = 0;
    for (int round = 0; changed && round < ROUNDS; round++) {
        if (!ferry_tick(job)) return false;
        changed = false;
        for (uint32_t i = 0; i < all->count; i++) {
            const constraint *w = &all->data[round % 2 ? all->count - 1 - i : i];
            double wanted = fmin(values[w->from] + w->by, most);
            if (wanted <= values[w->to] || is_lying(coplanar_layers, w)) continue;
            values[w->to] = wanted;
            within &= wanted < most;
            changed = true;
        }
    }
    return within && !changed;
}

/* Constraints that go round in a circle end at the top; there drawing order holds. */
static void drop_against(constraints *all, const double *values, double most) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const constraint *w = &all->data[i];
        if (w->against && values[w->from] >= most && values[w->to] >= most) continue;
        all->data[kept++] = *w;
    }
    all->count = kept;
}

/* A coplanar layer that is seen from both sides, by its component and by how far it goes apart. */
typedef struct spread {
    uint32_t root, coplanar_layer;
    double sum, front;
} spread;

static int by_spread(const void *a, const void *b) {
    const spread *x = a, *y = b;
    if (x->root != y->root) return x->root < y->root ? -1 : 1;
    if (x->sum < y->sum || x->sum > y->sum) return x->sum < y->sum ? -1 : 1;
    if (x->front < y->front || x->front > y->front) return x->front < y->front ? -1 : 1;
    return x->coplanar_layer < y->coplanar_layer ? -1 : x->coplanar_layer > y->coplanar_layer;
}

/* A whole component may be shifted, for either side by itself: so that most of its coplanar layers are one
 * draw, and most of these stay where they are. */
static uint32_t list_spreads(const fy_coplanar_layer *coplanar_layers, uint32_t count, component *components,
                             const double *values, spread *to) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool flipped;
        uint32_t root = root_of(components, i, &flipped);
        double front = values[2 * (size_t)i + flipped], back = values[2 * (size_t)i + !flipped];
        if (coplanar_layers[i].sides != (FY_SIDE_FRONT | FY_SIDE_BACK) || !components[root].two_sided ||
            components[root].non_orientable)
            continue;
        to[listed++] = (spread){root, i, front + back, front};
    }
    if (listed) qsort(to, listed, sizeof *to, by_spread);
    return listed;
}

/* By root: front, back. */
static void find_shifts(const spread *spreads, uint32_t count, double (*shifts)[2]) {
    for (uint32_t first = 0, end, best = 0; first < count; first = end) {
        uint32_t same = 0, alike = 0, most = 0;
        if (!first || spreads[first].root != spreads[first - 1].root) best = 0;
        for (end = first; end < count && spreads[end].root == spreads[first].root &&
                          spreads[end].sum <= spreads[first].sum;
             end++)
            same++;
        if (same <= best) continue;
        best = same;
        for (uint32_t i = first; i < end; i++) {
            alike = i > first && spreads[i].front <= spreads[i - 1].front ? alike + 1 : 1;
            if (alike <= most) continue;
            most = alike;
            double *to = shifts[spreads[first].root];
            to[FRONT] = spreads[i].front, to[BACK] = spreads[first].sum - spreads[i].front;
        }
    }
}

static void settle_families(const double *values, component *components, const double (*shifts)[2],
                            fy_coplanar_layer *coplanar_layers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        bool flipped;
        uint32_t root = root_of(components, i, &flipped);
        double front = values[2 * (size_t)i] - shifts[root][flipped ? BACK : FRONT];
        double back = values[2 * (size_t)i + 1] - shifts[root][flipped ? FRONT : BACK];
        if (!components[root].two_sided) front = flipped ? -front : front, back = -front;
        coplanar_layers[i].depth_bias[FRONT] = front;
        coplanar_layers[i].depth_bias[BACK] = back;
    }
}

static bool settle_all(ferry_job *job, const double *values, component *components,
                       fy_coplanar_layer *coplanar_layers, uint32_t count) {
    ferry_mark mark = ferry_job_mark(job);
    spread *spreads = ferry_new(job, spread, count + (size_t)1);
    double(*shifts)[2] = ferry_alloc(job, count + (size_t)1, sizeof *shifts);
    if (!spreads || !shifts) return false;
    memset(shifts, 0, (count + (size_t)1) * sizeof *shifts);
    find_shifts(spreads, list_spreads(coplanar_layers, count, components, values, spreads), shifts);
    settle_families(values, components, (const double(*)[2])shifts, coplanar_layers, count);
    ferry_job_release(job, mark);
    return true;
}

/* What lies on others has to have nothing over itself, lie on what stays and be right as it stands. True: all
 * are. */
static bool check_lying(const constraints *all, fy_coplanar_layer *coplanar_layers, uint32_t count) {
    bool fine = true;
    for (uint32_t i = 0; i < count; i++) /* of a component that was shifted away from it */
        if (coplanar_layers[i].lies)
            coplanar_layers[i].depth_bias[FRONT] = coplanar_layers[i].depth_bias[BACK] = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const constraint *w = &all->data[i];
        fy_coplanar_layer *from = &coplanar_layers[w->from / 2], *to = &coplanar_layers[w->to / 2];
        double over = from->depth_bias[w->from % 2] + w->by - to->depth_bias[w->to % 2];
        if (!from->lies && !to->lies) continue;
        if (to->lies && w->in_plane && from->depth_bias[FRONT] == 0 && from->depth_bias[BACK] == 0 &&
            !from->lies)
            continue;
        if (!w->in_plane && over <= 0) continue;
        from->lies = to->lies = fine = false;
    }
    return fine;
}

bool fy_depth_bias_solve(ferry_job *job, fy_coplanar_layer *coplanar_layers, uint32_t count,
                         const fy_coplanar_pairs *pairs, double step, uint32_t *beyond) {
    uint32_t unknowns = 2 * count;
    double most = FY_DEPTH_BIAS_LEVELS * step, *values = ferry_new(job, double, unknowns + (size_t)1);
    component *components = ferry_new(job, component, count + (size_t)1);
    constraints all = {.data = ferry_new(job, constraint, 4 * (size_t)pairs->count + 1)};
    if (!values || !components || !all.data) return false;
    for (uint32_t i = 0; i < count; i++) components[i] = (component){.parent = i};
    for (uint32_t i = 0; i < pairs->count; i++)
        if (coplanar_layers[pairs->data[i].lower].writes) unite_families(components, &pairs->data[i]);
    bool fine = false;
    for (int tries = 0; !fine; tries++) {
        want_all(&all, coplanar_layers, pairs, components, step);
        if (!ferry_tick(job)) return false;
        for (uint32_t i = 0; i < count && tries == TRIES; i++) coplanar_layers[i].lies = false;
        if (!relax(job, &all, coplanar_layers, unknowns, most, values)) {
            drop_against(&all, values, most);
            relax(job, &all, coplanar_layers, unknowns, most, values);
        }
        if (!settle_all(job, values, components, coplanar_layers, count)) return false;
        fine = check_lying(&all, coplanar_layers, count);
    }
    *beyond = 0;
    for (uint32_t i = 0; i < count; i++)
        *beyond += fmax(values[2 * (size_t)i], values[2 * (size_t)i + 1]) >= most;
    return true;
}
