/* fit.h: the best position of a vertex: at rest, and carried by its mover into all poses. */
#ifndef FERRY_CORE_SIMPLIFY_FIT_H
#define FERRY_CORE_SIMPLIFY_FIT_H

#include "core/simplify/shell.h"

enum { FY_MOST_POSES = 16 };

/* A new position for a vertex. */
typedef struct fy_vertex_fit {
    fy_point step; /* at rest */
    fy_point places[FY_MOST_POSES];
} fy_vertex_fit;

/* Fills `ways` of the shell. False at the limit. */
bool fy_ways_open(fy_shell *shell);

/* Whether a vertex may move: all its wedges have the same kind of mover, and no morph. */
bool fy_fit_may_move(const fy_shell *shell, uint32_t vertex);

/* The step from a vertex to the position with the least squared distance to its planes and those of `other`
 * (FERRY_NONE: none). False: it is not unique. */
bool fy_fit_find(const fy_shell *shell, uint32_t vertex, uint32_t other, fy_vertex_fit *fit);

/* The vertex's positions in all poses after a step. */
void fy_fit_step(const fy_shell *shell, uint32_t vertex, fy_point step, fy_vertex_fit *fit);

/* Moves it there. */
void fy_fit_put(fy_shell *shell, uint32_t vertex, const fy_vertex_fit *fit);

#endif
