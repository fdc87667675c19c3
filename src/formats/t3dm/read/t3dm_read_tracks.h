/* t3dm_read_tracks.h: what the two files share that read the tracks chunk
 * (docs/formats/t3dm.md, "Tracks"). */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_TRACKS_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_TRACKS_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Opens the tracks chunk, if there is one that this reader knows (`r->tracks`), and sets what it says about
 * bones; to be called once the skeleton is read. False after an error. */
bool fy_t3dm_find_tracks(fy_t3dm_reader *r);

/* Once all objects are read: adds the chunk's morphs and clips to the scene, and hides what it hides at rest.
 * The file's draws are the scene's from `first_draw` on. True where there is no chunk. False after an error.
 * */
bool fy_t3dm_read_tracks(fy_t3dm_reader *r, uint32_t first_draw);

#endif
