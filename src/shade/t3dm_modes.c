/* t3dm_modes.c: blending of the GameCube as layers (docs/what-is-lost.md, "Pixels"). */
#include "shade/t3dm_modes.h"

#include "ferry64.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "machine/gx/gx_shade_blend.h"

static fy_t3dm_blend blended(uint32_t blender, bool opaque_alpha, const char *unsupported) {
    return (fy_t3dm_blend){
        .translucent = true, .blender = blender, .opaque_alpha = opaque_alpha, .unsupported = unsupported};
}

static fy_t3dm_blend added(bool opaque_alpha) {
    return blended(FERRY_RDP_BLEND_ADD, opaque_alpha,
                   "additive blending, which wraps around past white on the console");
}

enum { ZERO, ONE, COLOR, INV_COLOR, ALPHA, INV_ALPHA, DST_ALPHA, INV_DST_ALPHA };

static fy_t3dm_blend blend_factors(uint8_t source, uint8_t destination) {
    if (source == ONE && destination == ZERO) return (fy_t3dm_blend){0};
    if (destination == ZERO && (source == ALPHA || source == INV_ALPHA || source == ZERO))
        return (fy_t3dm_blend){.fades = true};
    if (source == ZERO && destination == ONE) return (fy_t3dm_blend){.drop = true};
    if (source == ALPHA && destination == INV_ALPHA) return blended(FERRY_RDP_BLEND_MULTIPLY, false, NULL);
    if (source == ALPHA && destination == ONE) return added(false);
    if (source == ONE && (destination == ONE || destination == INV_COLOR || destination == INV_ALPHA))
        return added(true);
    if (source == DST_ALPHA && destination == INV_DST_ALPHA)
        return (fy_t3dm_blend){
            .cutout = true, .loss = "blending by the frame buffer's alpha became a cutout by its own alpha"};
    if (source == COLOR || (source == ZERO && (destination == COLOR || destination == INV_COLOR)))
        return blended(FERRY_RDP_BLEND_MULTIPLY, false, "multiplicative blending");
    return blended(FERRY_RDP_BLEND_MULTIPLY, source == ONE, "blend factors that the console does not have");
}

uint8_t fy_t3dm_faded_by(const ferry_gx_material *gx, uint8_t alpha) {
    return gx->blend_src == ALPHA ? alpha : gx->blend_src == INV_ALPHA ? (uint8_t)(255 - alpha) : 0;
}

fy_t3dm_blend fy_t3dm_blend_of(const ferry_gx_material *gx) {
    enum { LOGIC_COPY = 3, LOGIC_KEEP = 5 };
    if (fy_gx_shows_frame_buffer(gx)) return blended(FERRY_RDP_BLEND_MULTIPLY, false, NULL);
    switch (gx->blend_mode) {
    case FERRY_GX_BLEND_NONE:
        return (fy_t3dm_blend){0};
    case FERRY_GX_BLEND_BLEND:
        return blend_factors(gx->blend_src, gx->blend_dst);
    case FERRY_GX_BLEND_LOGIC:
        if (gx->blend_logic == LOGIC_COPY) return (fy_t3dm_blend){0};
        if (gx->blend_logic == LOGIC_KEEP) return (fy_t3dm_blend){.drop = true};
        return (fy_t3dm_blend){.loss = "its logic operation became replacement"};
    default:
        return blended(FERRY_RDP_BLEND_MULTIPLY, true, "subtractive blending");
    }
}

void fy_t3dm_fade(const ferry_gx_material *gx, uint8_t pixel[4]) {
    if (!fy_t3dm_blend_of(gx).fades) return;
    uint8_t by = fy_t3dm_faded_by(gx, pixel[3]);
    for (int k = 0; k < 3; k++) pixel[k] = (uint8_t)((pixel[k] * by + 127) / 255);
}
