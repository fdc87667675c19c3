/* t3dm_tracks_area.h: vertices whose colours clips change (docs/formats/t3dm.md, "Tracks"). */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_AREA_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_AREA_H

#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* Lists written vertices that get one colour; fy_t3dm_drop_areas() gives them back. False after an error. */
bool fy_t3dm_list_areas(fy_t3dm_tracker *tracker);

void fy_t3dm_drop_areas(fy_t3dm_tracker *tracker);

fy_t3dm_producer fy_t3dm_area_tracks;

#endif
