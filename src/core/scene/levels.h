/*
 * levels.h: levels of detail (docs/simplify.md): draws that show the same with fewer triangles; one level is
 * drawn at a time. Their names end in the level's number: "body", "body.lod1", "body.lod2".
 */
#ifndef FERRY_CORE_SCENE_LEVELS_H
#define FERRY_CORE_SCENE_LEVELS_H

#include "ferry64.h"

enum { FY_MOST_LEVELS = 9 }; /* besides the first */

/* The suffix of a name that states its level, ".lod1" to ".lod9"; NULL: there is none. */
const char *fy_level_suffix(const char *name);

/* The level that a name's suffix states; 0 without one. */
uint8_t fy_level_of_name(const char *name);

/* For each draw, whether it is visible and of level 0. In the job's memory; NULL at the limit. */
bool *fy_find_seen(ferry_job *job, const ferry_scene *scene);

/* Sets the levels of all draws from `first_draw` on by their names, if every level between is present;
 * otherwise the names are a coincidence. */
void fy_levels_by_name(ferry_scene *scene, uint32_t first_draw);

/* The same for a level in a file of its own: "link.lod1.t3dm", read after "link.t3dm". */
void fy_level_of_file(ferry_scene *scene, uint32_t first_draw, const char *name);

#endif
