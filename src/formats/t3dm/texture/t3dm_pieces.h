/*
 * t3dm_pieces.h: a picture that is too large for texture memory becomes several, one for each part of the
 * surface (docs/what-is-lost.md, "Pieces").
 */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_PIECES_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_PIECES_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_piece_spots.h"
#include "formats/t3dm/texture/t3dm_texture_store.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"

/* Triangles that cutting may add to a model. What has an edge with them is cut, too. */
enum { FY_MOST_ADDED_FOR_PIECES = 256 };

typedef struct fy_piece_choice {
    fy_pieces pieces; /* without materials; one or none where parting does not pay */
    fy_texture_use uses[FY_MOST_PIECES];
    double error;   /* mean over the surface in the finest level of detail, of 255 */
    uint32_t added; /* triangles, in all levels: the surface's room at most */
} fy_piece_choice;

/* Parts the triangles by the parts of the picture that they show, as long as that comes nearer to it; cuts
 * them before where that pays. `whole`: what the whole picture differs by. False at the memory limit. */
bool fy_texture_store_part(fy_texture_store *store, const fy_piece_surface *surface, double whole,
                           fy_piece_choice *found);

#endif
