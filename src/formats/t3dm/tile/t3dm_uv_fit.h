/*
 * t3dm_uv_fit.h: texture coordinates that span too much for a vertex's 16 bits (docs/what-is-lost.md,
 * "Texture coordinates").
 */
#ifndef FERRY_FORMATS_T3DM_TILE_T3DM_UV_FIT_H
#define FERRY_FORMATS_T3DM_TILE_T3DM_UV_FIT_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Lets vertices hold coordinates divided by a power of two, and the tiles multiply again, where triangles of
 * the material span too much. Its tiles are set. False: stopped, or the memory limit. */
bool fy_mapping_fit_uv(fy_mapping *m);

#endif
