/* moments.h: the poses in which a surface is judged: at rest, and the most different ones of its clips. */
#ifndef FERRY_CORE_SIMPLIFY_MOMENTS_H
#define FERRY_CORE_SIMPLIFY_MOMENTS_H

#include "core/simplify/shell.h"

/* Fills movers and spots of the surface for the rest pose and up to 8 moments of the clips, each as different
 * as possible from those before; with morphs, also for a pose in which all of them are active. False at the
 * limit, or stopped. */
bool fy_moments_choose(fy_shell *shell);

#endif
