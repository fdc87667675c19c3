/*
 * t3dm_modes.c: alpha compare and blending of the GameCube as thresholds and layers (docs/what-is-lost.md,
 * "Pixels").
 */
#include "shade/t3dm_modes.h"

#include "ferry64.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"

static bool compares(uint8_t comparison, uint8_t alpha, uint8_t reference) {
    switch (comparison) {
    case FERRY_GX_NEVER:
        return false;
    case FERRY_GX_LESS:
        return alpha < reference;
    case FERRY_GX_EQUAL:
        return alpha == reference;
    case FERRY_GX_LEQUAL:
        return alpha <= reference;
    case FERRY_GX_GREATER:
        return alpha > reference;
    case FERRY_GX_NEQUAL:
        return alpha != reference;
    case FERRY_GX_GEQUAL:
        return alpha >= reference;
    default:
        return true;
    }
}

bool fy_t3dm_alpha_passes(const ferry_gx_material *gx, uint8_t alpha) {
    bool first = compares(gx->alpha_compare0, alpha, gx->alpha_ref0);
    bool second = compares(gx->alpha_compare1, alpha, gx->alpha_ref1);
    switch (gx->alpha_op) {
    case FERRY_GX_AND:
        return first && second;
    case FERRY_GX_OR:
        return first || second;
    case FERRY_GX_XOR:
        return first != second;
    default:
        return first == second;
    }
}

fy_alpha_test fy_t3dm_alpha_test(const ferry_gx_material *gx, uint16_t *threshold, bool *exact) {
    unsigned passing = 0, run = 0; /* run: how many pass from 255 down without a gap */
    for (unsigned alpha = 256; alpha-- > 0;) {
        bool passes = fy_t3dm_alpha_passes(gx, (uint8_t)alpha);
        if (passes && run == 255 - alpha) run++;
        passing += passes;
    }
    *threshold = (uint16_t)(256 - run);
    *exact = passing == run;
    if (passing == 0) return FY_ALPHA_TEST_INVISIBLE;
    if (run == 0 || run == 256) return FY_ALPHA_TEST_NONE;
    return FY_ALPHA_TEST_THRESHOLD;
}

static fy_t3dm_blend blended(uint32_t blender, bool opaque_alpha, const char *asks) {
    return (fy_t3dm_blend){
        .translucent = true, .blender = blender, .opaque_alpha = opaque_alpha, .asks = asks};
}

static fy_t3dm_blend added(bool opaque_alpha) {
    return blended(FERRY_RDP_BLEND_ADD, opaque_alpha,
                   "its light is added to what is behind it, which the console lets wrap around beyond white");
}

static fy_t3dm_blend blend_factors(uint8_t source, uint8_t destination) {
    enum { ZERO, ONE, COLOR, INV_COLOR, ALPHA, INV_ALPHA, DST_ALPHA, INV_DST_ALPHA };
    if (source == ONE && destination == ZERO) return (fy_t3dm_blend){0};
    if (source == ZERO && destination == ONE) return (fy_t3dm_blend){.drop = true};
    if (source == ALPHA && destination == INV_ALPHA) return blended(FERRY_RDP_BLEND_MULTIPLY, false, NULL);
    if (source == ALPHA && destination == ONE) return added(false);
    if (source == ONE && (destination == ONE || destination == INV_COLOR || destination == INV_ALPHA))
        return added(true);
    if (source == DST_ALPHA && destination == INV_DST_ALPHA)
        return (fy_t3dm_blend){
            .cutout = true, .loss = "blending by the frame buffer's alpha became a cutout by its own alpha"};
    if (source == COLOR || (source == ZERO && (destination == COLOR || destination == INV_COLOR)))
        return blended(FERRY_RDP_BLEND_MULTIPLY, false, "it multiplies what is behind it");
    return blended(FERRY_RDP_BLEND_MULTIPLY, source == ONE, "the console does not have its blend factors");
}

fy_t3dm_blend fy_t3dm_blend_of(const ferry_gx_material *gx) {
    enum { LOGIC_COPY = 3, LOGIC_KEEP = 5 };
    switch (gx->blend_mode) {
    case FERRY_GX_BLEND_NONE:
        return (fy_t3dm_blend){0};
    case FERRY_GX_BLEND_BLEND:
        return blend_factors(gx->blend_src, gx->blend_dst);
    case FERRY_GX_BLEND_LOGIC:
        if (gx->blend_logic == LOGIC_COPY) return (fy_t3dm_blend){0};
        if (gx->blend_logic == LOGIC_KEEP) return (fy_t3dm_blend){.drop = true};
        return (fy_t3dm_blend){.loss = "its logic operation became plain overwriting"};
    default:
        return blended(FERRY_RDP_BLEND_MULTIPLY, true, "it subtracts from what is behind it");
    }
}
