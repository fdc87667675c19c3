/*
 * gltf_write_meshes.h: meshes of a glTF file: attributes, indices, morph targets
 * (docs/formats/gltf.md, "Meshes").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MESHES_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MESHES_H

#include "formats/gltf/write/gltf_writer.h"

bool fy_gltf_put_meshes(fy_gltf *g);

/* `value`, display-referred, as linear light. */
double fy_gltf_linear(double value);

#endif
