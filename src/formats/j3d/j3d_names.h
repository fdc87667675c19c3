/* j3d_names.h: name tables, the same in every block (docs/formats/j3d.md, "Name table"). */
#ifndef FERRY_FORMATS_J3D_J3D_NAMES_H
#define FERRY_FORMATS_J3D_J3D_NAMES_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/j3d/j3d.h"

/* Opens the name table whose block offset stands at `field` (0: none, without a word), for `wanted` things.
 * One that is broken or too short gives a warning; names that are not there are made up. */
fy_j3d_names fy_j3d_names_open(ferry_window *block, uint64_t field, uint32_t wanted);

/* Where the table has the entry of name `index`, for messages; its start if there is none. */
uint64_t fy_j3d_name_place(const fy_j3d_names *names, uint32_t index);

/* Name `index` as scene text, or `<stem><index>` if there is none. */
const char *fy_j3d_name(fy_j3d_names *names, ferry_scene *scene, uint32_t index, const char *stem);

/* By name, namesakes by index. */
void fy_j3d_sort_named(fy_j3d_named *list, uint32_t count);

/* The materials from `first` on, by name, namesakes by index; in the job's memory, NULL at the limit. */
fy_j3d_named *fy_j3d_sort_materials(ferry_job *job, const ferry_scene *scene, uint32_t first);

/* The first of that name in a sorted list; NULL: none. */
const fy_j3d_named *fy_j3d_find_named(const fy_j3d_named *list, uint32_t count, const char *name);

#endif
