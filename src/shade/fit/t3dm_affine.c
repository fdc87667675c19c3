/*
 * t3dm_affine.c: formulas of vertex colours and one texture, multiplied out (docs/what-is-lost.md,
 * "Materials").
 */
#include "shade/fit/t3dm_affine.h"

#include <math.h>
#include <string.h>

#include "shade/t3dm_fit_shade.h"

/* texture * times + plus; without a texture it is `plus` alone. */
typedef struct affine {
    uint16_t texture, times, plus; /* FY_TEV_NONE: none; zero */
} affine;

typedef struct expansion {
    fy_tev *tev;
    uint16_t zero, one;
    affine of[FY_TEV_MAX_NODES];
    bool is[FY_TEV_MAX_NODES];
} expansion;

static bool is_plain(const affine *x) {
    return x->texture == FY_TEV_NONE;
}

/* Two that read different textures are no such formula. */
static bool may_join(const affine *x, const affine *y) {
    return is_plain(x) || is_plain(y) || x->texture == y->texture;
}

static affine sum(const expansion *e, const affine *x, const affine *y) {
    return (affine){is_plain(x) ? y->texture : x->texture, fy_tev_add(e->tev, x->times, y->times),
                    fy_tev_add(e->tev, x->plus, y->plus)};
}

static affine difference(const expansion *e, const affine *x, const affine *y) {
    return (affine){is_plain(x) ? y->texture : x->texture, fy_tev_sub(e->tev, x->times, y->times),
                    fy_tev_sub(e->tev, x->plus, y->plus)};
}

/* One of both is plain. */
static affine product(const expansion *e, const affine *x, const affine *y) {
    const affine *factor = is_plain(y) ? y : x, *of = is_plain(y) ? x : y;
    return (affine){of->texture, fy_tev_mul(e->tev, of->times, factor->plus),
                    fy_tev_mul(e->tev, of->plus, factor->plus)};
}

static bool expand_leaf(expansion *e, uint16_t at, affine *to) {
    if (e->tev->nodes[at].op == FY_TEV_TEX) {
        *to = (affine){at, e->one, e->zero};
        return true;
    }
    fy_fit_shade shade = fy_fit_shade_of(e->tev, at);
    *to = (affine){FY_TEV_NONE, e->zero, at};
    return shade == FY_FIT_CONSTANT || shade == FY_FIT_VERTEX;
}

/* By a plain share it is a * (1 - c) + b * c: nothing is taken away that would make bounds wider. */
static bool expand_lerp(const expansion *e, const fy_tev_node *node, affine *to) {
    const affine *a = &e->of[node->a], *b = &e->of[node->b], *c = &e->of[node->c];
    if (!e->is[node->c] || !may_join(a, b) || (!is_plain(c) && (!is_plain(a) || !is_plain(b)))) return false;
    if (!is_plain(c)) {
        affine between = difference(e, b, a), way = product(e, &between, c);
        *to = sum(e, a, &way);
        return true;
    }
    const affine rest = {FY_TEV_NONE, e->zero, fy_tev_sub(e->tev, e->one, c->plus)};
    affine first = product(e, a, &rest), second = product(e, b, c);
    *to = sum(e, &first, &second);
    return true;
}

/* What a node is, its arguments being known. */
static bool expand_node(expansion *e, uint16_t at, affine *to) {
    const fy_tev_node node = e->tev->nodes[at]; /* a copy: nodes are added */
    if (node.op < FY_TEV_ADD) return expand_leaf(e, at, to);
    if (node.op >= FY_TEV_COMPARE || !e->is[node.a] || !e->is[node.b]) return false;
    if (node.op == FY_TEV_LERP) return expand_lerp(e, &node, to);
    const affine *a = &e->of[node.a], *b = &e->of[node.b];
    if (node.op == FY_TEV_MUL ? !is_plain(a) && !is_plain(b) : !may_join(a, b)) return false;
    *to = node.op == FY_TEV_MUL   ? product(e, a, b)
          : node.op == FY_TEV_ADD ? sum(e, a, b)
                                  : difference(e, a, b);
    return true;
}

/* What a formula of vertex colours can be at least and at most. */
typedef struct bounds {
    double low[3], high[3];
} bounds;

static void widen(bounds *to, int k, double value) {
    to->low[k] = fmin(to->low[k], value);
    to->high[k] = fmax(to->high[k], value);
}

static bounds bounds_of(const fy_tev *tev, uint16_t at) {
    const fy_tev_node *node = &tev->nodes[at];
    bounds found = {{0}, {0}};
    if (node->op == FY_TEV_CONST || node->op == FY_TEV_RAS) {
        memcpy(found.high, node->k, sizeof found.high);
        for (int k = 0; k < 3; k++) found.high[k] = node->op == FY_TEV_RAS ? fmin(1, node->k[k]) : node->k[k];
        if (node->op == FY_TEV_CONST) memcpy(found.low, node->k, sizeof found.low);
        return found;
    }
    const bounds a = bounds_of(tev, node->a), b = bounds_of(tev, node->b),
                 c = node->op == FY_TEV_LERP ? bounds_of(tev, node->c) : a;
    for (int k = 0; k < 3; k++) {
        found.low[k] = HUGE_VAL, found.high[k] = -HUGE_VAL;
        for (int i = 0; i < 8; i++) {
            double x = i & 1 ? a.high[k] : a.low[k], y = i & 2 ? b.high[k] : b.low[k],
                   z = i & 4 ? c.high[k] : c.low[k];
            widen(&found, k,
                  node->op == FY_TEV_ADD   ? x + y
                  : node->op == FY_TEV_SUB ? x - y
                  : node->op == FY_TEV_MUL ? x * y
                                           : x + (y - x) * z);
        }
    }
    return found;
}

/* Vertices hold 0 to 1. What is added may be more, since the sum stops at white. */
static bool is_held(const fy_tev *tev, const affine *all) {
    const double hair = 1e-9;
    const bounds times = bounds_of(tev, all->times), plus = bounds_of(tev, all->plus);
    for (int k = 0; k < 3; k++)
        if (times.low[k] < -hair || times.high[k] > 1 + hair || plus.low[k] < -hair) return false;
    return true;
}

uint16_t fy_affine_of(fy_tev *tev, uint16_t root) {
    const uint16_t count = tev->count;
    const bool overflow = tev->overflow;
    expansion e = {.tev = tev, .zero = fy_tev_const(tev, 0, 0, 0), .one = fy_tev_const(tev, 1, 1, 1)};
    bool used[FY_TEV_MAX_NODES];
    fy_tev_reach(tev, root, used);
    for (uint16_t i = 0; i <= root; i++) e.is[i] = used[i] && expand_node(&e, i, &e.of[i]);
    const affine *all = &e.of[root];
    if (e.is[root] && !is_plain(all) && !tev->overflow && is_held(tev, all)) {
        uint16_t whole = fy_tev_add(tev, fy_tev_mul(tev, all->texture, all->times), all->plus);
        if (whole != root && !tev->overflow) return whole;
    }
    tev->count = count; /* as if it had not been tried */
    tev->overflow = overflow;
    return FY_TEV_NONE;
}
