/*
 * t3dm_measure.c: how far a combiner is from what the source's machine draws (docs/what-is-lost.md, "How
 * differences are measured").
 */
#include "shade/t3dm_measure.h"

#include <stdlib.h>
#include <string.h>

#include "machine/gx/gx_alpha_compare.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference.h"
#include "shade/t3dm_reference_state.h"

bool fy_reference_draws(const fy_reference *reference, uint8_t alpha) {
    return reference->compares ? fy_gx_alpha_passes(reference->gx, alpha) : alpha >= 128;
}

/* Of a cutout only counts whether a pixel is drawn. */
static void cut_alpha(const fy_reference *reference, uint8_t source[4], uint8_t target[4]) {
    source[3] = fy_reference_draws(reference, source[3]) ? 255 : 0;
    target[3] = target[3] >= reference->threshold ? 255 : 0;
}

void fy_reference_measure(const fy_reference *reference, const fy_fit *fit, uint64_t word, double *color,
                          double *alpha) {
    double colors = 0, alphas = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference->samples[i];
        uint8_t source[4], target[4];
        int off = 0;
        memcpy(source, sample->wanted, 4);
        fy_reference_pixel(reference, fit, word, sample, target);
        if (reference->threshold) cut_alpha(reference, source, target);
        for (int k = 0; k < 3; k++) off += abs(source[k] - target[k]);
        colors += (double)sample->weight * off;
        alphas += abs(source[3] - target[3]);
    }
    *color = colors / (3 * reference->drawn);
    *alpha = alphas / FY_SAMPLES;
}
