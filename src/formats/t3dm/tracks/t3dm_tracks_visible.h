/* t3dm_tracks_visible.h: objects that clips show and hide (docs/formats/t3dm.md, "Tracks"). */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_VISIBLE_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_VISIBLE_H

#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* Lists the objects that are hidden at rest. False after an error. */
bool fy_t3dm_hide(fy_t3dm_tracker *tracker);

fy_t3dm_producer fy_t3dm_visible_tracks;

#endif
