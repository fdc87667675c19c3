/*
 * t3dm_choose_state.h: one combiner for all that clips make of a material (docs/what-is-lost.md,
 * "Animated materials").
 */
#ifndef FERRY_FORMATS_T3DM_ANIMATED_T3DM_CHOOSE_STATE_H
#define FERRY_FORMATS_T3DM_ANIMATED_T3DM_CHOOSE_STATE_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* The state of m->states whose own trial suits all of them best, each with constants of its
 * own. False at the memory limit, or after an error. */
bool fy_mapping_choose_state(fy_mapping *m, uint32_t *state);

enum { FY_PICKED_STATES = 4 };

/* Of m->states: the one at rest, then always the one that is farthest from all before. How many there are. */
unsigned fy_mapping_pick_states(const fy_states *states, uint32_t picked[FY_PICKED_STATES]);

enum { FY_STATE_LOOKS = 10 };

/* An even choice of the states, the one at rest first, for what is measured often. How many there are. */
uint32_t fy_mapping_look_at_states(const fy_states *states, uint32_t looks[FY_STATE_LOOKS]);

/* Samples of a state of m->states, or of a moment of a clip, for the reference evaluator, which may have a
 * composite; and again, where only registers and konst colours differ from the last one. */
void fy_mapping_fill_state(fy_mapping *m, const ferry_gx_material *state);
void fy_mapping_fill_again(fy_mapping *m, const ferry_gx_material *state);

/* What one of `count` states counts in a mean over them, number 0 being the one at rest; 1 all together. */
double fy_mapping_state_weight(uint32_t state, uint32_t count);

#endif
