/* rdp_color.c: the end of the pixel pipeline (docs/formats/n64_drawing.md, "Colour"). */
#include "machine/rdp/rdp_color.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "machine/rdp/rdp_combiner.h"
#include "machine/rdp/rdp_depth.h"

/* ---------------------------------------------------------------------------------------------- steps */

/* The blender's alpha: 0..256. */
static int alpha_of_256(uint8_t alpha) {
    return alpha + ((alpha + 1) >> 8);
}

int fy_rdp_dither(uint32_t x, uint32_t y) {
    static const uint8_t square[16] = {0, 6, 1, 7, 4, 2, 5, 3, 3, 5, 2, 4, 7, 1, 6, 0};
    return square[(y & 3) * 4 + (x & 3)];
}

int fy_rdp_cutout(int wide_alpha, int samples) {
    return ((wide_alpha * samples + 4) >> 3) >> 5;
}

static const uint8_t *color_of(const fy_rdp_blend_inputs *inputs, uint32_t selector) {
    switch (selector & 3) {
    case 0:
        return inputs->src;
    case 1:
        return inputs->dst;
    case 2:
        return inputs->blend;
    default:
        return inputs->fog;
    }
}

void fy_rdp_blend(uint32_t word, const fy_rdp_blend_inputs *inputs, uint8_t out[3]) {
    const uint8_t *p = color_of(inputs, word >> 30), *q = color_of(inputs, word >> 22);
    uint32_t a = word >> 26 & 3, b = word >> 18 & 3;
    int alpha = a == 0   ? inputs->alpha
                : a == 1 ? inputs->fog[3]
                         : 0; /* shade alpha is not used by any material */
    if (b == 0 && alpha == 255) {
        memcpy(out, p, 3);
        return;
    }
    int first = alpha >> 3;
    int second = b == 0 ? ((255 - alpha) >> 3) + 1 : b == 1 ? inputs->coverage * 4 + 1 : b == 2 ? 32 : 1;
    for (int k = 0; k < 3; k++) out[k] = (uint8_t)((p[k] * first + q[k] * second) >> 5);
}

uint8_t fy_rdp_to_five_bits(uint8_t value, int dither) {
    unsigned rounded = value;
    if (dither < (value & 7)) rounded = value > 247 ? 255 : (value & 0xF8u) + 8;
    return (uint8_t)(rounded & 0xF8);
}

/* -------------------------------------------------------------------------------------- a whole pixel */

/* The alpha that a blended pixel has; false if the compare rejects it. */
static bool blended_alpha(const fy_rdp_modes *modes, uint8_t alpha, uint8_t first_alpha, int dither,
                          uint8_t *blended) {
    int dithered = alpha_of_256(alpha) + dither, compared = alpha_of_256(first_alpha) + dither;
    *blended = (uint8_t)(dithered < 255 ? dithered : 255);
    return !modes->compare || (compared < 255 ? compared : 255) >= modes->blend[3];
}

static void store_color(const fy_rdp_output *output, const fy_rdp_fragment *fragment, const uint8_t rgb[3],
                        fy_rdp_dot *dot) {
    int dither = fy_rdp_dither(fragment->x, fragment->y);
    for (int k = 0; k < 3; k++)
        dot->rgb[k] = output->five_bits ? fy_rdp_to_five_bits(rgb[k], dither) : rgb[k];
}

static void blend_onto(const fy_rdp_modes *modes, const uint8_t rgb[3], uint8_t alpha, const fy_rdp_dot *dot,
                       uint8_t out[3]) {
    fy_rdp_blend_inputs inputs = {.alpha = alpha, .coverage = dot->coverage};
    memcpy(inputs.src, rgb, 3);
    memcpy(inputs.dst, dot->rgb, 3);
    memcpy(inputs.blend, modes->blend, 3);
    memcpy(inputs.fog, modes->fog, 4);
    fy_rdp_blend(modes->blender, &inputs, out);
}

/* What is left of a surface's samples beside a flatter one's. */
static int weight(int samples, uint32_t dz, uint32_t other_dz) {
    for (int i = 0; i < 4 && dz > other_dz; i++) dz >>= 1, samples >>= 1;
    return samples;
}

/* Two surfaces that share a pixel: the mean of both, by their samples. */
static void merge_with(const fy_rdp_fragment *fragment, int samples, const fy_rdp_dot *dot, uint8_t rgb[3]) {
    int own = weight(samples, fragment->dz, dot->depth.dz);
    int other = weight(dot->coverage, dot->depth.dz, fragment->dz) + 1;
    for (int k = 0; k < 3; k++) rgb[k] = (uint8_t)((rgb[k] * own + dot->rgb[k] * other) / (own + other));
}

bool fy_rdp_draw(const fy_rdp_output *output, const fy_rdp_modes *modes, const fy_rdp_fragment *fragment,
                 fy_rdp_dot *dot) {
    fy_rdp_inputs inputs;
    memcpy(inputs.tex0, fragment->tex0, 4), memcpy(inputs.tex1, fragment->tex1, 4);
    memcpy(inputs.shade, fragment->shade, 4);
    memcpy(inputs.prim, modes->prim, 4), memcpy(inputs.env, modes->env, 4);
    uint8_t color[4], first_alpha, alpha = 255;
    fy_rdp_run(&modes->formula, &inputs, color, &first_alpha);

    int samples = fragment->samples;
    int dither = output->plain_alpha ? 0 : fy_rdp_dither(fragment->x, fragment->y);
    if (modes->blender) {
        if (!blended_alpha(modes, color[3], first_alpha, dither, &alpha)) return false;
    } else if (modes->compare) {
        samples = fy_rdp_cutout(alpha_of_256(color[3]), samples);
        if (!samples) return false;
    }
    bool full = samples + dot->coverage >= 8;
    if (!fy_rdp_depth_passes(modes->z_mode, &dot->depth, fragment->z, fragment->dz, full)) return false;

    bool merged = !modes->blender && !full && fy_rdp_depth_touches(&dot->depth, fragment->z, fragment->dz);
    if (modes->blender && full) blend_onto(modes, color, alpha, dot, color);
    if (merged) merge_with(fragment, samples, dot, color);
    if (!modes->blender || full) store_color(output, fragment, color, dot);
    dot->coverage = (uint8_t)(modes->blender || merged ? (dot->coverage + samples) & 7 : samples - 1);
    if (!modes->keeps_depth)
        dot->depth = (fy_rdp_depth){.z = fy_rdp_depth_stored(fragment->z), .dz = fragment->dz};
    return true;
}
