/* t3dm_compared_alpha.c: see t3dm_compared_alpha.h. */
#include "shade/samples/t3dm_compared_alpha.h"

#include "machine/gx/gx_alpha_compare.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_reference_state.h"

/* What another threshold has to gain, as a share of what the source's own has wrong, and in alpha 255ths of
 * all samples. */
#define SHARE .1
#define LEAST (255.0 * FY_SAMPLES / 200)

void fy_compared_alpha_add(const fy_reference *reference, const fy_fit *fit, uint64_t word,
                           fy_compared_alpha *to) {
    const fy_ready_fit ready = fy_reference_ready(reference, fit, word);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference->samples[i];
        fy_rdp_inputs inputs;
        uint8_t color[4], compared;
        fy_reference_inputs(reference, &ready, sample, &inputs);
        fy_rdp_run(&ready.formula, &inputs, color, &compared);
        const bool passes = fy_gx_alpha_passes(reference->gx, sample->wanted[3]);
        for (unsigned t = 0; t < 256; t++)
            if ((compared >= t) != passes) to->wrong[t] += passes ? sample->wanted[3] : color[3];
    }
}

uint16_t fy_compared_alpha_threshold(const fy_compared_alpha *of, uint16_t limit) {
    unsigned best = 0;
    if (limit > 255) return limit;
    for (unsigned t = 1; t < limit; t++)
        if (of->wrong[t] < of->wrong[best]) best = t;
    double gain = of->wrong[limit] - of->wrong[best];
    return gain > LEAST && gain > SHARE * of->wrong[limit] ? (uint16_t)best : limit;
}
