/*
 * gltf_read_clips.h: animations of glTF become clips (docs/formats/generic.md, "Animations"): every
 * key at its own time, cubic splines with their slopes.
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_CLIPS_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_CLIPS_H

#include "formats/gltf/json/gltf_reader.h"

/* Adds a clip to the scene for each animation of the file. Nodes, draws, materials and morphs must be there.
 * False after an error. */
bool fy_gltf_read_clips(fy_gltf_in *g);

#endif
