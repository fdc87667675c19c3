/* polish.h: vertices that stay move once more, to where small pictures are most like the source's. */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_POLISH_H
#define FERRY_CORE_SIMPLIFY_PICTURES_POLISH_H

#include "core/simplify/pictures/pictures.h"
#include "core/simplify/track.h"

/* When triangles are gone: moves vertices, all that is on triangles no further than `error` from the surface.
 * Where there were many triangles and poses, it does less, or nothing: the time for all stays the same. False
 * at the limit, or stopped. */
bool fy_polish(fy_pictures *pictures, fy_track_list *track, double error);

#endif
