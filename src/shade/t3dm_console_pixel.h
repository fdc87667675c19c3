/* t3dm_console_pixel.h: evaluates a combiner on a sample of a material. */
#ifndef FERRY_SHADE_T3DM_CONSOLE_PIXEL_H
#define FERRY_SHADE_T3DM_CONSOLE_PIXEL_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* What the one light of the samples makes of a white vertex that faces it so far, 0..1. */
double fy_reference_light(double towards);

/* A sample's texel as a texture slot shows it; components that the slot does not read are 255. */
void fy_reference_texel(const fy_reference *reference, const fy_fit_texture *texture, const fy_sample *sample,
                        uint8_t out[4]);

/* A combiner prepared for many samples. */
typedef struct fy_ready_fit {
    const fy_fit *fit;
    fy_rdp_formula formula;
    fy_rdp_inputs constants; /* what is the same for all samples */
    bool lit;
} fy_ready_fit;

/* Prepares a fit for many samples; it keeps pointing to `fit`. */
fy_ready_fit fy_reference_ready(const fy_reference *reference, const fy_fit *fit, uint64_t word);

/* What the combiner reads for a sample. */
void fy_reference_inputs(const fy_reference *reference, const fy_ready_fit *ready, const fy_sample *sample,
                         fy_rdp_inputs *inputs);

/* The console's pixel for a sample. */
void fy_reference_pixel(const fy_reference *reference, const fy_ready_fit *ready, const fy_sample *sample,
                        uint8_t out[4]);

#endif
