/*
 * t3dm_check_animation.h: the rules of animations: their streams are played once, as the runtime plays
 * them.
 */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_ANIMATION_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_ANIMATION_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Streams, played as the runtime does. */
bool fy_t3dm_check_animations(fy_t3dm_reader *r);

#endif
