/* t3dm_tracks_cost.h: what the tracks chunk costs the CPU (docs/cost.md, "CPU"). */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_TRACKS_COST_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_TRACKS_COST_H

#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Sets `*cpu` to what the clips of that name cost that cost most, in instructions and cycles a frame; leaves
 * it where the file has no tracks chunk. `total`, `objects`: what drawing the file costs, and its number of
 * objects. The file was read whole: its clips are the scene's from `first_clip` on. False at a limit of the
 * job. */
bool fy_t3dm_price_tracks(fy_t3dm_reader *r, uint32_t first_clip, const fy_t3dm_drawing *total,
                          uint32_t objects, fy_t3dm_cpu *cpu);

#endif
