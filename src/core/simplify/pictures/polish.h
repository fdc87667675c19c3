/*
 * polish.h: vertices that stay move once more, to where small pictures are most like the source's
 * (docs/simplify.md, "How it works").
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_POLISH_H
#define FERRY_CORE_SIMPLIFY_PICTURES_POLISH_H

#include "core/simplify/pictures/pictures.h"
#include "core/simplify/track.h"

/* How many pixels may be drawn for the next, and for what is like it; not above 0: there is no time. */
double fy_polish_work(const fy_shell *shell);

/* When triangles are gone: moves vertices, all that is on triangles no further than `error` from the surface.
 * Draws `work` pixels at most to find out. False at the limit, or stopped. */
bool fy_polish(fy_pictures *pictures, fy_track_list *track, double error, double work);

#endif
