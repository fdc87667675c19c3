/*
 * t3dm_frame_alpha.h: how materials that are blended by the frame buffer's alpha compare depth: eyes and
 * brows of The Wind Waker (docs/what-is-lost.md, "Pixels").
 */
#ifndef FERRY_FORMATS_T3DM_MAPPING_T3DM_FRAME_ALPHA_H
#define FERRY_FORMATS_T3DM_MAPPING_T3DM_FRAME_ALPHA_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Finds which of these materials lie on what else is drawn, so that an ordinary depth test, after rounding,
 * would hide them. False at the memory limit or when the job was stopped. */
bool fy_planner_find_lying(fy_planner *p);

#endif
