/* t3dm_reach.h: what triangles reach of a picture (docs/what-is-lost.md, "Textures") */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_REACH_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_REACH_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "shade/t3dm_uv.h"

/* Texels, either way from 0, that a part may lie in. */
#define FY_REACH_MOST 1e5

/* Adds a vertex's coordinates, of a picture of that size. */
void fy_reach_widen(fy_reach *to, const fy_uv_map *map, ferry_vec2 uv, const uint32_t size[2]);

/* Adds what another one reaches. */
void fy_reach_merge(fy_reach *to, const fy_reach *more);

/* Moves it along an axis by so many texels. */
void fy_reach_move(fy_reach *of, int axis, double by);

/* How far one sticks out of another, in texels, and how far what lies within may: corners are rounded to
 * eighths. */
double fy_reach_beyond(const fy_reach *of, const fy_reach *other);
#define FY_REACH_BESIDE .25

/* Whole periods (0: there are none) that the reach has to go back on an axis to start in the first, but for a
 * texel. */
int32_t fy_reach_periods(const fy_reach *of, int axis, uint32_t period);

/* Where a vertex's coordinates lie, in eighths of texels of a picture of that size. */
void fy_reach_eighths(const fy_uv_map *map, ferry_vec2 uv, const uint32_t size[2], int32_t at[2]);

/* A line that parts a triangle whose corners lie there, in eighths: of several the one whose number can be
 * halved most often. False: none does. */
bool fy_reach_line(const fy_reach_lines *lines, const int32_t corners[3][2], int *axis, int32_t *line);

/* How far from its first end an edge is cut by a line, by its ends along the line's axis. False: it is not;
 * ends that are within half a texel lie on the line. */
bool fy_reach_crosses(int32_t from, int32_t to, int32_t line, double *at);

/* The part of the picture that is reached, as another use. False: it is the whole picture as it was. */
bool fy_reach_use(const fy_reach *of, const ferry_image *image, fy_texture_use *use);

#endif
