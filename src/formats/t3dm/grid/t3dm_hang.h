/* t3dm_hang.h: hangs what hung on a node on a bone that the writer made. */
#ifndef FERRY_FORMATS_T3DM_GRID_T3DM_HANG_H
#define FERRY_FORMATS_T3DM_GRID_T3DM_HANG_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Moves the mesh of a draw of `made`, which no other draw has, from the space of a node that stands at
 * `world` into model space, and gives it a skin of that one joint; its new streams are the job's memory.
 * `made.skins` must have room for one more. False at the memory limit. */
bool fy_t3dm_hang_mesh(ferry_job *job, ferry_scene *made, const ferry_draw *draw, const ferry_matrix *world,
                       const ferry_joint *joint);

#endif
