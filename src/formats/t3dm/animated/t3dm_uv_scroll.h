/*
 * t3dm_uv_scroll.h: texture matrices that clips move: tiles that are shifted, and what has to go
 * another way (docs/what-is-lost.md, "Animated materials").
 */
#ifndef FERRY_FORMATS_T3DM_ANIMATED_T3DM_UV_SCROLL_H
#define FERRY_FORMATS_T3DM_ANIMATED_T3DM_UV_SCROLL_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* How clips move the coordinates, as far as the uses are known; and the tracks that move tiles, once these
 * are there. What stays behind is told. False at the memory limit. */
bool fy_mapping_find_uv_motion(fy_mapping *m);
bool fy_mapping_uv_scroll_tracks(fy_mapping *m, uint32_t material);

#endif
