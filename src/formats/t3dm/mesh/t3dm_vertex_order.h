/* t3dm_vertex_order.h: which vertex a batch takes in next (docs/formats/t3dm.md, "How batches are made"). */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_VERTEX_ORDER_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_VERTEX_ORDER_H

#include "formats/t3dm/mesh/t3dm_batcher.h"

/* Adds new vertices to the batch until it is full or nothing is left. */
void fy_t3dm_fill_batch(fy_t3dm_batcher *b);

/* Where the next batch starts: beside this one, or NONE. */
uint32_t fy_t3dm_seed_beside(const fy_t3dm_batcher *b);

#endif
