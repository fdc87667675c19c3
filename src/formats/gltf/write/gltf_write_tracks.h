/*
 * gltf_write_tracks.h: tracks that channels of nodes and weights cannot say, key by key in extras, and
 * what is told of them (docs/formats/gltf.md, "Tracks in extras").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_TRACKS_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_TRACKS_H

#include <jansson.h>

#include "formats/gltf/write/gltf_clips.h"
#include "formats/gltf/write/gltf_writer.h"

/* A new list of the clip's tracks that translation, rotation, scale and weights cannot say, for the key
 * `tracks` in its extras; NULL: there are none, or no memory. Counts them in `told`. */
json_t *fy_gltf_list_tracks(fy_gltf_channels *c, fy_gltf_told *told);

/* Adds `extras.vertex_color_groups` of the file: what tracks of vertex colours name. False at a limit of the
 * job. */
bool fy_gltf_put_vertex_color_groups(fy_gltf *g);

/* Tells the losses: tracks that no program plays, or only those with KHR_animation_pointer. */
void fy_gltf_tell_tracks(const fy_gltf *g, const fy_gltf_told *told);

#endif
