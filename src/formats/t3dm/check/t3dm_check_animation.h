/*
 * t3dm_check_animation.h: the rules of animations: their streams are played once, as the runtime plays
 * them (docs/formats/t3dm.md, "Animations").
 */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_ANIMATION_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_ANIMATION_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Checks all animations, and plays their streams as the runtime does. False only at a limit of the job: what
 * is wrong is a message. */
bool fy_t3dm_check_animations(fy_t3dm_reader *r);

#endif
