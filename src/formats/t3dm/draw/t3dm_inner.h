/*
 * t3dm_inner.h: what is drawn earlier, so that its second draw falls on nothing else: skin under clothes, a
 * head under hair (docs/what-is-lost.md, "Toon ramps").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_INNER_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_INNER_H

#include "ferry64.h"
#include "formats/t3dm/draw/t3dm_spoiled.h"

/* Depths that are told apart. */
enum { FY_INNER_DEPTHS = 4 };

/* depths[d][t]: how deep triangle t of draw d lies, at rest, at most FY_INNER_DEPTHS - 1; the deepest is
 * drawn first. NULL for draws that are drawn once or are not solid: they have depth 0. In the job's memory;
 * NULL at its limit, or when the job was stopped. `file`: for messages. */
uint8_t **fy_t3dm_find_inner(ferry_job *job, const ferry_scene *scene, const char *file,
                             const fy_drawn *drawn);

#endif
