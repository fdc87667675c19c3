/* t3dm_sample_colors.h: the rasterised colours of a sample, with and without light. */
#ifndef FERRY_SHADE_SAMPLES_T3DM_SAMPLE_COLORS_H
#define FERRY_SHADE_SAMPLES_T3DM_SAMPLE_COLORS_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"

/* What of a vertex and its light makes rasterised colours. */
typedef struct fy_sample_vertex {
    ferry_color colors[2];
    double towards; /* how far it faces the light, 0..1 */
} fy_sample_vertex;

/* `seen`: as the state has it; the sample may have white instead of its material colours. */
void fy_sample_colors(const fy_reference *reference, const ferry_gx_material *state,
                      const fy_sample_vertex *of, fy_sample *sample, fy_tev_inputs *seen);

#endif
