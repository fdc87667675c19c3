/* weights.h: the user's weights for simplification (docs/simplify.md, "Weights"). */
#ifndef FERRY_CORE_SIMPLIFY_WEIGHTS_H
#define FERRY_CORE_SIMPLIFY_WEIGHTS_H

#include "ferry64.h"

/* By mesh and vertex, as fy_simplify_goal has them, in the job's memory: by rules of --materials and by a
 * painted colour set (`simplify.weights`). NULL: there are none. A warning is reported if no mesh has those
 * colours. False at the limit. */
bool fy_weights_find(ferry_job *job, const ferry_scene *scene, const double *const **weights);

/* Without simplification: counts the uses of rules all the same, so that misspelt ones are reported. False at
 * the limit. */
bool fy_weights_ask(ferry_job *job, const ferry_scene *scene);

#endif
