/*
 * gltf_write_meshes.h: meshes of a glTF file: attributes, indices, morph targets
 * (docs/formats/gltf.md, "Meshes").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MESHES_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MESHES_H

#include "formats/gltf/write/gltf_writer.h"

/* Adds the meshes that draws need, equal ones once, and fills in `draw_meshes`. Materials must be there.
 * False at a limit of the job. */
bool fy_gltf_put_meshes(fy_gltf *g);

/* `value`, display-referred by sRGB, as linear light; 0 for what is below 0 or no number. */
double fy_gltf_linear(double value);

#endif
