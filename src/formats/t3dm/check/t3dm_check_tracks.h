/*
 * t3dm_check_tracks.h: the rules of the tracks chunk: what its clips do to objects, materials and
 * vertices must be something that the console can show.
 */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_TRACKS_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_TRACKS_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Checks the tracks chunk, if there is one (docs/formats/t3dm.md, "Tracks"). False only at a limit of the
 * job: what is wrong is a message. */
bool fy_t3dm_check_tracks(fy_t3dm_reader *r);

#endif
