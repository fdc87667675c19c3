/*
 * rdp_color.h: from the combiner's colour to the frame buffer: cutouts by coverage, alpha compare, blending,
 * dither, five bits (docs/formats/n64_drawing.md, "Colour").
 */
#ifndef FERRY_MACHINE_RDP_RDP_COLOR_H
#define FERRY_MACHINE_RDP_RDP_COLOR_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/rdp/rdp_combiner.h"
#include "machine/rdp/rdp_depth.h"

/* Multiply with the fog register's alpha instead of the pixel's. */
#define FY_RDP_BLEND_FOG_ALPHA UINT32_C(0x05500040)

/* ---------------------------------------------------------------------------------------------- steps */

/* The magic square, 0..7. */
int fy_rdp_dither(uint32_t x, uint32_t y);

/* Samples that alpha leaves of `samples` covered ones; 0: nothing is drawn. */
int fy_rdp_cutout(int wide_alpha, int samples);

typedef struct fy_rdp_blend_inputs {
    uint8_t src[3], dst[3], blend[3], fog[4];
    uint8_t alpha;    /* of the pixel */
    uint8_t coverage; /* stored, 0..7 */
} fy_rdp_blend_inputs;

/* The first pass of a blender word. Sums wrap at 256. */
void fy_rdp_blend(uint32_t word, const fy_rdp_blend_inputs *inputs, uint8_t out[3]);

/* Rounds up or down by the magic square and leaves five bits; the lower three are 0. */
uint8_t fy_rdp_to_five_bits(uint8_t value, int dither);

/* -------------------------------------------------------------------------------------- a whole pixel */

/* A pixel of frame buffer and depth buffer. */
typedef struct fy_rdp_dot {
    uint8_t rgb[3];
    uint8_t coverage; /* samples covered, less one */
    fy_rdp_depth depth;
} fy_rdp_dot;

/* How the frame buffer is made: the console's way, or for looking at. */
typedef struct fy_rdp_output {
    bool five_bits;   /* dither and five bits a colour; else eight */
    bool plain_alpha; /* no dither of alpha */
} fy_rdp_output;

/* What the registers hold while a triangle is drawn. */
typedef struct fy_rdp_modes {
    fy_rdp_formula formula;
    uint32_t blender;
    fy_rdp_z_mode z_mode;
    bool compare;     /* the alpha-compare bit */
    bool keeps_depth; /* depth write is off */
    uint8_t prim[4], env[4], blend[4], fog[4];
} fy_rdp_modes;

/* What a triangle brings to a pixel. */
typedef struct fy_rdp_fragment {
    uint32_t x, y;
    uint8_t samples; /* 1..8 */
    uint32_t z;      /* 18 bits */
    uint32_t dz;
    uint8_t tex0[4], tex1[4], shade[4];
} fy_rdp_fragment;

/* Draws a fragment with anti-aliasing on, as libdragon sets it. False: the pixel stays as it is. */
bool fy_rdp_draw(const fy_rdp_output *output, const fy_rdp_modes *modes, const fy_rdp_fragment *fragment,
                 fy_rdp_dot *dot);

#endif
