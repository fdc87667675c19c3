/*
 * gltf_write_tracks.h: tracks that channels of nodes and weights cannot say, key by key in extras, and
 * what is told of them (docs/formats/gltf.md, "Tracks in extras").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_TRACKS_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_TRACKS_H

#include <jansson.h>

#include "formats/gltf/write/gltf_clips.h"
#include "formats/gltf/write/gltf_writer.h"

/* Tracks of a clip that translation, rotation, scale and weights cannot say: the value of its key `tracks` in
 * extras; NULL: there are none. */
json_t *fy_gltf_list_tracks(fy_gltf_channels *c, fy_gltf_told *told);

/* What the tracks of vertex colours mean: `extras.vertex_color_groups` of the file. False at the memory
 * limit. */
bool fy_gltf_put_vertex_color_groups(fy_gltf *g);

void fy_gltf_tell_tracks(const fy_gltf *g, const fy_gltf_told *told);

#endif
