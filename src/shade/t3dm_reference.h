/*
 * t3dm_reference.h: imagined pixels by which a material's formula on one machine is compared with that
 * on the other (docs/what-is-lost.md, "How differences are measured").
 */
#ifndef FERRY_SHADE_T3DM_REFERENCE_H
#define FERRY_SHADE_T3DM_REFERENCE_H

#include "ferry64.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

/* Folds the formula of `gx`, which is the material at rest or another of its states, and prepares samples.
 * One material after the other; fy_reference_end() after the last, and before other pixels are seen: samples
 * are remembered up to it. Coordinates and pairs are those at rest. */
bool fy_reference_start(fy_reference *reference, const ferry_gx_material *gx,
                        const fy_vertex_summary *summary);

/* FY_SAMPLES samples of another state than the one that was started with. */
void fy_reference_fill(fy_reference *reference, const ferry_gx_material *state,
                       const fy_vertex_summary *summary, fy_sample *samples);

/* The alpha from which on a cutout's largest picture covers as much as its source does, whose smaller mip
 * levels may be thicker from afar; halfway, since they are not seen from nearby. From `least` to
 * `threshold`, which is the source's. */
unsigned fy_reference_edge(const fy_reference *reference, unsigned threshold, unsigned least);

/* Gives the memory back, but for what was learned of images. */
void fy_reference_end(fy_reference *reference);

/* A sample's texel as a texture slot shows it; components that the slot does not read are 255. */
void fy_reference_texel(const fy_reference *reference, const fy_fit_texture *texture, const fy_sample *sample,
                        uint8_t out[4]);

/* A combiner that is made ready for many samples. */
typedef struct fy_ready_fit {
    const fy_fit *fit;
    fy_rdp_formula formula;
    fy_rdp_inputs constants; /* what is the same for all samples */
    bool lit;
} fy_ready_fit;

fy_ready_fit fy_reference_ready(const fy_reference *reference, const fy_fit *fit, uint64_t word);

/* What the combiner reads for a sample. */
void fy_reference_inputs(const fy_reference *reference, const fy_ready_fit *ready, const fy_sample *sample,
                         fy_rdp_inputs *inputs);

/* The console's pixel for a sample. */
void fy_reference_pixel(const fy_reference *reference, const fy_ready_fit *ready, const fy_sample *sample,
                        uint8_t out[4]);

/* What the one light of the samples makes of a white vertex that faces it so far, 0..1. */
double fy_reference_light(double towards);

fy_uv_map *fy_reference_map(fy_reference *reference, uint8_t texgen);

#endif
