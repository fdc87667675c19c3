/* weights.h: how much the user says that places count when triangles go (docs/simplify.md, "Weights"). */
#ifndef FERRY_CORE_SIMPLIFY_WEIGHTS_H
#define FERRY_CORE_SIMPLIFY_WEIGHTS_H

#include "ferry64.h"

/* By mesh and vertex, as fy_simplify_goal has them, in the job's memory: by rules of --materials and by a
 * painted colour set (`simplify.weights`). NULL: nobody said anything. A warning
 * says where no mesh has those colours. False at the limit. */
bool fy_weights_find(ferry_job *job, const ferry_scene *scene, const double *const **weights);

/* Where no triangle is to go: rules count what they speak about all the same, so that misspelt ones are
 * told. False at the limit. */
bool fy_weights_ask(ferry_job *job, const ferry_scene *scene);

#endif
