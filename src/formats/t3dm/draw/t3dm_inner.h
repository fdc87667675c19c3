/*
 * t3dm_inner.h: triangles that lie closely under others: skin under clothes, a head under hair
 * (docs/what-is-lost.md, "Toon ramps").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_INNER_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_INNER_H

#include "ferry64.h"

/* Depths that are told apart. */
enum { FY_INNER_DEPTHS = 3 };

/* depths[d][t]: how many others triangle t of draw d lies under, at rest, at most FY_INNER_DEPTHS - 1. Draws
 * that are not `asked` for only cover others; what is not `solid` does not take part. In the job's memory;
 * NULL at its limit. */
uint8_t **fy_t3dm_find_inner(ferry_job *job, const ferry_scene *scene, const bool *asked, const bool *solid);

#endif
