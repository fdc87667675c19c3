/*
 * t3dm_grid.h: bones that carry a coarser grid for what lies around a large model, so that the model's own is
 * finer (docs/formats/t3dm.md, "Far bones").
 */
#ifndef FERRY_FORMATS_T3DM_GRID_T3DM_GRID_H
#define FERRY_FORMATS_T3DM_GRID_T3DM_GRID_H

#include "ferry64.h"
#include "ferry64_format.h"

/* The scene with such bones as further nodes, in the job's memory, with lists of the scene itself; the scene
 * itself where nothing is gained, or settings or layout have no such bones. `file`: its name in messages;
 * `tell`: a note says what was gained. NULL after an error. */
const ferry_scene *fy_t3dm_with_grids(ferry_job *job, const ferry_scene *scene, const char *file, bool tell);

#endif
