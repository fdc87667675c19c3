/* join.h: animations that belong to a model. */
#ifndef FERRY_CORE_PIPELINE_JOIN_H
#define FERRY_CORE_PIPELINE_JOIN_H

#include "ferry64.h"
#include "core/pipeline/recognise.h"

/* Reads the file into the scene. False after an error. */
bool fy_read_leaf(ferry_job *job, const ferry_recognised *found, ferry_scene *scene);

/* Of the animations beside the model `chosen`, which has been read into the scene, reads those that are
 * its own, or all that fit where the user says which ones he wants. Fills ferry_add_ons(). False after an
 * error. */
bool fy_join_own(fy_search *s, const fy_leaf *chosen, ferry_scene *scene);

/* All animations of an input that holds several, called `name`, that fit. Says how many. False after an
 * error. */
bool fy_join_from_archive(fy_search *s, const char *name, ferry_scene *scene);

#endif
