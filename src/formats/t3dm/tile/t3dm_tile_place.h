/*
 * t3dm_tile_place.h: where a material's pictures begin on the coordinates that its vertices carry
 * (docs/what-is-lost.md, "Texture coordinates").
 */
#ifndef FERRY_FORMATS_T3DM_TILE_T3DM_TILE_PLACE_H
#define FERRY_FORMATS_T3DM_TILE_T3DM_TILE_PLACE_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Sets shift, low and high of the tiles, whose sizes and wraps are set, and by how much vertices are moved so
 * that all of these are possible; a variant's vertices are those of its base. Texels by which a tile is off;
 * HUGE_VAL: its coordinates do not follow from the first one's. */
double fy_mapping_place_tiles(fy_mapping *m);

#endif
