/* similarity_materials.h: which materials differ in a comparison (docs/rendering.md, "By material"). */
#ifndef FERRY_RENDER_SIMILARITY_MATERIALS_H
#define FERRY_RENDER_SIMILARITY_MATERIALS_H

#include "ferry64.h"

typedef struct fy_material_sums fy_material_sums;

/* For the materials of two scenes, in the job's memory. NULL at the limit. */
fy_material_sums *fy_material_sums_open(ferry_job *job, const ferry_scene *const scenes[2]);

/* Adds both pictures of a view, with whose each pixel is, and how similar each is where `mask` is set (NULL:
 * 1 everywhere). */
void fy_material_sums_add(fy_material_sums *sums, const ferry_picture pictures[2],
                          const uint32_t *const owners[2], const uint8_t *mask, const float *similar);

/* The figures of all views, in memory that lives as long as the job. False at the limit. */
bool fy_material_sums_close(ferry_job *job, const fy_material_sums *sums, ferry_similarity *similarity);

#endif
