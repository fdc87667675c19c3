/* influences.h: weights of vertices as the influences of a skin (docs/scene.md, "Parts"). */
#ifndef FERRY_CORE_SCENE_INFLUENCES_H
#define FERRY_CORE_SCENE_INFLUENCES_H

#include "ferry64.h"

/* A vertex and its weights, which belong to the caller. */
typedef struct fy_weight_run {
    const ferry_weight *weights;
    uint32_t count, vertex;
} fy_weight_run;

/* Merges weights, sorted by joint, into one for each joint, and normalises their sum to 1. Returns how many
 * are left. */
uint32_t fy_weights_join(ferry_weight *weights, uint32_t count);

/* Gives `skin` one influence per distinct run of weights, in the scene's memory, and sets numbers[vertex] to
 * its index. Sorts `runs`. False at the memory limit. */
bool fy_add_influences(ferry_scene *scene, fy_weight_run *runs, uint32_t count, ferry_skin *skin,
                       uint32_t *numbers);

#endif
