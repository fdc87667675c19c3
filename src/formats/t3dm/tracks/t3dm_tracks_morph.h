/* t3dm_tracks_morph.h: vertices that morphs move (docs/formats/t3dm.md, "Tracks"). */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_MORPH_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_MORPH_H

#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* Where the scene's morphs move what was written. NULL at the memory limit. */
const fy_t3dm_morphs *fy_t3dm_list_morphs(fy_t3dm_tracker *tracker);

fy_t3dm_producer fy_t3dm_morph_tracks;

#endif
