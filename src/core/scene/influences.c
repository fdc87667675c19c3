/* influences.c: weights of vertices as the influences of a skin (docs/scene.md, "Parts"). */
#include "core/scene/influences.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

uint32_t fy_weights_join(ferry_weight *weights, uint32_t count) {
    uint32_t kept = 0;
    double sum = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (kept && weights[kept - 1].joint == weights[k].joint)
            weights[kept - 1].weight += weights[k].weight;
        else
            weights[kept++] = weights[k];
        sum += (double)weights[k].weight;
    }
    for (uint32_t k = 0; k < kept; k++) weights[k].weight = (float)((double)weights[k].weight / sum);
    return kept;
}

static int by_weights(const void *a, const void *b) {
    const fy_weight_run *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? -1 : 1;
    for (uint32_t k = 0; k < x->count; k++) {
        const ferry_weight *v = &x->weights[k], *w = &y->weights[k];
        if (v->joint != w->joint) return v->joint < w->joint ? -1 : 1;
        if (v->weight != w->weight) return v->weight < w->weight ? -1 : 1;
    }
    return 0;
}

static int by_weights_and_vertex(const void *a, const void *b) {
    const fy_weight_run *x = a, *y = b;
    int order = by_weights(a, b);
    return order ? order : (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

bool fy_add_influences(ferry_scene *scene, fy_weight_run *runs, uint32_t count, ferry_skin *skin,
                       uint32_t *numbers) {
    uint64_t weights = 0;
    qsort(runs, count, sizeof *runs, by_weights_and_vertex);
    for (uint32_t i = 0; i < count; i++) {
        bool first = i == 0 || by_weights(&runs[i - 1], &runs[i]) != 0;
        skin->influence_count += first;
        weights += first ? runs[i].count : 0;
        numbers[runs[i].vertex] = skin->influence_count - 1;
    }
    skin->influences = ferry_scene_new(scene, ferry_influence, skin->influence_count);
    skin->weights = ferry_scene_new(scene, ferry_weight, (size_t)weights);
    if (!skin->influences || !skin->weights) return false;
    for (uint32_t i = 0, k = 0; i < count; i++) {
        if (i && by_weights(&runs[i - 1], &runs[i]) == 0) continue;
        skin->influences[k++] = (ferry_influence){skin->weight_count, runs[i].count};
        memcpy(&skin->weights[skin->weight_count], runs[i].weights, runs[i].count * sizeof *runs[i].weights);
        skin->weight_count += runs[i].count;
    }
    return true;
}
