/*
 * gltf_read_tracks.h: tracks that stand in the extras of an animation that this library wrote, key by
 * key (docs/formats/gltf.md, "Tracks in extras").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_TRACKS_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_TRACKS_H

#include <jansson.h>

#include "ferry64.h"
#include "formats/gltf/json/gltf_reader.h"

/* Makes `*to` one of an animation's `extras.tracks` (docs/formats/gltf.md, "Tracks in extras"); `rate`: the
 * clip's frames a second. `to->key_count` 0: it does not fit the scene. False at the memory limit. */
bool fy_gltf_read_track(fy_gltf_in *g, const json_t *from, double rate, ferry_track *to);

#endif
