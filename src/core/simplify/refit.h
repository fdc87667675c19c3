/* refit.h: the vertices that stay go to where they stand best for those that went. */
#ifndef FERRY_CORE_SIMPLIFY_REFIT_H
#define FERRY_CORE_SIMPLIFY_REFIT_H

#include "core/simplify/track.h"

/* Small steps only, taken back where a triangle would turn, or the surface move further than `error`. False
 * if stopped. */
bool fy_refit(fy_shell *shell, fy_track_list *track, double error);

#endif
