/* t3dm_hang.h: hangs what hung on a node on a bone that the writer made. */
#ifndef FERRY_FORMATS_T3DM_GRID_T3DM_HANG_H
#define FERRY_FORMATS_T3DM_GRID_T3DM_HANG_H

#include "ferry64.h"
#include "ferry64_format.h"

/* The mesh of a draw of `made`, which no other draw has: from the space of a node that stands at `world` into
 * model space, with a skin of that one joint. The scene has room for the skin. False: no memory. */
bool fy_t3dm_hang_mesh(ferry_job *job, ferry_scene *made, const ferry_draw *draw, const ferry_matrix *world,
                       const ferry_joint *joint);

#endif
