/*
 * t3dm_batches.h: cuts a mesh into batches that are drawn from one state of the vertex cache
 * (docs/formats/t3dm.md, "How batches are made").
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_BATCHES_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_BATCHES_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/mesh/t3dm_batcher.h"
#include "formats/t3dm/pose/t3dm_place.h"

/* Working memory for one mesh; NULL at the limit. */
fy_t3dm_batcher *fy_t3dm_batcher_open(ferry_job *job, const fy_t3dm_mesh *mesh);

/* From the first triangle on. */
void fy_t3dm_batcher_start(fy_t3dm_batcher *batcher, const fy_t3dm_strategy *strategy);

/* The next batch, valid until the next call; NULL once every triangle was given out. `standing`: the vertex
 * that each slot holds by now, UINT32_MAX: none. */
const fy_t3dm_batch *fy_t3dm_batcher_next(fy_t3dm_batcher *batcher, const uint32_t standing[FY_T3DM_SLOTS]);

#endif
