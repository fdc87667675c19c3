/*
 * levels.h: levels of detail (docs/simplify.md): draws that show the same with fewer triangles, of which one
 * level is drawn at a time. Their names end in the level's number: "body", "body.lod1", "body.lod2".
 */
#ifndef FERRY_CORE_SCENE_LEVELS_H
#define FERRY_CORE_SCENE_LEVELS_H

#include "ferry64.h"

enum { FY_MOST_LEVELS = 9 }; /* besides the first */

/* The end of a name that says its level, ".lod1" to ".lod9"; NULL: it says none. */
const char *fy_level_suffix(const char *name);

/* 0 without such an end. */
uint8_t fy_level_of_name(const char *name);

/* For each draw whether it is visible, and of the level that is looked at, the first. In the job's memory;
 * NULL at the limit. */
bool *fy_find_seen(ferry_job *job, const ferry_scene *scene);

/* Gives draws from this one on the levels that their names say, if there are draws of each level down to the
 * first: other names end that way by chance. */
void fy_levels_by_name(ferry_scene *scene, uint32_t first_draw);

/* The same where a level is a file of its own: "link.lod1.t3dm", behind "link.t3dm". */
void fy_level_of_file(ferry_scene *scene, uint32_t first_draw, const char *name);

#endif
