/* t3dm_read_tracks.h: what the two files share that read the tracks chunk
 * (docs/formats/t3dm.md, "Tracks"). */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_TRACKS_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_TRACKS_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Finds the tracks chunk, and does what it says about the bones; then, once all objects are
 * there, all else. */
bool fy_t3dm_find_tracks(fy_t3dm_reader *r);
bool fy_t3dm_read_tracks(fy_t3dm_reader *r, uint32_t first_draw);

#endif
