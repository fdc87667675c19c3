/* moments.h: the poses that a surface is looked at in: at rest, and those of its clips that differ most. */
#ifndef FERRY_CORE_SIMPLIFY_MOMENTS_H
#define FERRY_CORE_SIMPLIFY_MOMENTS_H

#include "core/simplify/shell.h"

/* Fills movers and spots of the surface for the rest pose and up to 8 moments of the clips, each as far as
 * possible from those before; where there are morphs also for one in which all of them are at work. False at
 * the limit, or stopped. */
bool fy_moments_choose(fy_shell *shell);

#endif
