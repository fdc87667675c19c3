/* t3dm_tracks_switch.h: producers of what clips make of materials: colours, tiles, variants. */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_SWITCH_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_SWITCH_H

#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* Colours and tiles of materials. */
fy_t3dm_producer fy_t3dm_material_tracks;

/* Which of its material's variants an object is drawn with. */
fy_t3dm_producer fy_t3dm_switch_tracks;

#endif
