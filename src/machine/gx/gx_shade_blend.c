/* gx_shade_blend.c: the end of a GameCube pixel: blending with the frame buffer, whose alpha is kept
 * (docs/formats/j3d.md, "GX enumerations"). */
#include "machine/gx/gx_shade_blend.h"

#include "ferry64.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shader.h"

/* A factor for component k, 0..255; `other` is the colour of the other side. */
static int factor(uint8_t code, int k, const uint8_t source[4], const uint8_t there[4],
                  const uint8_t other[4]) {
    switch (code) {
    case FERRY_GX_FACTOR_ONE:
        return 255;
    case FERRY_GX_FACTOR_OTHER_COLOR:
        return other[k];
    case FERRY_GX_FACTOR_INV_OTHER_COLOR:
        return 255 - other[k];
    case FERRY_GX_FACTOR_SRC_ALPHA:
        return source[3];
    case FERRY_GX_FACTOR_INV_SRC_ALPHA:
        return 255 - source[3];
    case FERRY_GX_FACTOR_DST_ALPHA:
        return there[3];
    case FERRY_GX_FACTOR_INV_DST_ALPHA:
        return 255 - there[3];
    default:
        return 0;
    }
}

static uint8_t capped(int x) {
    return (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x);
}

static void mix(const ferry_gx_material *gx, const uint8_t source[4], uint8_t there[4]) {
    uint8_t before[4] = {there[0], there[1], there[2], there[3]};
    for (int k = 0; k < 4; k++) {
        int a = factor(gx->blend_src, k, source, before, before),
            b = factor(gx->blend_dst, k, source, before, source);
        a += a >> 7; /* 255 counts as 256 */
        b += b >> 7;
        there[k] = capped((source[k] * a + before[k] * b) >> 8);
    }
}

static uint8_t logic(uint8_t code, uint8_t s, uint8_t d) {
    const int results[16] = {0,        s & d,    s & ~d, s,      ~s & d, d,      s ^ d,    s | d,
                             ~(s | d), ~(s ^ d), ~d,     s | ~d, ~s,     ~s | d, ~(s & d), 255};
    return (uint8_t)(results[code & 15] & 255);
}

void fy_gx_blend(const ferry_gx_material *gx, const uint8_t source[4], uint8_t there[4]) {
    switch (gx->blend_mode) {
    case FERRY_GX_BLEND_BLEND:
        mix(gx, source, there);
        return;
    case FERRY_GX_BLEND_LOGIC:
        for (int k = 0; k < 4; k++) there[k] = logic(gx->blend_logic, source[k], there[k]);
        return;
    case FERRY_GX_BLEND_SUBTRACT:
        for (int k = 0; k < 4; k++) there[k] = capped(there[k] - source[k]);
        return;
    default:
        for (int k = 0; k < 4; k++) there[k] = source[k];
    }
}

static bool reads_ground(uint8_t factor_of_source) {
    return factor_of_source == FERRY_GX_FACTOR_OTHER_COLOR ||
           factor_of_source == FERRY_GX_FACTOR_INV_OTHER_COLOR ||
           factor_of_source == FERRY_GX_FACTOR_DST_ALPHA || factor_of_source == FERRY_GX_FACTOR_INV_DST_ALPHA;
}

bool fy_gx_reads_frame_buffer(const ferry_gx_material *gx, uint32_t stage) {
    return gx->stages[stage].map < FERRY_GX_MAX_MAPS && gx->frame_buffer_slots >> gx->stages[stage].map & 1;
}

bool fy_gx_mixes_by_alpha(const ferry_gx_material *gx) {
    return gx->blend_mode == FERRY_GX_BLEND_BLEND && gx->blend_src == FERRY_GX_FACTOR_SRC_ALPHA &&
           gx->blend_dst == FERRY_GX_FACTOR_INV_SRC_ALPHA;
}

static bool replaces(const ferry_gx_material *gx) {
    return gx->blend_mode == FERRY_GX_BLEND_NONE ||
           (gx->blend_mode == FERRY_GX_BLEND_BLEND && gx->blend_src == FERRY_GX_FACTOR_ONE &&
            gx->blend_dst == FERRY_GX_FACTOR_ZERO);
}

bool fy_gx_shows_frame_buffer(const ferry_gx_material *gx) {
    uint16_t threshold;
    bool exact;
    if (!gx->frame_buffer_slots || !(replaces(gx) || fy_gx_mixes_by_alpha(gx)) ||
        fy_gx_alpha_test(gx, &threshold, &exact) != FY_ALPHA_TEST_NONE)
        return false;
    for (uint32_t i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (fy_gx_reads_frame_buffer(gx, i)) return true;
    return false;
}

bool fy_gx_blend_hides(const ferry_gx_material *gx) {
    if (fy_gx_shows_frame_buffer(gx)) return false;
    switch (gx->blend_mode) {
    case FERRY_GX_BLEND_BLEND:
        return gx->blend_dst == FERRY_GX_FACTOR_ZERO && !reads_ground(gx->blend_src);
    case FERRY_GX_BLEND_LOGIC: /* what is made of each of 0 and 1 is the same where 0 and 1 were there */
        return logic(gx->blend_logic, 0, 0) == logic(gx->blend_logic, 0, 255) &&
               logic(gx->blend_logic, 255, 0) == logic(gx->blend_logic, 255, 255);
    case FERRY_GX_BLEND_SUBTRACT:
        return false;
    default:
        return true;
    }
}

bool fy_gx_reads_frame_alpha(const ferry_gx_material *gx) {
    return gx->blend_mode == FERRY_GX_BLEND_BLEND && gx->blend_src == FERRY_GX_FACTOR_DST_ALPHA;
}

static bool shares_texture(const ferry_gx_material *a, const ferry_gx_material *b) {
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++)
        for (int k = 0; k < FERRY_GX_MAX_MAPS; k++)
            if (a->textures[i] != FERRY_NONE && a->textures[i] == b->textures[k]) return true;
    return false;
}

fy_gx_frame_alpha fy_gx_frame_alpha_of(const ferry_scene *scene, const ferry_gx_material *gx) {
    if (fy_gx_reads_frame_alpha(gx)) return FY_GX_ALPHA_READ;
    for (uint32_t i = 0; !gx->z_write && i < scene->materials.count; i++) {
        const ferry_gx_material *other = scene->materials.data[i].gx;
        if (other && fy_gx_reads_frame_alpha(other) && shares_texture(gx, other)) return FY_GX_ALPHA_PREPARED;
    }
    return FY_GX_ALPHA_UNUSED;
}
