/*
 * t3dm_buffers.h: packs the pieces of a batch's strips into buffers, and the rest into the list
 * (docs/formats/t3dm.md, "How batches are made").
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_BUFFERS_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_BUFFERS_H

#include "formats/t3dm/mesh/t3dm_slot_schedule.h"

/* Ways of filling buffers that there are. */
enum { FY_T3DM_FILL_POLICIES = 5 };

/* What each place of a batch needs, whatever is packed: once a batch, after its bones are known. */
void fy_t3dm_find_needs(fy_t3dm_slot_schedule *schedule);

/* Makes `best` the cheapest plan of less than `bound` cycles, and gives these; if there is none,
 * UINT64_MAX. */
uint64_t fy_t3dm_choose_buffers(fy_t3dm_slot_schedule *schedule, uint64_t bound);

#endif
