/*
 * gltf_read_meshes.h: primitives of glTF: streams of vertices of all kinds of numbers, triangles from
 * lists, strips and fans; and the draws of nodes. What does not fit is left out and reported
 * (docs/formats/generic.md, "Meshes").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_MESHES_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_MESHES_H

#include "formats/gltf/json/gltf_reader.h"

bool fy_gltf_read_meshes(fy_gltf_in *g);

bool fy_gltf_read_draws(fy_gltf_in *g);

#endif
