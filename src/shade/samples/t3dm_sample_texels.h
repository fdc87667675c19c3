/* t3dm_sample_texels.h: the texels that the stages of a material read at a sample. */
#ifndef FERRY_SHADE_SAMPLES_T3DM_SAMPLE_TEXELS_H
#define FERRY_SHADE_SAMPLES_T3DM_SAMPLE_TEXELS_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

typedef struct fy_place {
    double u, v;
} fy_place;

/* Where all look-ups of one pixel lie. */
typedef struct fy_places {
    fy_place sets[FERRY_UV_SETS], others[FERRY_GX_MAX_TEXGENS];
} fy_places;

/* Where a map by a normal or a position looks a texture up. */
fy_place fy_place_by_vector(const fy_uv_map *map, ferry_vec3 from);

/* The texels of all stages, and of a composite. `seen` has the rasterised colours, which ramps follow. */
void fy_sample_texels(const fy_reference *reference, const ferry_gx_material *state, const fy_places *at,
                      fy_tev_inputs *seen);

#endif
