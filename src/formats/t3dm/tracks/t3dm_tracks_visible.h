/* t3dm_tracks_visible.h: objects that clips show and hide (docs/formats/t3dm.md, "Tracks"). */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_VISIBLE_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_VISIBLE_H

#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* What is to be known before clips are asked about: t3dm_tracks_visible.c, objects that are hidden at rest;
 * t3dm_tracks_morph.c, where the scene's morphs move what was written (NULL at the limit);
 * t3dm_tracks_area.c, written vertices that get one colour (to be given back). False after an error. */
bool fy_t3dm_hide(fy_t3dm_tracker *tracker);

fy_t3dm_producer fy_t3dm_visible_tracks;

#endif
