/*
 * gltf_read_tracks.h: tracks that stand in the extras of an animation that this library wrote, key by
 * key (docs/formats/gltf.md, "Tracks in extras").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_TRACKS_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_TRACKS_H

#include <jansson.h>

#include "ferry64.h"
#include "formats/gltf/json/gltf_reader.h"

/* One of an animation's `extras.tracks`, whose clip has that rate. `to->key_count` 0: it does not fit. False
 * at the memory limit. */
bool fy_gltf_read_track(fy_gltf_in *g, const json_t *from, double rate, ferry_track *to);

#endif
