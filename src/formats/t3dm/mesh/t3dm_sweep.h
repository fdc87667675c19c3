/*
 * t3dm_sweep.h: orders triangles so that a narrow front of vertices passes over the mesh once
 * (docs/formats/t3dm.md, "How batches are made").
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_SWEEP_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_SWEEP_H

#include "formats/t3dm/mesh/t3dm_batcher.h"

/* Orders all triangles into `seeds` so that a front of about `width` vertices passes over the mesh. What the
 * strategy's other rules work with serves as working memory: to be called before it is set up. */
void fy_t3dm_sweep(fy_t3dm_batcher *b, uint32_t width);

#endif
