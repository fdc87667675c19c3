/* influences.h: weights of vertices as the influences of a skin (docs/scene.md, "Parts"). */
#ifndef FERRY_CORE_SCENE_INFLUENCES_H
#define FERRY_CORE_SCENE_INFLUENCES_H

#include "ferry64.h"

/* A vertex and its weights, which belong to the caller. */
typedef struct fy_weight_run {
    const ferry_weight *weights;
    uint32_t count, vertex;
} fy_weight_run;

/* Of weights in the order of their joints: one for each joint, which sum to 1. Returns how many are left. */
uint32_t fy_weights_join(ferry_weight *weights, uint32_t count);

/* Gives `skin` an influence for all runs of the same weights, in the scene's memory; numbers[vertex] is then
 * the number of each. Sorts `runs`. False if memory was refused. */
bool fy_add_influences(ferry_scene *scene, fy_weight_run *runs, uint32_t count, ferry_skin *skin,
                       uint32_t *numbers);

#endif
