/*
 * quantise.h: palettes for pictures: boxes of colours are split where that reduces the squared error most;
 * then each colour moves to the mean of the texels it represents, until none moves (docs/what-is-lost.md,
 * "Textures"). Colours are those of 5.5.5.1 texels, widened to eight bits.
 */
#ifndef FERRY_CORE_IMAGE_QUANTISE_H
#define FERRY_CORE_IMAGE_QUANTISE_H

#include "ferry64.h"
#include "core/image/quantise_few.h"

/* The nearest 5-bit value, widened as the hardware does. */
uint8_t fy_round_5(uint8_t value);

/* The distinct colours of `count` texels as 5.5.5.1 (alpha from 128 on is opaque), in order of appearance;
 * all transparent texels are one colour. False if there are more than `most` (at most 256). */
bool fy_palette_exact(const uint8_t *rgba, uint32_t count, uint32_t most, fy_palette *palette);

/* Builds a palette of at most `most` (2..256) colours for `count` texels. `weights`: of each texel, from 1
 * on; NULL: all equal. Deterministic. False at the memory limit (reported). */
bool fy_palette_build(ferry_job *job, const uint8_t *rgba, const uint8_t *weights, uint32_t count,
                      uint32_t most, fy_palette *palette);

/* The index of the nearest colour for each texel; transparent texels only map to transparent colours if there
 * is one. */
void fy_palette_map(const fy_palette *palette, const uint8_t *rgba, uint32_t count, uint8_t *indices);

#endif
