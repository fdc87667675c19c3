/*
 * flips.h: edges become the other diagonal of two triangles where small pictures are more alike then
 * (docs/simplify.md, "How it works").
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_FLIPS_H
#define FERRY_CORE_SIMPLIFY_PICTURES_FLIPS_H

#include "core/simplify/pictures/pictures.h"
#include "core/simplify/track.h"

/* Draws at most `work` pixels to find out. What was no further than `error` from the surface stays so. Draws
 * the pictures. False at the limit, or stopped. */
bool fy_flip_edges(fy_pictures *pictures, fy_track_list *track, double error, double work);

#endif
