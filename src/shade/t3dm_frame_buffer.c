/*
 * t3dm_frame_buffer.c: see t3dm_frame_buffer.h.
 *
 * Such a material draws p + q * behind. The console draws color * alpha + behind * (1 - alpha), so that alpha
 * is 1 - q, and the colour p / alpha; where that is beyond white, alpha is more. Of a q with a hue one
 * component is let through, and the rest is taken from grey.
 */
#include "shade/t3dm_frame_buffer.h"

#include <math.h>

#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_frame_buffer.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"

static bool is_frame_buffer(const ferry_gx_material *gx, const fy_tev_node *node) {
    return node->op == FY_TEV_TEX && node->map < FERRY_GX_MAX_MAPS && gx->frame_buffer_slots >> node->map & 1;
}

/* What a look-up shows before black: a copy of the frame buffer is opaque. */
static uint16_t dark_of(fy_tev *tev, const fy_tev_node *node) {
    return fy_tev_const(tev, node->swizzle[0] == 3, node->swizzle[1] == 3, node->swizzle[2] == 3);
}

static uint16_t darken(void *user, fy_tev *tev, uint16_t at) {
    const fy_tev_node node = tev->nodes[at];
    return is_frame_buffer(user, &node) ? dark_of(tev, &node) : at;
}

/* By how much a look-up grows with the frame buffer. */
static uint16_t own_slope_of(fy_tev *tev, const fy_tev_node *node) {
    return fy_tev_const(tev, node->swizzle[0] != 3, node->swizzle[1] != 3, node->swizzle[2] != 3);
}

/* By how much a node grows with the frame buffer, given that of its arguments. */
static uint16_t slope_of(fy_tev *tev, uint16_t at, const uint16_t slopes[FY_TEV_MAX_NODES]) {
    const fy_tev_node node = tev->nodes[at];
    switch (node.op) {
    case FY_TEV_ADD:
        return fy_tev_add(tev, slopes[node.a], slopes[node.b]);
    case FY_TEV_SUB:
        return fy_tev_sub(tev, slopes[node.a], slopes[node.b]);
    case FY_TEV_MUL:
        return fy_tev_add(tev, fy_tev_mul(tev, slopes[node.a], node.b),
                          fy_tev_mul(tev, node.a, slopes[node.b]));
    case FY_TEV_LERP:
        return fy_tev_add(tev, fy_tev_lerp(tev, slopes[node.a], slopes[node.b], node.c),
                          fy_tev_mul(tev, fy_tev_sub(tev, node.b, node.a), slopes[node.c]));
    default:
        return fy_tev_const(tev, 0, 0, 0);
    }
}

/* The share of the frame buffer that a formula lets through. */
static uint16_t find_through(fy_tev *tev, const ferry_gx_material *gx) {
    uint16_t slopes[FY_TEV_MAX_NODES], root = tev->color;
    bool used[FY_TEV_MAX_NODES];
    fy_tev_reach(tev, root, used);
    for (uint16_t i = 0; i <= root; i++)
        if (used[i]) {
            const fy_tev_node node = tev->nodes[i];
            slopes[i] = is_frame_buffer(gx, &node) ? own_slope_of(tev, &node) : slope_of(tev, i, slopes);
        }
    return fy_tev_replace(tev, slopes[root], darken, (void *)(uintptr_t)gx);
}

/* One component for all three, as alpha needs it: of texels green, of constants the least or the most. */
typedef enum one_of { LEAST, MOST } one_of;

static uint16_t one_component(void *user, fy_tev *tev, uint16_t at) {
    const one_of *which = user;
    fy_tev_node leaf = tev->nodes[at];
    if (leaf.op >= FY_TEV_ADD) return at;
    if (leaf.op != FY_TEV_TEX) {
        const double least = fmin(fmin(leaf.k[0], leaf.k[1]), leaf.k[2]),
                     most = fmax(fmax(leaf.k[0], leaf.k[1]), leaf.k[2]);
        leaf.k[0] = leaf.k[1] = leaf.k[2] = *which == LEAST ? least : most;
    }
    leaf.swizzle[0] = leaf.swizzle[2] = leaf.swizzle[1];
    return fy_tev_leaf(tev, &leaf);
}

/* All that is behind stays, and light is added: translucency as strong as the light. */
static uint16_t alpha_of_light(fy_tev *tev, uint16_t *color) {
    const fy_tev_node light = tev->nodes[*color];
    const double most = fmax(fmax(light.k[0], light.k[1]), light.k[2]);
    uint16_t alpha = fy_tev_replace(tev, *color, one_component, &(one_of){MOST});
    *color = light.op == FY_TEV_CONST && most > 0
                 ? fy_tev_const(tev, light.k[0] / most, light.k[1] / most, light.k[2] / most)
                 : fy_tev_const(tev, 1, 1, 1);
    return alpha;
}

/* No search is to find a use for the placeholder. */
static void forget(fy_tev *tev, const ferry_gx_material *gx) {
    for (uint16_t i = 0; i < tev->count; i++) {
        const fy_tev_node node = tev->nodes[i];
        if (is_frame_buffer(gx, &node)) tev->nodes[i] = tev->nodes[dark_of(tev, &node)];
    }
}

void fy_frame_buffer_substitute(fy_reference *reference, const ferry_gx_material *gx) {
    fy_tev *tev = &reference->tev;
    if (!fy_gx_shows_frame_buffer(gx)) return;
    uint16_t through = find_through(tev, gx),
             least = fy_tev_replace(tev, through, one_component, &(one_of){LEAST});
    uint16_t alpha = fy_tev_sub(tev, fy_tev_const(tev, 1, 1, 1), least);
    uint16_t tinted =
        fy_tev_mul(tev, fy_tev_sub(tev, through, least), fy_tev_const(tev, FY_BEHIND, FY_BEHIND, FY_BEHIND));
    tev->color = fy_tev_add(tev, fy_tev_replace(tev, tev->color, darken, (void *)(uintptr_t)gx), tinted);
    uint16_t own = fy_tev_replace(tev, tev->alpha, darken, (void *)(uintptr_t)gx);
    tev->alpha = fy_gx_mixes_by_alpha(gx) ? fy_tev_mul(tev, alpha, own) : alpha;
    forget(tev, gx);
}

void fy_frame_buffer_settle(fy_reference *reference, const ferry_gx_material *gx) {
    fy_tev *tev = &reference->tev;
    const fy_tev_node alpha = tev->nodes[tev->alpha];
    if (fy_gx_shows_frame_buffer(gx) && alpha.op == FY_TEV_CONST && alpha.k[0] <= 0)
        tev->alpha = alpha_of_light(tev, &tev->color);
}
