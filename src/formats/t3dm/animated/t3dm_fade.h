/*
 * t3dm_fade.h: combiners that fade as clips have it, or go to another colour (docs/what-is-lost.md,
 * "Animated materials").
 */
#ifndef FERRY_FORMATS_T3DM_ANIMATED_T3DM_FADE_H
#define FERRY_FORMATS_T3DM_ANIMATED_T3DM_FADE_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Lets the second cycle of a trial's combiner follow the states of m->states where that comes nearer to
 * them, by constants that it does not read yet. True: it was changed, and its constants are those of another
 * state. The reference evaluator's samples are another state's in any case. */
bool fy_mapping_let_fade(fy_mapping *m, fy_trial *trial);

#endif
