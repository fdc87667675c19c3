/* refit.h: moves the remaining vertices to where they best represent the removed ones. */
#ifndef FERRY_CORE_SIMPLIFY_REFIT_H
#define FERRY_CORE_SIMPLIFY_REFIT_H

#include "core/simplify/track.h"

/* Takes only small steps, and none that would turn a triangle over or move the surface by more than `error`.
 * False if stopped. */
bool fy_refit(fy_shell *shell, fy_track_list *track, double error);

#endif
