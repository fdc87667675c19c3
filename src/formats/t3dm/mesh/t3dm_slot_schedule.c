/*
 * t3dm_slot_schedule.c: working memory for the slots of one batch (docs/formats/t3dm.md, "How batches are
 * made").
 */
#include "formats/t3dm/mesh/t3dm_slot_schedule.h"

#include "ferry64.h"
#include "ferry64_format.h"

bool fy_t3dm_slot_schedule_open(ferry_job *job, const fy_t3dm_layout *layout, uint32_t triangles,
                                fy_t3dm_slot_schedule *l) {
    /* Cutting a run makes pieces of two triangles or more, so pieces never outnumber triangles. */
    *l = (fy_t3dm_slot_schedule){.layout = layout, .capacity = triangles};
    l->stripper = fy_t3dm_stripper_open(job, triangles);
    l->pieces = ferry_new(job, fy_t3dm_strip_piece, triangles);
    l->left = ferry_new(job, fy_t3dm_strip_piece, triangles);
    l->lengths = ferry_new(job, uint32_t, triangles + (size_t)3);
    l->values = ferry_new(job, uint8_t, 3 * (size_t)triangles);
    for (int i = 0; i < 3; i++) l->plans[i].singles = ferry_new(job, fy_t3dm_run_part, triangles);
    return l->stripper && l->pieces && l->left && l->lengths && l->values && l->plans[0].singles &&
           l->plans[1].singles && l->plans[2].singles;
}
