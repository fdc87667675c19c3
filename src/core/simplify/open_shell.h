/* open_shell.h: builds the shell of a scene: lists its meshes, wedges, vertices and triangles. */
#ifndef FERRY_CORE_SIMPLIFY_OPEN_SHELL_H
#define FERRY_CORE_SIMPLIFY_OPEN_SHELL_H

#include "core/simplify/shell.h"

/* Builds the shell of all draws, in the job's memory; `hidden`: also of those that are never visible;
 * `weights`: see fy_simplify_goal. False at the limit, or stopped. */
bool fy_shell_open(ferry_job *job, ferry_scene *scene, bool hidden, const double *const *weights,
                   fy_shell *shell);

#endif
