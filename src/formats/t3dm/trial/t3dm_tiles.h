/*
 * t3dm_tiles.h: textures and texture coordinates of a T3DM material (docs/formats/t3dm.md,
 * "Textures").
 */
#ifndef FERRY_FORMATS_T3DM_TRIAL_T3DM_TILES_H
#define FERRY_FORMATS_T3DM_TRIAL_T3DM_TILES_H

#include "ferry64_rdp.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Texture coordinates as `maps[0]` says. */
void fy_mapping_set_uv(fy_mapping *m);

/* Exports `uses` and fills the tiles. False: an error was said. */
bool fy_mapping_set_textures(fy_mapping *m);

/* Adds the pieces of its picture but the first to the plan, as materials "NAME.part2" and so on. `first`:
 * plan material of the first. False at the memory limit. */
bool fy_mapping_add_pieces(const fy_mapping *m, uint32_t first);

/* Exports what a material with state of its own shows and no file holds, and names it. False: an error was
 * said. */
bool fy_mapping_set_given_textures(fy_mapping *m);

/* Sets the textures of `to`, a copy of base->to, as of a material with the other textures that `m`, a copy of
 * *base, uses. *fits false: their tiles would need other coordinates. False: an error was said. */
bool fy_mapping_set_variant(fy_mapping *m, const fy_mapping *base, fy_t3dm_material *to, bool *fits);

/* Whether two tiles read the same picture in the same way. */
bool fy_same_tile(const ferry_rdp_tile *a, const ferry_rdp_tile *b);

#endif
