/*
 * t3dm_slot_schedule.h: where what one batch draws goes: to buffers of strips, list and sequence, and to
 * which slots of the cache (docs/formats/t3dm.md, "How batches are made").
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_SLOT_SCHEDULE_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_SLOT_SCHEDULE_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/mesh/t3dm_batcher.h"
#include "formats/t3dm/mesh/t3dm_strips.h"
#include "formats/t3dm/pose/t3dm_place.h"

/* A run of strip values, or a part of one: into fy_t3dm_runs.values. */
typedef struct fy_t3dm_run_part {
    uint32_t first, count;
} fy_t3dm_run_part;

/* Some of FY_T3DM_SLOTS places. */
typedef struct fy_t3dm_slot_set {
    uint64_t words[2];
} fy_t3dm_slot_set;

/* One that is to be packed. */
typedef struct fy_t3dm_strip_piece {
    uint32_t first, count;
    fy_t3dm_slot_set places; /* that it draws from */
    bool repeats;            /* it names one of them twice */
} fy_t3dm_strip_piece;

typedef struct fy_t3dm_buffer {
    fy_t3dm_run_part pieces[FY_T3DM_BUFFER_VALUES / 3];
    uint32_t piece_count, values;
} fy_t3dm_buffer;

/* Where pieces go. Buffers stand in drawing order; each is copied over the slots that only those before it
 * drew from. */
typedef struct fy_t3dm_buffer_plan {
    fy_t3dm_buffer buffers[FY_T3DM_BUFFERS];
    uint32_t buffer_count;
    fy_t3dm_run_part *singles; /* their triangles go to the list */
    uint32_t single_count;
    uint64_t cycles;
} fy_t3dm_buffer_plan;

/* Places are the slots that the batcher gave, before new vertices are put in order. */
typedef struct fy_t3dm_slot_schedule {
    const fy_t3dm_layout *layout; /* what there is to draw with */
    uint32_t capacity;            /* triangles */
    fy_t3dm_stripper *stripper;
    /* runs that are not in the sequence, longest first; what is not packed yet */
    fy_t3dm_strip_piece *pieces, *left;
    uint32_t piece_count;
    uint32_t *lengths; /* working memory, by values of a piece */

    const fy_t3dm_batch *batch;
    const fy_t3dm_mesh *mesh;
    uint32_t policies; /* that are tried */
    bool wanted_low;   /* what later batches draw from stands below what they do not */
    fy_t3dm_runs runs;
    uint16_t bones[FY_T3DM_SLOTS]; /* of new vertices, in the order of their loads */
    uint32_t bone_count;
    uint8_t group[FY_T3DM_SLOTS]; /* of a new vertex: its bone's number in `bones`; else 255 */
    uint8_t slot[FY_T3DM_SLOTS];  /* of a place */
    uint8_t order[FY_T3DM_SLOTS]; /* place of what stands in each slot */
    uint32_t group_start[FY_T3DM_SLOTS + 1];
    /* Of the batch, whatever is in the sequence. Places of the last bone: where they stand, above `base`,
     * follows from who draws from them. Slots that there must be for a place, whatever else is needed. */
    uint8_t movable[FY_T3DM_SLOTS], need[FY_T3DM_SLOTS];
    uint32_t base;

    uint8_t sequence[FY_T3DM_SLOTS]; /* places, three a triangle */
    uint32_t sequence_count;         /* triangles */
    uint32_t sequence_group;

    /* of the strips at hand: the best one and another; the best of other strips */
    fy_t3dm_buffer_plan plans[3];
    fy_t3dm_buffer_plan *best;
    uint8_t *values; /* of those strips */
} fy_t3dm_slot_schedule;

/* Working memory for batches of up to so many triangles. False at the limit. */
bool fy_t3dm_slot_schedule_open(ferry_job *job, const fy_t3dm_layout *layout, uint32_t triangles,
                                fy_t3dm_slot_schedule *schedule);

#endif
