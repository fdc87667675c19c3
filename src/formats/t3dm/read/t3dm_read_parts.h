/*
 * t3dm_read_parts.h: an object's parts, replayed as the console draws them: which vertices they load, and
 * which triangles they draw from the cache (docs/formats/t3dm.md, "Parts", "Vertex cache").
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_PARTS_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_PARTS_H

#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* A part's record. What its layout does not have is 0; `bone` FY_T3DM_NO_BONE: none. */
typedef struct fy_t3dm_part_record {
    uint32_t vertices, indices, count; /* offsets in the chunks V and I; vertices to load */
    uint16_t dest, list, bone;         /* first slot; indices of the list */
    uint8_t strips[FY_T3DM_BUFFERS];   /* values of each buffer; 0: no more of them */
    uint8_t sequence_base, sequence_count;
} fy_t3dm_part_record;

/* A vertex that was loaded: its number in the V chunk, and its bone. */
typedef struct fy_t3dm_load {
    uint32_t vertex;
    uint16_t bone;
} fy_t3dm_load;

/* An object's drawing, replayed. Lists are the job's memory. */
typedef struct fy_t3dm_replay {
    fy_t3dm_reader *r;
    fy_t3dm_cache cache;
    const fy_t3dm_part_record *parts;
    uint32_t part_count;
    fy_t3dm_load *loads; /* in their order, padding included */
    uint32_t load_count;
    uint32_t *triangles; /* three numbers of loads each, in the order in which they are drawn */
    uint32_t triangle_count, strip_count;
} fy_t3dm_replay;

/* Reads and replays the `count` parts of an object's chunk, which holds their records, into `p`, of which `r`
 * is set and all else 0. A part that leaves its chunk, or names a slot that holds no vertex any more, is
 * refused. False after an error. */
bool fy_t3dm_replay_parts(fy_t3dm_replay *p, ferry_window *chunk, uint32_t count);

#endif
