/* fit.h: where a vertex fits best: at rest, and from there in all poses as its mover goes. */
#ifndef FERRY_CORE_SIMPLIFY_FIT_H
#define FERRY_CORE_SIMPLIFY_FIT_H

#include "core/simplify/shell.h"

enum { FY_MOST_POSES = 16 };

/* What a vertex may be moved to. */
typedef struct fy_fit {
    fy_point step; /* at rest */
    fy_point places[FY_MOST_POSES];
} fy_fit;

/* Fills `ways` of the shell. False at the limit. */
bool fy_ways_open(fy_shell *shell);

/* Whether a vertex may go anywhere at all: all that is there is moved alike, and by no morph. */
bool fy_fit_may_move(const fy_shell *shell, uint32_t vertex);

/* The step from a vertex's place to where its planes, and those of `other` (FERRY_NONE: of none), are nearest
 * in the mean. False: none is best. */
bool fy_fit_find(const fy_shell *shell, uint32_t vertex, uint32_t other, fy_fit *fit);

/* Its places after a step from where the vertex is. */
void fy_fit_step(const fy_shell *shell, uint32_t vertex, fy_point step, fy_fit *fit);

/* Moves it there. */
void fy_fit_put(fy_shell *shell, uint32_t vertex, const fy_fit *fit);

#endif
