/*
 * simplify_steps.h: the steps that leave fewer triangles of a small model (core/simplify/steps), with a look
 * at what pictures changed; and edges that show whether what was closed is closed.
 */
#ifndef FERRY_TESTS_BUILDERS_SIMPLIFY_STEPS_H
#define FERRY_TESTS_BUILDERS_SIMPLIFY_STEPS_H

#include "ferry64_format.h"

typedef struct fy_steps {
    uint32_t flips; /* triangles that flips of edges changed */
    uint32_t poses; /* of clips, that were looked at */
    uint32_t steps; /* vertices that moved before, since pictures are more alike then */
} fy_steps;

/* Leaves `most` triangles or somewhat more, and drops vertices that are not used; the scene is sound before
 * and after. Pictures do not choose what goes last (test_thin.c), which takes most of the pass's time. */
fy_steps fy_simplify_steps(ferry_job *job, ferry_scene *scene, uint32_t most);

/* Flips each edge that may flip, once, whatever it looks like; returns how many did. */
uint32_t fy_flip_all(ferry_job *job, ferry_scene *scene);

typedef struct fy_edge {
    ferry_vec3 from, to;
} fy_edge;

/* Edges that triangles do not go along as often as back, by the exact places of their ends, over all meshes
 * as if all were in one space; each once. Of a closed surface there is none, however many of its triangles
 * meet at an edge. Free with free(). */
fy_edge *fy_unpaired_edges(const ferry_scene *scene, uint32_t *count);

/* The most triangles that go along one edge in one way. */
uint32_t fy_most_at_edge(const ferry_scene *scene);

#endif
