/*
 * t3dm_piece_draws.h: draws whose picture is stored in pieces become one for each piece
 * (docs/what-is-lost.md, "Pieces").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_PIECE_DRAWS_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_PIECE_DRAWS_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* They stand where the draw stood. Where there are any, *scene becomes a copy in the job's memory, and the
 * plan speaks about it. False at the memory limit. */
bool fy_t3dm_add_piece_draws(ferry_job *job, const ferry_scene **scene, fy_t3dm_plan *plan);

#endif
