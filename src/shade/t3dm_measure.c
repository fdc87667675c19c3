/*
 * t3dm_measure.c: how far a combiner is from what the source's machine draws (docs/what-is-lost.md, "How
 * differences are measured").
 */
#include "shade/t3dm_measure.h"

#include <stdlib.h>
#include <string.h>

#include "machine/gx/gx_alpha_compare.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_reference_state.h"

bool fy_reference_draws(const fy_reference *reference, uint8_t alpha) {
    return reference->compares ? fy_gx_alpha_passes(reference->gx, alpha) : alpha >= 128;
}

/* Of a cutout only counts whether a pixel is drawn. */
static void cut_alpha(const fy_reference *reference, uint8_t source[4], uint8_t target[4]) {
    source[3] = fy_reference_draws(reference, source[3]) ? 255 : 0;
    target[3] = target[3] >= reference->threshold ? 255 : 0;
}

/* Differences of samples, summed up. */
typedef struct differences {
    double colors, alphas;
} differences;

static void add_difference(const fy_reference *reference, const fy_ready_fit *ready, const fy_sample *sample,
                           differences *sums) {
    uint8_t source[4], target[4];
    int off = 0;
    memcpy(source, sample->wanted, 4);
    fy_reference_pixel(reference, ready, sample, target);
    if (reference->threshold) cut_alpha(reference, source, target);
    for (int k = 0; k < 3; k++) off += abs(source[k] - target[k]);
    sums->colors += (double)sample->weight * off;
    sums->alphas += abs(source[3] - target[3]);
}

static double mean_color(const fy_reference *reference, const differences *sums) {
    return sums->colors / (3 * reference->drawn);
}

static double mean_alpha(const differences *sums) {
    return sums->alphas / FY_SAMPLES;
}

void fy_reference_measure(const fy_reference *reference, const fy_fit *fit, uint64_t word, double *color,
                          double *alpha) {
    const fy_ready_fit ready = fy_reference_ready(reference, fit, word);
    differences sums = {0, 0};
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        add_difference(reference, &ready, &reference->samples[i], &sums);
    *color = mean_color(reference, &sums);
    *alpha = mean_alpha(&sums);
}

double fy_reference_measure_up_to(const fy_reference *reference, const fy_fit *fit, uint64_t word, bool alpha,
                                  double price, double enough) {
    const fy_ready_fit ready = fy_reference_ready(reference, fit, word);
    differences sums = {0, 0};
    double error = 0;
    for (unsigned i = 0; i < FY_SAMPLES && !(error >= enough); i++) {
        add_difference(reference, &ready, &reference->samples[i], &sums);
        error = (alpha ? mean_alpha(&sums) : mean_color(reference, &sums)) + price;
    }
    return error;
}

/* How much of a pixel's colour is seen over the ground, 0..255. */
static int cover_of_source(const fy_reference *reference, const fy_sample *sample) {
    uint8_t alpha = sample->wanted[3];
    if (reference->draws == FY_DRAWS_CUTOUT) return fy_reference_draws(reference, alpha) ? 255 : 0;
    return reference->draws == FY_DRAWS_MIXED ? alpha : 255;
}

static int cover_of_target(const fy_reference *reference, uint8_t alpha) {
    if (reference->draws == FY_DRAWS_CUTOUT) return alpha >= reference->threshold ? 255 : 0;
    return reference->draws == FY_DRAWS_MIXED ? alpha : 255;
}

/* What vanishes is seen by so much at least, of 255, whatever is behind it: that may vanish as well. */
enum { LEAST_CONTRAST = 48 };

/* From so much on a pixel is drawn, and up to so much it is not, of 255. */
enum { COVERS = 96, COVERS_NOT = 24 };

void fy_reference_see(const fy_reference *reference, const fy_sample *sample, const uint8_t target[4],
                      fy_seen_difference *seen) {
    int source_cover = cover_of_source(reference, sample), cover = cover_of_target(reference, target[3]);
    int differs = 0, least = 3 * LEAST_CONTRAST * abs(source_cover - cover);
    for (int k = 0; k < 3; k++)
        differs += abs((sample->wanted[k] - sample->ground[k]) * source_cover -
                       (target[k] - sample->ground[k]) * cover);
    seen->mean +=
        (1 - (double)sample->hidden) * (differs > least ? differs : least) / (3.0 * 255 * FY_SAMPLES);
    seen->vanishes += source_cover >= COVERS && cover <= COVERS_NOT ? 1.0 / FY_SAMPLES : 0;
    seen->appears += cover >= COVERS && source_cover <= COVERS_NOT ? 1.0 / FY_SAMPLES : 0;
}

fy_seen_difference fy_reference_seen(const fy_reference *reference, const fy_fit *fit, uint64_t word) {
    const fy_ready_fit ready = fy_reference_ready(reference, fit, word);
    fy_seen_difference seen = {0, 0, 0};
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t target[4];
        fy_reference_pixel(reference, &ready, &reference->samples[i], target);
        fy_reference_see(reference, &reference->samples[i], target, &seen);
    }
    return seen;
}
