/*
 * t3dm_strips.h: covers the triangles of one batch with triangle strips (docs/formats/t3dm.md, "How batches
 * are made").
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_STRIPS_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_STRIPS_H

#include "ferry64.h"

/* Strips of one batch, as slots. Run k is values[starts[k]] up to values[starts[k + 1] - 1]. A run of n
 * values is n - 2 triangles: the first has the winding of a list triangle, then they alternate. */
typedef struct fy_t3dm_runs {
    uint8_t *values;
    uint32_t *starts;
    uint32_t count;
} fy_t3dm_runs;

typedef struct fy_t3dm_stripper fy_t3dm_stripper;

/* Working memory for up to `triangles` triangles a batch; NULL at the limit. */
fy_t3dm_stripper *fy_t3dm_stripper_open(ferry_job *job, uint32_t triangles);

/* Covers each triangle exactly once. Corners are below FY_T3DM_SLOTS and differ. The best of so many tries.
 * The result lives until the next call. */
fy_t3dm_runs fy_t3dm_strip(fy_t3dm_stripper *stripper, const uint8_t (*triangles)[3], uint32_t count,
                           uint32_t tries);

/* Of those triangles: parts that hang together by edges that neighbours have the other way round, and how
 * many of them are one triangle. No strip leaves its part. To be asked before fy_t3dm_strip_on(). */
typedef struct fy_t3dm_islands {
    uint32_t count, single;
} fy_t3dm_islands;

/* Counts the islands of triangles that share edges; the first call takes time. */
fy_t3dm_islands fy_t3dm_strip_islands(fy_t3dm_stripper *stripper);

/* Goes on from there: other strips for the same triangles, never more of them. */
fy_t3dm_runs fy_t3dm_strip_on(fy_t3dm_stripper *stripper, uint32_t rounds);

#endif
