/*
 * t3dm_tracks_uv_morph.h: texture coordinates that clips scale and turn (docs/formats/t3dm.md,
 * "Tracks").
 */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_UV_MORPH_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_UV_MORPH_H

#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* Materials whose texture coordinates move with the vertices. NULL at the limit. */
const fy_t3dm_uv_morphs *fy_t3dm_list_uv_morphs(fy_t3dm_tracker *tracker);

fy_t3dm_producer fy_t3dm_uv_tracks;

#endif
