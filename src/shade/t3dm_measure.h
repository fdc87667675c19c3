/*
 * t3dm_measure.h: the difference of a combiner from the source (docs/what-is-lost.md, "How differences are
 * measured").
 */
#ifndef FERRY_SHADE_T3DM_MEASURE_H
#define FERRY_SHADE_T3DM_MEASURE_H

#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* Mean differences of all samples to the source, of 255: of colours, as far as their alpha lets them be seen,
 * over those that are drawn; and of alphas, where a cutout's are drawn or not. */
void fy_reference_measure(const fy_reference *reference, const fy_fit *fit, uint64_t word, double *color,
                          double *alpha);

/* The mean difference of colours, or of alphas, plus `price`; not to its end once that is `enough`: no more
 * is asked for. */
double fy_reference_measure_up_to(const fy_reference *reference, const fy_fit *fit, uint64_t word, bool alpha,
                                  double price, double enough);

/* The difference in a picture of the material. */
typedef struct fy_seen_difference {
    double mean; /* of all pixels, of 255: of colours in the frame buffer after both machines drew */
    double vanishes, appears; /* shares of the pixels, 0..1: drawn by one machine only */
} fy_seen_difference;

/* Adds the share of one sample, at which the target draws `target`. */
void fy_reference_see(const fy_reference *reference, const fy_sample *sample, const uint8_t target[4],
                      fy_seen_difference *seen);

/* Measures a fit on all samples, with another combiner word than its own if need be. */
fy_seen_difference fy_reference_seen(const fy_reference *reference, const fy_fit *fit, uint64_t word);

/* Whether the source draws a pixel of a cutout with that alpha. */
bool fy_reference_draws(const fy_reference *reference, uint8_t alpha);

#endif
