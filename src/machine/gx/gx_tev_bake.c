/* gx_tev_bake.c: see gx_tev_bake.h. */
#include "machine/gx/gx_tev_bake.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_tev_formula.h"

/* What a node follows: nothing, the texture of one leaf (its number + 1), or more than that. */
enum { FOLLOWS_NOTHING = 0, FOLLOWS_MUCH = UINT16_MAX };

static uint16_t followed(const fy_tev *tev, uint16_t at) {
    const fy_tev_node *node = &tev->nodes[at];
    if (node->op == FY_TEV_CONST) return node->moves ? FOLLOWS_MUCH : FOLLOWS_NOTHING;
    bool texel = node->op == FY_TEV_TEX && !node->indirect && !node->baked && node->source <= FY_TEV_PROJ;
    return texel ? (uint16_t)(at + 1) : FOLLOWS_MUCH;
}

static uint16_t followed_by_both(const fy_tev *tev, uint16_t x, uint16_t y) {
    if (x == FOLLOWS_NOTHING || x == y) return y;
    if (y == FOLLOWS_NOTHING) return x;
    if (x == FOLLOWS_MUCH || y == FOLLOWS_MUCH) return FOLLOWS_MUCH;
    const fy_tev_node *a = &tev->nodes[x - 1], *b = &tev->nodes[y - 1];
    return a->map == b->map && a->texgen == b->texgen ? x : FOLLOWS_MUCH;
}

typedef struct baker {
    bool whole[FY_TEV_MAX_NODES]; /* largest nodes that follow one texture */
    uint16_t leaf[FY_TEV_MAX_NODES];
    uint16_t count;
} baker;

uint16_t fy_tev_baked(fy_tev *tev, uint16_t leaf, uint16_t at) {
    fy_tev_node baked = tev->nodes[leaf];
    bool scalar = fy_tev_is_scalar(tev, at);
    for (uint8_t k = 0; k < 3; k++) baked.swizzle[k] = scalar ? 0 : k;
    baked.baked = (uint16_t)(at + 1);
    return fy_tev_leaf(tev, &baked);
}

static uint16_t bake_node(void *user, fy_tev *tev, uint16_t at) {
    const baker *b = user;
    return at < b->count && b->whole[at] ? fy_tev_baked(tev, b->leaf[at], at) : at;
}

uint16_t fy_tev_bake(fy_tev *tev, uint16_t root) {
    bool used[FY_TEV_MAX_NODES];
    uint16_t follows[FY_TEV_MAX_NODES];
    baker b = {.count = (uint16_t)(root + 1)};
    fy_tev_reach(tev, root, used);
    for (uint16_t i = 0; i <= root; i++) {
        const fy_tev_node *node = &tev->nodes[i];
        if (!used[i]) continue;
        if (node->op < FY_TEV_ADD) {
            follows[i] = followed(tev, i);
            continue;
        }
        uint16_t arguments[3] = {node->a, node->b, node->op >= FY_TEV_LERP ? node->c : node->b};
        uint16_t both = followed_by_both(tev, follows[node->a], follows[node->b]);
        follows[i] = followed_by_both(tev, both, follows[arguments[2]]);
        bool one = follows[i] != FOLLOWS_NOTHING && follows[i] != FOLLOWS_MUCH;
        b.whole[i] = one;
        b.leaf[i] = one ? (uint16_t)(follows[i] - 1) : 0;
        for (int k = 0; k < 3 && one; k++) b.whole[arguments[k]] = false;
    }
    return fy_tev_replace(tev, root, bake_node, &b);
}

/* Whether a formula is beyond 0..1, -4 to 4, where all texels are of one value. */
static bool goes_beyond(fy_tev *tev, uint16_t at) {
    const uint16_t part = fy_tev_add(tev, fy_tev_mul(tev, at, fy_tev_const(tev, .125, .125, .125)),
                                     fy_tev_const(tev, .5, .5, .5));
    for (int texel = 0; texel < 256; texel++) {
        fy_tev_inputs inputs;
        double value[3];
        memset(&inputs, texel, sizeof inputs);
        fy_tev_value(tev, part, &inputs, value);
        for (int k = 0; k < 3; k++) {
            double byte = (8 * value[k] - 4) * 255;
            if (byte < -.5 || byte > 255.5) return true;
        }
    }
    return false;
}

uint16_t fy_tev_wrapped(fy_tev *tev, uint16_t at) {
    const uint16_t baked = fy_tev_bake(tev, at);
    return baked != at && tev->nodes[baked].baked && goes_beyond(tev, at) ? fy_tev_wrap(tev, at) : at;
}

/* Whether black with an alpha of 0 leaves what is behind it as it is. */
static bool keeps_ground(const ferry_gx_material *gx) {
    return gx->blend_mode == FERRY_GX_BLEND_BLEND &&
           (gx->blend_dst == FERRY_GX_FACTOR_ONE || gx->blend_dst == FERRY_GX_FACTOR_INV_SRC_ALPHA);
}

uint16_t fy_tev_mask_of(fy_tev *tev) {
    uint16_t threshold;
    bool exact;
    (void)fy_gx_alpha_test(tev->gx, &threshold, &exact);
    if (exact || !keeps_ground(tev->gx)) return FY_TEV_NONE;
    const uint16_t mask = fy_tev_pass(tev, tev->alpha);
    return tev->nodes[fy_tev_bake(tev, mask)].baked ? mask : FY_TEV_NONE;
}

static bool needs_color_mask(const ferry_gx_material *gx) {
    return gx->blend_src != FERRY_GX_FACTOR_SRC_ALPHA;
}

void fy_tev_mask(fy_tev *tev, uint16_t mask) {
    if (needs_color_mask(tev->gx)) tev->color = fy_tev_mul(tev, tev->color, mask);
    tev->alpha = fy_tev_mul(tev, tev->alpha, mask);
    tev->masked = true;
}

void fy_tev_mask_pixel(const ferry_gx_material *gx, uint8_t rgba[4]) {
    if (fy_gx_alpha_passes(gx, rgba[3])) return;
    if (needs_color_mask(gx)) memset(rgba, 0, 3);
    rgba[3] = 0;
}
