/*
 * t3dm_dissolving.h: a material whose mask the console compares (docs/internals/materials.md, "Dissolving
 * masks").
 */
#ifndef FERRY_FORMATS_T3DM_TRIAL_T3DM_DISSOLVING_H
#define FERRY_FORMATS_T3DM_TRIAL_T3DM_DISSOLVING_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* The combiner and the compare of a trial whose blend and colour are planned, where the reference evaluator
 * dissolves. Where that has no combiner, all of it is drawn, which is no match for other ways. */
void fy_mapping_dissolve(fy_mapping *m, fy_trial *trial);

#endif
