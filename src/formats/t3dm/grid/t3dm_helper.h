/*
 * t3dm_helper.h: bones that carry place and size of a model that 16-bit positions leave no detail
 * (docs/formats/t3dm.md, "Helper bones").
 */
#ifndef FERRY_FORMATS_T3DM_GRID_T3DM_HELPER_H
#define FERRY_FORMATS_T3DM_GRID_T3DM_HELPER_H

#include "ferry64.h"

/* The scene with such bones as further nodes, in the job's memory, with lists of the scene itself; the scene
 * itself where none are needed, they would lose no less, or settings or layout have none. `file`: its name in
 * messages; `tell`: a message says what was done. NULL after an error. */
const ferry_scene *fy_t3dm_with_helpers(ferry_job *job, const ferry_scene *scene, const char *file,
                                        bool tell);

#endif
