/*
 * t3dm_slots.h: how one batch stands in the cache and how it is drawn from there (docs/formats/t3dm.md, "How
 * batches are made").
 *
 *     batch -> runs of strips -> buffers in drawing order, list, sequence -> a slot for each new vertex
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_SLOTS_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_SLOTS_H

#include "ferry64.h"
#include "formats/t3dm/mesh/t3dm_batcher.h"
#include "formats/t3dm/mesh/t3dm_slot_schedule.h"

/* How hard is looked for the strips of a batch: first tries, of fill policies, too, then times that they are
 * changed, of which so many one after the other may be in vain, and rounds each time. */
typedef struct fy_t3dm_effort {
    uint32_t tries, policies, changes, patience, rounds;
} fy_t3dm_effort;

/* Lays out a batch of `mesh`. */
void fy_t3dm_schedule_batch(fy_t3dm_slot_schedule *schedule, const fy_t3dm_mesh *mesh,
                            const fy_t3dm_batch *batch, bool wanted_low, const fy_t3dm_effort *effort);

#endif
