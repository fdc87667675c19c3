/*
 * t3dm_seen_in_clips.h: pixels of materials that are seen in clips alone (docs/what-is-lost.md, "How
 * differences are measured").
 */
#ifndef FERRY_FORMATS_T3DM_MAPPING_T3DM_SEEN_IN_CLIPS_H
#define FERRY_FORMATS_T3DM_MAPPING_T3DM_SEEN_IN_CLIPS_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Gives the reference pixels that show a material, which clips change, at a moment of these. None show it:
 * it gets none. False after an error. */
bool fy_planner_look_in_clips(fy_planner *p, uint32_t material);

#endif
