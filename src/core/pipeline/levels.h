/* levels.h: coarser copies of what a scene draws, beside the finest level. */
#ifndef FERRY_CORE_PIPELINE_LEVELS_H
#define FERRY_CORE_PIPELINE_LEVELS_H

#include "ferry64.h"

/* The scene again with meshes, morphs and groups of vertices of its own, in the scene's memory, for a pass
 * to change. False at the limit. */
bool fy_level_copy(ferry_job *job, ferry_scene *scene, ferry_scene *copy);

/* Adds what such a copy draws as level `level`; what moves, shows or colours the original's draws and
 * vertices does the same to the copy's. `hidden`: also what is never seen. False at the limit. */
bool fy_level_add(ferry_job *job, ferry_scene *scene, const ferry_scene *copy, uint8_t level, bool hidden);

/* Triangles that count (fy_find_counted()), those of a mesh once. False at the limit, or stopped. */
bool fy_level_triangles(ferry_job *job, const ferry_scene *scene, bool hidden, uint32_t *count);

#endif
