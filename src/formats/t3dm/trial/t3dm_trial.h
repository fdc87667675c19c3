/* t3dm_trial.h: what one state of a GX material becomes, tried out (docs/what-is-lost.md, "Materials"). */
#ifndef FERRY_FORMATS_T3DM_TRIAL_T3DM_TRIAL_H
#define FERRY_FORMATS_T3DM_TRIAL_T3DM_TRIAL_H

#include "ferry64.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"

/* What `state` becomes, the reference evaluator being started with it; nothing if alpha.drop_code is set, and
 * then no more of the trial than its alpha. False: an error was said. */
bool fy_mapping_try(fy_mapping *m, const ferry_gx_material *state, fy_trial *trial);

/* The same, and nothing is said or counted: it is tried again once it is chosen. */
bool fy_mapping_try_quietly(fy_mapping *m, const ferry_gx_material *state, fy_trial *trial);

#endif
