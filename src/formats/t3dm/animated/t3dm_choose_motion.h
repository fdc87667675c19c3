/*
 * t3dm_choose_motion.h: how a material follows the clips that change it: as a whole, by its constants only,
 * or not at all (docs/what-is-lost.md, "Animated materials").
 */
#ifndef FERRY_FORMATS_T3DM_ANIMATED_T3DM_CHOOSE_MOTION_H
#define FERRY_FORMATS_T3DM_ANIMATED_T3DM_CHOOSE_MOTION_H

#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Chooses how the material follows its clips, by the looks of its states; `rest` is its state without clips.
 * Sets m->formula_state. If it is to follow none, sets m->fixed_state, unless that is the state at rest,
 * empties m->states and reports the loss. False at the memory limit, or after an error. */
bool fy_mapping_choose_motion(fy_mapping *m, const ferry_gx_material *rest);

#endif
