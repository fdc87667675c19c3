/*
 * t3dm_affine.c: formulas of vertex colours and one texture, multiplied out (docs/what-is-lost.md,
 * "Materials").
 */
#include "shade/fit/t3dm_affine.h"

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
    *to = (affine){FY_TEV_NONE, e->zero, at};
    return fy_fit_shade_of(e->tev, at) <= FY_FIT_VERTEX;
}

static bool expand_lerp(const expansion *e, const fy_tev_node *node, affine *to) {
    const affine *a = &e->of[node->a], *b = &e->of[node->b], *c = &e->of[node->c];
    if (!e->is[node->c] || !may_join(a, b)) return false;
    affine between = difference(e, b, a);
    if (!is_plain(c) && (!is_plain(a) || !is_plain(b))) return false;
    affine way = product(e, &between, c);
    if (!may_join(a, &way)) return false;
    *to = sum(e, a, &way);
    return true;
}

/* What a node is, its arguments being known. */
static bool expand_node(expansion *e, uint16_t at, affine *to) {
    const fy_tev_node node = e->tev->nodes[at]; /* a copy: nodes are added */
    if (node.op < FY_TEV_ADD) return expand_leaf(e, at, to);
    if (node.op == FY_TEV_COMPARE || !e->is[node.a] || !e->is[node.b]) return false;
    if (node.op == FY_TEV_LERP) return expand_lerp(e, &node, to);
    const affine *a = &e->of[node.a], *b = &e->of[node.b];
    if (node.op == FY_TEV_MUL ? !is_plain(a) && !is_plain(b) : !may_join(a, b)) return false;
    *to = node.op == FY_TEV_MUL   ? product(e, a, b)
          : node.op == FY_TEV_ADD ? sum(e, a, b)
                                  : difference(e, a, b);
    return true;
}

uint16_t fy_affine_of(fy_tev *tev, uint16_t root) {
    expansion e = {.tev = tev, .zero = fy_tev_const(tev, 0, 0, 0), .one = fy_tev_const(tev, 1, 1, 1)};
    bool used[FY_TEV_MAX_NODES];
    fy_tev_reach(tev, root, used);
    for (uint16_t i = 0; i <= root; i++) e.is[i] = used[i] && expand_node(&e, i, &e.of[i]);
    const affine *all = &e.of[root];
    if (!e.is[root] || is_plain(all) || tev->overflow) return FY_TEV_NONE;
    uint16_t whole = fy_tev_add(tev, fy_tev_mul(tev, all->texture, all->times), all->plus);
    return whole == root ? FY_TEV_NONE : whole;
}
