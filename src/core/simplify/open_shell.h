/* open_shell.h: builds the shell of a scene: lists its meshes, wedges, vertices and triangles. */
#ifndef FERRY_CORE_SIMPLIFY_OPEN_SHELL_H
#define FERRY_CORE_SIMPLIFY_OPEN_SHELL_H

#include "core/simplify/shell.h"

/* Builds the shell of all draws, in the job's memory; `hidden`: also of those that are never visible;
 * `weights`: see fy_simplify_goal. False at the limit, or stopped. */
bool fy_shell_open(ferry_job *job, ferry_scene *scene, bool hidden, const double *const *weights,
                   fy_shell *shell);

/* The same of a copy of a scene, of which a shell is there, whatever was done to that since: what it has seen
 * is taken over, since that takes the most time. */
bool fy_shell_open_again(ferry_job *job, ferry_scene *scene, bool hidden, const double *const *weights,
                         const fy_shell *before, fy_shell *shell);

#endif
