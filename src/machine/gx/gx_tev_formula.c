/*
 * gx_tev_formula.c: the nodes of folded TEV formulas: building with folding, values
 * (docs/what-is-lost.md, "Materials").
 *
 * Nodes are kept once each, so equal formulas have equal numbers. A node's arguments always have smaller
 * numbers than the node itself: loops over the nodes replace recursion wherever a whole formula is walked.
 */
#include "machine/gx/gx_tev_formula.h"

#include <string.h>

#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_alpha_compare.h"

static bool same_node(const fy_tev_node *x, const fy_tev_node *y) {
    return x->op == y->op && memcmp(x->swizzle, y->swizzle, 3) == 0 && x->map == y->map &&
           x->texgen == y->texgen && x->source == y->source && x->indirect == y->indirect &&
           x->channel == y->channel && x->lit == y->lit && x->vertex == y->vertex &&
           x->looked_up == y->looked_up && x->test == y->test && x->a == y->a && x->b == y->b &&
           x->c == y->c && x->baked == y->baked && x->moves == y->moves && x->k[0] == y->k[0] &&
           x->k[1] == y->k[1] && x->k[2] == y->k[2];
}

uint16_t fy_tev_leaf(fy_tev *tev, const fy_tev_node *node) {
    for (uint16_t i = 0; i < tev->count; i++)
        if (same_node(&tev->nodes[i], node)) return i;
    if (tev->count >= FY_TEV_MAX_NODES) {
        tev->overflow = true;
        return 0;
    }
    tev->nodes[tev->count] = *node;
    return tev->count++;
}

uint16_t fy_tev_moving(fy_tev *tev, const double k[3], uint32_t moves) {
    /* + 0.0 makes of a negative zero a plain one. */
    fy_tev_node node = {.op = FY_TEV_CONST, .k = {k[0] + 0.0, k[1] + 0.0, k[2] + 0.0}, .moves = moves};
    return fy_tev_leaf(tev, &node);
}

uint16_t fy_tev_const(fy_tev *tev, double r, double g, double b) {
    const double k[3] = {r, g, b};
    return fy_tev_moving(tev, k, 0);
}

static uint16_t binary(fy_tev *tev, fy_tev_op op, uint16_t a, uint16_t b) {
    fy_tev_node node = {.op = (uint8_t)op, .a = a, .b = b};
    return fy_tev_leaf(tev, &node);
}

static bool is_const(const fy_tev *tev, uint16_t at) {
    return tev->nodes[at].op == FY_TEV_CONST;
}

bool fy_tev_is_all(const fy_tev *tev, uint16_t at, double value) {
    const fy_tev_node *node = &tev->nodes[at];
    return node->op == FY_TEV_CONST && !node->moves && node->k[0] == value && node->k[1] == value &&
           node->k[2] == value;
}

static bool is_op(const fy_tev *tev, uint16_t at, fy_tev_op op) {
    return tev->nodes[at].op == op;
}

bool fy_tev_is_inverse(const fy_tev *tev, uint16_t at) {
    return is_op(tev, at, FY_TEV_LERP) && fy_tev_is_all(tev, tev->nodes[at].b, 0);
}

/* x*c + y*(1 - c) is one lerp. */
static uint16_t join_weights(fy_tev *tev, uint16_t a, uint16_t b) {
    const fy_tev_node *x = &tev->nodes[a], *y = &tev->nodes[b];
    if (!fy_tev_is_inverse(tev, b)) return FY_TEV_NONE;
    if (x->op == FY_TEV_MUL && x->b == y->c) return fy_tev_lerp(tev, y->a, x->a, y->c);
    if (x->op == FY_TEV_MUL && x->a == y->c) return fy_tev_lerp(tev, y->a, x->b, y->c);
    return a == y->c ? fy_tev_lerp(tev, y->a, fy_tev_const(tev, 1, 1, 1), y->c) : FY_TEV_NONE;
}

uint16_t fy_tev_add(fy_tev *tev, uint16_t a, uint16_t b) {
    if (is_const(tev, a) && !is_const(tev, b)) {
        uint16_t swap = a;
        a = b, b = swap;
    }
    if (fy_tev_is_all(tev, b, 0)) return a;
    const fy_tev_node *x = &tev->nodes[a], *y = &tev->nodes[b];
    const double sum[3] = {x->k[0] + y->k[0], x->k[1] + y->k[1], x->k[2] + y->k[2]};
    if (is_const(tev, a)) return fy_tev_moving(tev, sum, x->moves | y->moves);
    if (is_const(tev, b) && x->op == FY_TEV_ADD && is_const(tev, x->b))
        return fy_tev_add(tev, x->a, fy_tev_add(tev, x->b, b));
    if (is_const(tev, b) && x->op == FY_TEV_LERP && is_const(tev, x->a) && is_const(tev, x->b)) {
        uint16_t from = fy_tev_add(tev, x->a, b), to = fy_tev_add(tev, x->b, b);
        return fy_tev_lerp(tev, from, to, x->c);
    }
    uint16_t joined = join_weights(tev, a, b);
    if (joined == FY_TEV_NONE) joined = join_weights(tev, b, a);
    return joined == FY_TEV_NONE ? binary(tev, FY_TEV_ADD, a, b) : joined;
}

uint16_t fy_tev_sub(fy_tev *tev, uint16_t a, uint16_t b) {
    if (a == b) return fy_tev_const(tev, 0, 0, 0);
    if (is_const(tev, b)) {
        const double *k = tev->nodes[b].k, less[3] = {-k[0], -k[1], -k[2]};
        return fy_tev_add(tev, a, fy_tev_moving(tev, less, tev->nodes[b].moves));
    }
    return binary(tev, FY_TEV_SUB, a, b);
}

static bool at_most(const double k[3], double limit) {
    return k[0] <= limit && k[1] <= limit && k[2] <= limit;
}

static bool at_least(const double k[3], double limit) {
    return k[0] >= limit && k[1] >= limit && k[2] >= limit;
}

/* A rasterised colour takes a constant into itself as long as nothing is cut off at white. */
static bool takes_constant(const fy_tev_node *node, const fy_tev_node *constant) {
    const double *k = constant->k;
    return node->op == FY_TEV_RAS && !constant->moves && at_most(node->k, 1) && at_most(k, 1) &&
           at_least(k, 0);
}

static uint16_t mul_const(fy_tev *tev, uint16_t a, uint16_t b) {
    const fy_tev_node *x = &tev->nodes[a], *y = &tev->nodes[b];
    double k[3] = {x->k[0] * y->k[0], x->k[1] * y->k[1], x->k[2] * y->k[2]};
    if (x->op == FY_TEV_CONST) return fy_tev_moving(tev, k, x->moves | y->moves);
    if (takes_constant(x, y)) {
        fy_tev_node tinted = *x;
        memcpy(tinted.k, k, sizeof k);
        return fy_tev_leaf(tev, &tinted);
    }
    if (x->op == FY_TEV_MUL) {
        uint16_t left = x->a, right = x->b;
        if (is_const(tev, right)) return fy_tev_mul(tev, left, fy_tev_mul(tev, right, b));
        if (takes_constant(&tev->nodes[left], y)) return fy_tev_mul(tev, fy_tev_mul(tev, left, b), right);
        if (takes_constant(&tev->nodes[right], y)) return fy_tev_mul(tev, left, fy_tev_mul(tev, right, b));
    }
    if (x->op == FY_TEV_LERP && is_const(tev, x->a) && is_const(tev, x->b)) {
        uint16_t first = x->a, second = x->b, third = x->c;
        return fy_tev_lerp(tev, fy_tev_mul(tev, first, b), fy_tev_mul(tev, second, b), third);
    }
    if (x->op == FY_TEV_ADD && x->a == x->b && at_most(y->k, .5)) {
        uint16_t once = x->a;
        const double twice[3] = {y->k[0] * 2, y->k[1] * 2, y->k[2] * 2};
        return fy_tev_mul(tev, once, fy_tev_moving(tev, twice, y->moves));
    }
    return binary(tev, FY_TEV_MUL, a, b);
}

/* The order of factors: texels, compound terms, rasterised colours, constants. */
static unsigned rank(const fy_tev_node *node) {
    switch (node->op) {
    case FY_TEV_TEX:
        return node->map;
    case FY_TEV_RAS:
        return 100u + node->channel;
    case FY_TEV_CONST:
        return 200;
    default:
        return 50;
    }
}

uint16_t fy_tev_mul(fy_tev *tev, uint16_t a, uint16_t b) {
    if (rank(&tev->nodes[a]) > rank(&tev->nodes[b])) {
        uint16_t swap = a;
        a = b, b = swap;
    }
    if (fy_tev_is_all(tev, b, 0)) return b;
    if (fy_tev_is_all(tev, b, 1)) return a;
    if (is_const(tev, b)) return mul_const(tev, a, b);
    if (fy_tev_is_inverse(tev, a) && fy_tev_is_all(tev, tev->nodes[a].a, 1))
        return fy_tev_lerp(tev, b, tev->nodes[a].b, tev->nodes[a].c);
    if (fy_tev_is_inverse(tev, b) && fy_tev_is_all(tev, tev->nodes[b].a, 1))
        return fy_tev_lerp(tev, a, tev->nodes[b].b, tev->nodes[b].c);
    const fy_tev_node *x = &tev->nodes[a], *y = &tev->nodes[b];
    if (x->op == FY_TEV_MUL && is_const(tev, x->b)) return fy_tev_mul(tev, fy_tev_mul(tev, x->a, b), x->b);
    if (y->op == FY_TEV_MUL && is_const(tev, y->b)) return fy_tev_mul(tev, fy_tev_mul(tev, a, y->a), y->b);
    return binary(tev, FY_TEV_MUL, a, b);
}

uint16_t fy_tev_lerp(fy_tev *tev, uint16_t a, uint16_t b, uint16_t c) {
    if (a == b || fy_tev_is_all(tev, c, 0)) return a;
    if (fy_tev_is_all(tev, c, 1)) return b;
    if (fy_tev_is_all(tev, a, 0)) return fy_tev_mul(tev, b, c);
    if (is_const(tev, c) && (is_const(tev, a) || is_const(tev, b))) {
        const double *k = tev->nodes[c].k, inverse[3] = {1 - k[0], 1 - k[1], 1 - k[2]};
        uint16_t rest = fy_tev_moving(tev, inverse, tev->nodes[c].moves);
        return fy_tev_add(tev, fy_tev_mul(tev, b, c), fy_tev_mul(tev, a, rest));
    }
    fy_tev_node node = {.op = FY_TEV_LERP, .a = a, .b = b, .c = c};
    return fy_tev_leaf(tev, &node);
}

uint16_t fy_tev_wrap(fy_tev *tev, uint16_t a) {
    const fy_tev_node *of = &tev->nodes[a];
    fy_tev_node node = {.op = FY_TEV_WRAP, .a = a, .b = a, .c = a};
    if (of->op != FY_TEV_CONST) return fy_tev_leaf(tev, &node);
    double k[3];
    for (int i = 0; i < 3; i++) k[i] = ((int)fy_round(of->k[i] * 255) & 255) / 255.0;
    return fy_tev_moving(tev, k, of->moves);
}

/* Nodes of materials with another compare differ. */
uint16_t fy_tev_pass(fy_tev *tev, uint16_t a) {
    const ferry_gx_material *gx = tev->gx;
    const fy_tev_node *of = &tev->nodes[a];
    const fy_tev_node node = {
        .op = FY_TEV_PASS,
        .a = a,
        .b = a,
        .c = a,
        .test = (uint8_t)((gx->alpha_compare0 & 7) | (gx->alpha_compare1 & 7) << 3 | (gx->alpha_op & 3) << 6),
        .k = {gx->alpha_ref0, gx->alpha_ref1}};
    if (of->op != FY_TEV_CONST || of->moves) return fy_tev_leaf(tev, &node);
    const double passes = fy_gx_alpha_passes(gx, fy_unit_byte(of->k[0]));
    return fy_tev_const(tev, passes, passes, passes);
}

uint16_t fy_tev_along(fy_tev *tev, uint16_t a, uint16_t b, uint16_t c) {
    fy_tev_node node = {.op = FY_TEV_ALONG, .a = a, .b = b, .c = c};
    return fy_tev_leaf(tev, &node);
}

uint16_t fy_tev_painted(fy_tev *tev, fy_tev_op op, bool screens, const uint16_t light[2], uint16_t ground) {
    fy_tev_node node = {.op = (uint8_t)op, .test = screens, .a = light[0], .b = light[1], .c = ground};
    return fy_tev_leaf(tev, &node);
}

/* ------------------------------------------------------------------------------------ whole formulas */

void fy_tev_reach(const fy_tev *tev, uint16_t root, bool used[FY_TEV_MAX_NODES]) {
    memset(used, 0, (root + 1u) * sizeof *used);
    used[root] = true;
    for (unsigned i = root + 1u; i-- > 0;) {
        const fy_tev_node *node = &tev->nodes[i];
        if (!used[i] || node->op < FY_TEV_ADD) continue;
        used[node->a] = used[node->b] = true;
        if (node->op >= FY_TEV_LERP) used[node->c] = true;
    }
}

uint16_t fy_tev_replace(fy_tev *tev, uint16_t root, uint16_t (*map)(void *user, fy_tev *tev, uint16_t node),
                        void *user) {
    bool used[FY_TEV_MAX_NODES];
    uint16_t into[FY_TEV_MAX_NODES];
    fy_tev_reach(tev, root, used);
    for (uint16_t i = 0; i <= root; i++) {
        if (!used[i]) continue;
        fy_tev_node node = tev->nodes[i];
        if (node.op < FY_TEV_ADD) {
            into[i] = map(user, tev, i);
            continue;
        }
        uint16_t a = into[node.a], b = into[node.b];
        switch (node.op) {
        case FY_TEV_ADD:
            into[i] = fy_tev_add(tev, a, b);
            break;
        case FY_TEV_SUB:
            into[i] = fy_tev_sub(tev, a, b);
            break;
        case FY_TEV_MUL:
            into[i] = fy_tev_mul(tev, a, b);
            break;
        case FY_TEV_LERP:
            into[i] = fy_tev_lerp(tev, a, b, into[node.c]);
            break;
        case FY_TEV_WRAP:
            into[i] = fy_tev_wrap(tev, a);
            break;
        case FY_TEV_PASS:
            into[i] = fy_tev_pass(tev, a);
            break;
        default:
            node.a = a, node.b = b, node.c = into[node.c];
            into[i] = fy_tev_leaf(tev, &node);
        }
        into[i] = map(user, tev, into[i]);
    }
    return into[root];
}

bool fy_tev_any(const fy_tev *tev, uint16_t root, bool (*test)(const fy_tev_node *leaf, const void *user),
                const void *user) {
    bool used[FY_TEV_MAX_NODES];
    fy_tev_reach(tev, root, used);
    for (uint16_t i = 0; i <= root; i++)
        if (used[i] && tev->nodes[i].op < FY_TEV_ADD && test(&tev->nodes[i], user)) return true;
    return false;
}

void fy_tev_each(const fy_tev *tev, uint16_t root, void (*visit)(const fy_tev_node *leaf, void *user),
                 void *user) {
    bool used[FY_TEV_MAX_NODES];
    fy_tev_reach(tev, root, used);
    for (uint16_t i = 0; i <= root; i++)
        if (used[i] && tev->nodes[i].op < FY_TEV_ADD) visit(&tev->nodes[i], user);
}

static bool leaf_moves(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->moves != 0;
}

bool fy_tev_moves_in(const fy_tev *tev, uint16_t root) {
    return fy_tev_any(tev, root, leaf_moves, NULL);
}

static bool not_scalar(const fy_tev_node *leaf, const void *user) {
    (void)user;
    bool tinted = leaf->k[0] != leaf->k[1] || leaf->k[1] != leaf->k[2];
    if (leaf->op == FY_TEV_CONST) return tinted;
    return tinted || leaf->swizzle[0] != leaf->swizzle[1] || leaf->swizzle[1] != leaf->swizzle[2];
}

bool fy_tev_is_scalar(const fy_tev *tev, uint16_t root) {
    const uint8_t op = tev->nodes[root].op;
    return op == FY_TEV_COVER || op == FY_TEV_ALONG || !fy_tev_any(tev, root, not_scalar, NULL);
}

bool fy_tev_same(const fy_tev *x, uint16_t a, const fy_tev *y, uint16_t b) {
    bool used[FY_TEV_MAX_NODES];
    uint16_t partner[FY_TEV_MAX_NODES];
    fy_tev_reach(x, a, used);
    for (unsigned i = 0; i <= a; i++) partner[i] = FY_TEV_NONE;
    partner[a] = b;
    for (unsigned i = a + 1u; i-- > 0;) {
        if (!used[i]) continue;
        fy_tev_node one = x->nodes[i], other = y->nodes[partner[i]];
        const uint16_t of[3] = {one.a, one.b, one.c}, with[3] = {other.a, other.b, other.c};
        int count = one.op < FY_TEV_ADD ? 0 : one.op < FY_TEV_LERP ? 2 : 3;
        one.a = one.b = one.c = other.a = other.b = other.c = 0;
        if (!same_node(&one, &other)) return false;
        for (int k = 0; k < count; k++) {
            if (partner[of[k]] != FY_TEV_NONE && partner[of[k]] != with[k]) return false;
            partner[of[k]] = with[k];
        }
    }
    return true;
}

static bool passes(uint8_t test, const double a[3], const double b[3], int component) {
    double left = a[component], right = b[component];
    if (test < 14) left = a[0], right = b[0];
    if (test >= 10 && test < 14) left += a[1] * 256, right += b[1] * 256;
    if (test >= 12 && test < 14) left += a[2] * 65536, right += b[2] * 65536;
    return test & 1 ? left == right : left > right;
}

static double part_of(const ferry_gx_color *color, uint8_t component) {
    const uint8_t parts[4] = {color->r, color->g, color->b, color->a};
    return parts[component & 3] / 255.0;
}

/* The register's tint is already in the rasterised colour: only what was multiplied since counts. */
static void raster_value(const fy_tev *tev, const fy_tev_node *node, const fy_tev_inputs *inputs,
                         double out[3]) {
    for (int k = 0; k < 3; k++) {
        uint8_t component = node->swizzle[k];
        double tint = node->vertex ? 1 : part_of(&tev->gx->material_colors[node->channel], component),
               value = inputs->raster[node->channel][component] / 255.0;
        out[k] = tint > 0 ? value * node->k[k] / tint : 0;
        if (out[k] > 1) out[k] = 1;
    }
}

static void texel_value(const fy_tev *tev, const fy_tev_node *node, const fy_tev_inputs *inputs,
                        double out[3]) {
    for (unsigned s = 0; s < tev->gx->stage_count && s < FERRY_GX_MAX_STAGES; s++)
        if (tev->gx->stages[s].map == node->map && tev->gx->stages[s].texgen == node->texgen) {
            for (int k = 0; k < 3; k++) out[k] = inputs->texels[s][node->swizzle[k]] / 255.0;
            return;
        }
}

static void leaf_value(const fy_tev *tev, const fy_tev_node *node, const fy_tev_inputs *inputs,
                       double out[3]) {
    for (int k = 0; k < 3; k++) out[k] = node->k[k];
    if (node->looked_up) {
        double texel[3] = {1, 1, 1};
        texel_value(tev, node, inputs, texel);
        for (int k = 0; k < 3; k++) out[k] *= texel[k];
    } else if (node->op == FY_TEV_RAS) {
        raster_value(tev, node, inputs, out);
    } else if (node->op == FY_TEV_TEX && node->baked) {
        fy_tev_value(tev, (uint16_t)(node->baked - 1), inputs, out);
    } else if (node->op == FY_TEV_TEX) {
        texel_value(tev, node, inputs, out);
    }
}

static double within(double value) {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* By how much light brightens a ground. */
static double gain_of(double light, double ground, bool screens) {
    double room = 1 - ground, s = within(light);
    return screens ? s * room : s < room ? s : room;
}

double fy_tev_cover(const double light[3], const double ground[3], bool screens) {
    double most = 0;
    for (int k = 0; k < 3; k++) {
        double room = 1 - ground[k], share = room > 0 ? gain_of(light[k], ground[k], screens) / room : 0;
        if (share > most) most = share;
    }
    return most;
}

void fy_tev_paint(const double light[3], const double ground[3], bool screens, double out[3]) {
    double cover = fy_tev_cover(light, ground, screens);
    for (int k = 0; k < 3; k++)
        out[k] = cover > 0 ? within(ground[k] + gain_of(light[k], ground[k], screens) / cover) : 1;
}

double fy_tev_place(const double a[3], const double b[3], const double c[3]) {
    double way = 0, length = 0;
    for (int k = 0; k < 3; k++) {
        way += (a[k] - b[k]) * (c[k] - b[k]);
        length += (c[k] - b[k]) * (c[k] - b[k]);
    }
    return length > 0 ? within(way / length) : 0;
}

/* What follows all three components of its arguments at once. */
static void join_colors(const fy_tev *tev, const fy_tev_node *node, const double *a, const double *b,
                        const double *c, double out[3]) {
    const double light[3] = {a[0] * b[0], a[1] * b[1], a[2] * b[2]};
    if (node->op == FY_TEV_WRAP) {
        for (int k = 0; k < 3; k++) out[k] = ((int)fy_round(a[k] * 255) & 255) / 255.0;
        return;
    }
    if (node->op == FY_TEV_PASS) {
        for (int k = 0; k < 3; k++) out[k] = fy_gx_alpha_passes(tev->gx, fy_unit_byte(a[k]));
        return;
    }
    if (node->op == FY_TEV_PAINT) {
        fy_tev_paint(light, c, node->test, out);
        return;
    }
    double value = node->op == FY_TEV_ALONG ? fy_tev_place(a, b, c) : fy_tev_cover(light, c, node->test);
    for (int k = 0; k < 3; k++) out[k] = value;
}

/* What a node makes of those it joins. */
static void join_values(const fy_tev *tev, const fy_tev_node *node, const double *a, const double *b,
                        const double *c, double out[3]) {
    if (node->op > FY_TEV_COMPARE) {
        join_colors(tev, node, a, b, c, out);
        return;
    }
    for (int k = 0; k < 3; k++) {
        switch (node->op) {
        case FY_TEV_ADD:
            out[k] = a[k] + b[k];
            break;
        case FY_TEV_SUB:
            out[k] = a[k] - b[k];
            break;
        case FY_TEV_MUL:
            out[k] = a[k] * b[k];
            break;
        case FY_TEV_LERP:
            out[k] = a[k] + (b[k] - a[k]) * c[k];
            break;
        default:
            out[k] = passes(node->test, a, b, k) ? c[k] : 0;
        }
    }
}

static void join_all(const fy_tev *tev, uint16_t root, const fy_tev_inputs *inputs, double out[3]) {
    bool used[FY_TEV_MAX_NODES];
    double values[FY_TEV_MAX_NODES][3];
    fy_tev_reach(tev, root, used);
    for (uint16_t i = 0; i <= root; i++) {
        if (!used[i]) continue;
        const fy_tev_node *node = &tev->nodes[i];
        if (node->op < FY_TEV_ADD)
            leaf_value(tev, node, inputs, values[i]);
        else
            join_values(tev, node, values[node->a], values[node->b],
                        values[node->op >= FY_TEV_LERP ? node->c : node->a], values[i]);
    }
    memcpy(out, values[root], sizeof *values);
}

void fy_tev_value(const fy_tev *tev, uint16_t root, const fy_tev_inputs *inputs, double out[3]) {
    if (tev->nodes[root].op < FY_TEV_ADD)
        leaf_value(tev, &tev->nodes[root], inputs, out);
    else
        join_all(tev, root, inputs, out);
    for (int k = 0; k < 3; k++) out[k] = out[k] < 0 ? 0 : out[k] > 1 ? 1 : out[k];
}
