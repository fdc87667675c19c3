/* t3dm_bone_bounds.h: what each bone carries, and how far from the bone that is: by it errors are told. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_BONE_BOUNDS_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_BONE_BOUNDS_H

#include "ferry64.h"
#include "formats/t3dm/animation/t3dm_sampler.h"

enum { FY_T3DM_CORNERS = 8 };

/* What a sum may be off for rounding at most, as a share of the largest that is added. */
#define FY_T3DM_BOUNDS_ROUNDING 1e-9

/* The bounds of all bones, and the middles of what they carry. Lever arms wait for what the clips move. */
void fy_t3dm_find_bounds(fy_t3dm_sampler *s);
void fy_t3dm_find_lever_arms(fy_t3dm_sampler *s);

/* One of eight. */
ferry_vec3 fy_t3dm_bounds_corner(const fy_t3dm_bone_bounds *of, uint32_t number);

/* The longest column of a matrix: how much longer it makes lengths along an axis. */
double fy_t3dm_stretch_of(const ferry_matrix *m);

#endif
