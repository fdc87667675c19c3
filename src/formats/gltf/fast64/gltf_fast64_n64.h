/*
 * gltf_fast64_n64.h: fast64's own glTF extensions: FAST64_materials_n64 of materials with
 * FAST64_materials_f3d in it or beside it, FAST64_sampler_n64 of samplers (docs/formats/fast64.md,
 * "Where the state is"). What is not there has its default, which is how fast64 writes them.
 */
#ifndef FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_N64_H
#define FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_N64_H

#include "formats/gltf/fast64/gltf_fast64_state.h"
#include "formats/gltf/json/gltf_json.h"

/* Fills in the cleared `state` from the extension, with extensions of samplers. What is missing has its
 * default; what is wrong is told, and has it too. */
void fy_fast64_read_n64(const fy_fast64 *f, const fy_gltf_value *extension, fy_fast64_state *state);

#endif
