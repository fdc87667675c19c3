/* gltf_fast64_modes.h: fast64's render modes (docs/formats/fast64.md, "Render modes"). */
#ifndef FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_MODES_H
#define FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_MODES_H

#include "formats/gltf/fast64/gltf_fast64_state.h"

/* Names of the render modes of the first and the second cycle by number, without "G_RM_"; NULL at the end. */
extern const char *const fy_fast64_modes_1[], *const fy_fast64_modes_2[];

/* What a render mode of that name means, as Tiny3D's importer tells it by parts of the name. */
fy_fast64_mode fy_fast64_mode_of(const char *name);

/* The console library's blender (FERRY_RDP_BLEND_...) for the inputs P, A, M, B by number. Unless `forced`,
 * the blender only smooths edges: FERRY_RDP_BLEND_NONE. False: the library has none like it, and `*blender`
 * is FERRY_RDP_BLEND_NONE. */
bool fy_fast64_blender_of(const uint32_t inputs[4], bool forced, uint32_t *blender);

/* Names of those inputs (P and M; A; B), and of depth modes, by number, without their prefixes; NULL at the
 * end. */
extern const char *const fy_fast64_blend_colors[],
    *const fy_fast64_blend_alphas[], *const fy_fast64_blend_mixes[], *const fy_fast64_z_modes[];

#endif
