/* t3dm_imagined.h: samples of a material that no picture shows, at pseudo-random positions. */
#ifndef FERRY_SHADE_SAMPLES_T3DM_IMAGINED_H
#define FERRY_SHADE_SAMPLES_T3DM_IMAGINED_H

#include "ferry64_gx.h"
#include "shade/t3dm_reference_state.h"

/* FY_SAMPLES samples, the same on every run. */
void fy_imagine_samples(const fy_reference *reference, const ferry_gx_material *state,
                        const fy_vertex_summary *summary, fy_sample *samples);

/* FY_BRIGHT_SAMPLES samples in full light, with the brightest texels that are found. */
void fy_imagine_bright(const fy_reference *reference, const ferry_gx_material *state,
                       const fy_vertex_summary *summary, fy_sample *samples);

#endif
