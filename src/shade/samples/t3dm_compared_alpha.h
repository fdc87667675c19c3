/*
 * t3dm_compared_alpha.h: the threshold of an alpha compare for what the console compares, which is the alpha
 * of a combiner's first cycle (docs/what-is-lost.md, "Materials").
 */
#ifndef FERRY_SHADE_SAMPLES_T3DM_COMPARED_ALPHA_H
#define FERRY_SHADE_SAMPLES_T3DM_COMPARED_ALPHA_H

#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* For each threshold, 0..255, the alpha of samples that the console draws and the source does not, or the
 * other way round: sums, in 255ths. */
typedef struct fy_compared_alpha {
    double wrong[256];
} fy_compared_alpha;

/* Adds the samples, drawn by a combiner. */
void fy_compared_alpha_add(const fy_reference *reference, const fy_fit *fit, uint64_t word,
                           fy_compared_alpha *to);

/* The threshold that is right for most; `limit`, the source's own, unless a lower one is clearly better: a
 * higher one would hide what the blend can still show faintly. 0: the console had better compare nothing. */
uint16_t fy_compared_alpha_threshold(const fy_compared_alpha *of, uint16_t limit);

#endif
