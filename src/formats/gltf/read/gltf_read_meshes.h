/*
 * gltf_read_meshes.h: primitives of glTF: streams of vertices of all kinds of numbers, triangles from
 * lists, strips and fans; and the draws of nodes. What does not fit is left out and reported
 * (docs/formats/generic.md, "Meshes").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_MESHES_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_MESHES_H

#include "formats/gltf/json/gltf_reader.h"

/* Adds the meshes that nodes use to the scene, a mesh for each primitive of each use, with morphs and
 * weights; fills in `uses` and `made`. False after an error. */
bool fy_gltf_read_meshes(fy_gltf_in *g);

/* Adds the draws, in the order of the nodes, and fills in `draws`. Meshes must be there. False after an
 * error. */
bool fy_gltf_read_draws(fy_gltf_in *g);

/* Of files without ferry64's extras: puts decals behind what is opaque, and what blends behind both.
 * Materials must be there. False at the limit. */
bool fy_gltf_sort_draws(fy_gltf_in *g);

#endif
