/* join.h: adds animations to the model that they belong to. */
#ifndef FERRY_CORE_PIPELINE_JOIN_H
#define FERRY_CORE_PIPELINE_JOIN_H

#include "ferry64.h"
#include "core/pipeline/recognise.h"

/* Reads the file into the scene. False after an error. */
bool fy_read_leaf(ferry_job *job, const ferry_recognised *found, ferry_scene *scene);

/* Reads animations from the archive of the model `chosen`, which has been read into the scene: those that
 * belong to it, or all that match and that the user named. Fills ferry_add_ons(). False after an error. */
bool fy_join_own(fy_search *s, const fy_leaf *chosen, ferry_scene *scene);

/* Reads all matching animations of the input `name`, which holds several, and reports how many there are.
 * False after an error. */
bool fy_join_from_archive(fy_search *s, const char *name, ferry_scene *scene);

#endif
