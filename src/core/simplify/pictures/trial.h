/*
 * trial.h: how alike the pictures would be if some triangles were different (docs/simplify.md, "How it
 * works").
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_TRIAL_H
#define FERRY_CORE_SIMPLIFY_PICTURES_TRIAL_H

#include "core/simplify/pictures/pictures.h"

/* Takes triangles at hand, as they are drawn, in all views that are. False at the limit. */
bool fy_pictures_begin(fy_pictures *pictures, const uint32_t *triangles, uint32_t count);

/* Adds to `more` how much less alike the pictures would be with those triangles as they are now, in pixels;
 * not all of it where the sum hardly gets below 0 any more. False at the limit. */
bool fy_pictures_try(fy_pictures *pictures, double *more);

/* Both as every second side says, and of that all: to compare what is tried, not to keep it. */
bool fy_pictures_begin_half(fy_pictures *pictures, const uint32_t *triangles, uint32_t count);
bool fy_pictures_try_half(fy_pictures *pictures, double *more);

/* Draws them as they are now. The same. */
bool fy_pictures_keep(fy_pictures *pictures);

#endif
