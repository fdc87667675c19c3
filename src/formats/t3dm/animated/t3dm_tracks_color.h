/*
 * t3dm_tracks_color.h: registers, konst colours and material colours that clips change, as PRIM and
 * ENV of a combiner that stands (docs/what-is-lost.md, "Animated materials").
 */
#ifndef FERRY_FORMATS_T3DM_ANIMATED_T3DM_TRACKS_COLOR_H
#define FERRY_FORMATS_T3DM_ANIMATED_T3DM_TRACKS_COLOR_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Tracks for what clips make of the constants of the trial that became m->to, the reference evaluator being
 * as it left it. What they come to is told. False at the memory limit. */
bool fy_mapping_color_tracks(fy_mapping *m, const fy_trial *rest);

#endif
