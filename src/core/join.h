/* join.h: animations that belong to a model. */
#ifndef FERRY_CORE_JOIN_H
#define FERRY_CORE_JOIN_H

#include "core/recognise.h"

/* Reads the file into the scene. False after an error. */
bool fy_read_leaf(ferry_job *job, const ferry_recognised *found, ferry_scene *scene);

/* Reads all animations of the archive `archive` (0: any) that fit the scene's model, called `model`, and are not called
 * after another one: `*joined` of `*all`. False after an error. */
bool fy_join_all(fy_search *s, uint32_t archive, const char *model, ferry_scene *scene, uint32_t *joined, uint32_t *all);

/* All animations of an input that holds several, called `name`, that fit. Says how many. False after an error. */
bool fy_join_from_archive(fy_search *s, const char *name, ferry_scene *scene);

#endif
