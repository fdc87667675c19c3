/*
 * t3dm_reference.h: sample pixels by which a material's formula on one machine is compared with that
 * on the other (docs/what-is-lost.md, "How differences are measured").
 */
#ifndef FERRY_SHADE_SAMPLES_T3DM_REFERENCE_H
#define FERRY_SHADE_SAMPLES_T3DM_REFERENCE_H

#include "ferry64.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

/* Folds the formula of `gx`, which is the material at rest or another of its states, and prepares samples.
 * One material after the other; fy_reference_end() after the last, and before other pixels are seen: samples
 * are remembered up to it. Coordinates and pairs are those at rest. */
bool fy_reference_start(fy_reference *reference, const ferry_gx_material *gx,
                        const fy_vertex_summary *summary);

/* FY_SAMPLES samples of another state than the one that was started with. */
void fy_reference_fill(fy_reference *reference, const ferry_gx_material *state,
                       const fy_vertex_summary *summary);

/* The same for a state of which only registers and konst colours differ from the one that these samples were
 * filled for last. */
void fy_reference_fill_again(fy_reference *reference, const ferry_gx_material *state,
                             const fy_vertex_summary *summary);

/* Gives the memory back, but for what was learned of images. */
void fy_reference_end(fy_reference *reference);

/* A texgen's map; that of no texgen for numbers beyond the last. */
fy_uv_map *fy_reference_map(fy_reference *reference, uint8_t texgen);

#endif
