/*
 * t3dm_trial_constants.h: PRIM and ENV of a trial, at each moment of clips (docs/what-is-lost.md, "Animated
 * materials").
 */
#ifndef FERRY_FORMATS_T3DM_MAPPING_T3DM_TRIAL_CONSTANTS_H
#define FERRY_FORMATS_T3DM_MAPPING_T3DM_TRIAL_CONSTANTS_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Parts of a trial's constants that follow the colours that clips change: FY_PRIM_COLOR and so on. */
unsigned fy_trial_free(const fy_mapping *m, const fy_trial *trial);

/* The constants that suit a state best, whose samples the reference evaluator has. */
void fy_trial_solve(fy_mapping *m, fy_trial *trial);

#endif
