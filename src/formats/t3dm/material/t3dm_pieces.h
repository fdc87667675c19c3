/*
 * t3dm_pieces.h: a picture that is too large for texture memory becomes several, one for each part of the
 * surface (docs/what-is-lost.md, "Pieces").
 */
#ifndef FERRY_FORMATS_T3DM_MATERIAL_T3DM_PIECES_H
#define FERRY_FORMATS_T3DM_MATERIAL_T3DM_PIECES_H

#include "formats/t3dm/material/t3dm_mapping.h"

/* Parts the material's triangles by the parts of its only picture that they show, where that comes nearer to
 * it by so much that it is worth the uploads. The mapping goes on with the first piece. Called before its
 * tiles are set; `wraps` are those of the whole picture. False at the memory limit (reported). */
bool fy_mapping_choose_pieces(fy_mapping *m, const ferry_wrap wraps[2]);

/* Adds the other pieces to the plan, as materials "NAME.part2" and so on. `first`: plan material of the first.
 * False at the memory limit. */
bool fy_mapping_add_pieces(const fy_mapping *m, uint32_t first);

#endif
