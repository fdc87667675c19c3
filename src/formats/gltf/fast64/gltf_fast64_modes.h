/* gltf_fast64_modes.h: fast64's render modes (docs/formats/fast64.md, "Render modes"). */
#ifndef FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_MODES_H
#define FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_MODES_H

#include "formats/gltf/fast64/gltf_fast64_state.h"

extern const char *const fy_fast64_modes_1[], *const fy_fast64_modes_2[]; /* by number; "G_RM_" left out */
fy_fast64_mode fy_fast64_mode_of(const char *name);

/* The blender's four inputs P, A, M, B by number; only if `forced` what it makes reaches every pixel. False:
 * none that the console's library has. */
bool fy_fast64_blender_of(const uint32_t inputs[4], bool forced, uint32_t *blender);

extern const char *const fy_fast64_blend_colors[],
    *const fy_fast64_blend_alphas[], *const fy_fast64_blend_mixes[], *const fy_fast64_z_modes[];

#endif
