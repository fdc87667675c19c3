/* levels.h: adds coarser copies of a scene's draws as levels of detail. */
#ifndef FERRY_CORE_PIPELINE_LEVELS_H
#define FERRY_CORE_PIPELINE_LEVELS_H

#include "ferry64.h"

/* Copies the scene with its meshes, morphs and vertex groups, in the scene's memory, for a pass to change.
 * False at the limit. */
bool fy_level_copy(ferry_job *job, ferry_scene *scene, ferry_scene *copy);

/* Adds the draws of such a copy as level `level`; tracks that move, show or colour the original's draws and
 * vertices are copied for them. `hidden`: also draws that are never visible. False at the limit. */
bool fy_level_add(ferry_job *job, ferry_scene *scene, const ferry_scene *copy, uint8_t level, bool hidden);

/* Counts the triangles that fy_find_counted() selects; those of a mesh count once. False at the limit, or
 * stopped. */
bool fy_level_triangles(ferry_job *job, const ferry_scene *scene, bool hidden, uint32_t *count);

#endif
