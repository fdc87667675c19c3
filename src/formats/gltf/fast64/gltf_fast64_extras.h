/*
 * gltf_fast64_extras.h: the properties of fast64's materials as Blender's exporter dumps them,
 * `extras.f3d_mat` (docs/formats/fast64.md, "Where the state is"). What is not there has fast64's default;
 * Tiny3D's importer stops there.
 */
#ifndef FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_EXTRAS_H
#define FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_EXTRAS_H

#include "formats/gltf/fast64/gltf_fast64_state.h"
#include "formats/gltf/json/gltf_json.h"

/* Fills in the cleared `state` from `extras.f3d_mat`; how its tiles move is read by fy_fast64_read_scroll().
 * What is missing or wrong is told, and has its default. */
void fy_fast64_read_extras(const fy_gltf_value *f3d_mat, fy_fast64_state *state);

#endif
