/*
 * t3dm_piece_look.h: what a player sees of a picture that is stored in pieces, and of the same picture stored
 * whole (docs/what-is-lost.md, "Pieces").
 */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_PIECE_LOOK_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_PIECE_LOOK_H

#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_texture_store.h"
#include "view/survey.h"

/* A picture, and the two ways to store it. */
typedef struct fy_stored_picture {
    fy_texture_use own; /* as the source has it */
    fy_texture_use whole;
    const fy_pieces *pieces;
    const fy_texture_use *uses; /* of the pieces */
} fy_stored_picture;

/* Means around pixels: SSIM of brightness, -1..1, and the difference of a component, of 255. */
typedef struct fy_piece_view {
    double similarity, error;
} fy_piece_view;

/* What is seen of the picture as it would be stored, beside what is seen of the source's, around `count`
 * pixels of the material: those of the six sides come first. Half of it counts from afar, half from nearby.
 * Its uses were tried before. False at the memory limit. */
bool fy_piece_look(fy_texture_store *store, const fy_stored_picture *of, const fy_seen_pixel *pixels,
                   uint32_t count, fy_piece_view *whole, fy_piece_view *pieces);

#endif
