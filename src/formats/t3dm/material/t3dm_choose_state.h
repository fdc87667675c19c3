/*
 * t3dm_choose_state.h: one combiner for all that clips make of a material (docs/what-is-lost.md,
 * "Animated materials").
 */
#ifndef FERRY_FORMATS_T3DM_MATERIAL_T3DM_CHOOSE_STATE_H
#define FERRY_FORMATS_T3DM_MATERIAL_T3DM_CHOOSE_STATE_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* The state of m->states whose own trial suits all of them best, each with constants of its
 * own. False at the memory limit, or after an error. */
bool fy_mapping_choose_state(fy_mapping *m, uint32_t *state);

/* What one of m->states counts in a mean over them; 1 all together. */
double fy_mapping_state_weight(const fy_mapping *m, uint32_t state);

#endif
