/*
 * t3dm_sequence.h: which single triangles of a batch become its sequence (docs/formats/t3dm.md, "How batches
 * are made").
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_SEQUENCE_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_SEQUENCE_H

#include "formats/t3dm/mesh/t3dm_slot_schedule.h"

/* Fills bones, groups: once a batch. */
void fy_t3dm_group_by_bone(fy_t3dm_slot_schedule *schedule);

/* Single triangles of one bone that share no corner can stand in consecutive slots and are drawn by one
 * command. Takes the bone that has most of them; the other runs become pieces. */
void fy_t3dm_choose_sequence(fy_t3dm_slot_schedule *schedule);

/* All runs become pieces. */
void fy_t3dm_no_sequence(fy_t3dm_slot_schedule *schedule);

#endif
