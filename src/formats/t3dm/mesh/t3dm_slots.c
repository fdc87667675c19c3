/*
 * t3dm_slots.c: how one batch stands in the cache and how it is drawn from there: covers by strips are tried
 * and packed, then each new vertex gets its slot (docs/formats/t3dm.md, "How batches are made").
 */
#include "formats/t3dm/mesh/t3dm_slots.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/mesh/t3dm_batcher.h"
#include "formats/t3dm/mesh/t3dm_buffers.h"
#include "formats/t3dm/mesh/t3dm_sequence.h"
#include "formats/t3dm/mesh/t3dm_slot_schedule.h"
#include "formats/t3dm/mesh/t3dm_strips.h"

/* Triangles of a sequence beside strips that never save its command: a strip of one costs 13 cycles more. */
enum { FEW = FY_T3DM_CYCLES_SEQUENCE / (FY_T3DM_CYCLES_RUN + 3 * FY_T3DM_CYCLES_VALUE) };

/* -------------------------------------------------------------------------------------------- slots */

static void assign(fy_t3dm_slot_schedule *l, uint32_t batch_slot, uint32_t *slot) {
    l->order[*slot] = (uint8_t)batch_slot;
    l->slot[batch_slot] = (uint8_t)(*slot)++;
}

/* Places that stand in the sequence come behind all others. */
enum { IN_SEQUENCE = FY_T3DM_BUFFERS + 2 };

/* Until when a place is drawn from: the number of the last buffer and one, 0 if only list or sequence do. */
static void find_ends(const fy_t3dm_slot_schedule *l, uint8_t ends[FY_T3DM_SLOTS]) {
    memset(ends, 0, FY_T3DM_SLOTS);
    for (uint32_t b = 0; b < l->best->buffer_count; b++) {
        const fy_t3dm_buffer *buffer = &l->best->buffers[b];
        for (uint32_t k = 0; k < buffer->piece_count; k++)
            for (uint32_t n = 0; n < buffer->pieces[k].count; n++)
                ends[l->runs.values[buffer->pieces[k].first + n]] = (uint8_t)(b + 1);
    }
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) {
        if (l->batch->wanted[s]) ends[s] = FY_T3DM_BUFFERS + 1;
    }
}

/* New vertices bone after bone. Within a bone what is drawn from latest stands lowest; what later batches
 * want stands below that or above it, so that they find room in one piece; the sequence comes last. */
static void assign_slots(fy_t3dm_slot_schedule *l) {
    const fy_t3dm_batch *batch = l->batch;
    uint8_t ends[FY_T3DM_SLOTS];
    uint32_t slot = batch->start, end = batch->start + batch->fresh, in_sequence = 3 * l->sequence_count;
    find_ends(l, ends);
    /* From the latest to the earliest; the wanted ones first or last. */
    for (uint32_t i = 0; i < FY_T3DM_SLOTS; i++) {
        bool last = !l->wanted_low && ends[i] > FY_T3DM_BUFFERS;
        ends[i] = (uint8_t)(last ? ends[i] : FY_T3DM_BUFFERS + l->wanted_low - ends[i]);
        l->slot[i] = l->order[i] = (uint8_t)i;
    }
    for (uint32_t i = 0; i < in_sequence; i++) ends[l->sequence[i]] = IN_SEQUENCE;
    for (uint32_t g = 0; g < l->bone_count; g++) {
        uint32_t at[IN_SEQUENCE + 1] = {0};
        l->group_start[g] = slot;
        for (uint32_t i = batch->start; i < end; i++) at[ends[i]] += l->group[i] == g;
        for (uint32_t k = 0, next; k < IN_SEQUENCE; k++, slot = next) {
            next = slot + at[k];
            at[k] = slot;
        }
        for (uint32_t i = batch->start; i < end; i++)
            if (l->group[i] == g && ends[i] < IN_SEQUENCE) assign(l, i, &at[ends[i]]);
        if (in_sequence && g == l->sequence_group) {
            for (uint32_t i = 0; i < in_sequence; i++) assign(l, l->sequence[i], &slot);
        }
    }
    l->group_start[l->bone_count] = slot;
}

/* ------------------------------------------------------------------------------------------ a batch */

/* A sequence is a command of its own, so that a few triangles go cheaper with the strips, if there are any:
 * where it is not plain, both are tried. Below `bound` cycles, or UINT64_MAX. */
static uint64_t pack_runs(fy_t3dm_slot_schedule *l, fy_t3dm_runs runs, uint64_t bound) {
    l->runs = runs;
    fy_t3dm_choose_sequence(l);
    bool few = l->piece_count && l->sequence_count < FEW;
    if (few) fy_t3dm_no_sequence(l);
    uint64_t with = fy_t3dm_choose_buffers(l, bound);
    if (!l->sequence_count || !l->piece_count) return with;
    fy_t3dm_no_sequence(l);
    uint64_t without = fy_t3dm_choose_buffers(l, with < bound ? with + 1 : bound);
    if (without != UINT64_MAX || with == UINT64_MAX) return without;
    fy_t3dm_choose_sequence(l);
    return fy_t3dm_choose_buffers(l, bound);
}

/* What strips came to: their values, where they go, and the sequence. */
typedef struct outcome {
    uint64_t cycles;
    uint8_t sequence[FY_T3DM_SLOTS];
    uint32_t sequence_count, sequence_group;
} outcome;

static void keep_outcome(fy_t3dm_slot_schedule *l, uint64_t cycles, outcome *to) {
    fy_t3dm_buffer_plan *plan = &l->plans[2];
    fy_t3dm_run_part *singles = plan->singles;
    *plan = *l->best;
    plan->singles = singles;
    memcpy(singles, l->best->singles, plan->single_count * sizeof *singles);
    memcpy(l->values, l->runs.values, l->runs.starts[l->runs.count]);
    *to =
        (outcome){.cycles = cycles, .sequence_count = l->sequence_count, .sequence_group = l->sequence_group};
    memcpy(to->sequence, l->sequence, sizeof to->sequence);
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* What triangles in so many strips come to at least, however they are packed: all of them in one buffer, or
 * in the list. */
static uint64_t least_of_strips(uint64_t triangles, uint64_t strips) {
    fy_t3dm_cost list = {.list_triangles = triangles},
                 buffer = {.buffers = 1, .ends = 1, .strips = strips, .strip_values = triangles + 2 * strips};
    return triangles ? smaller(fy_t3dm_cycles(&list), fy_t3dm_cycles(&buffer)) : 0;
}

/* The same of a cover, with as many single triangles in the sequence as it has, or none. */
static uint64_t least_of_cover(const fy_t3dm_runs *runs) {
    const uint64_t triangles = runs->starts[runs->count] - 2 * (uint64_t)runs->count;
    uint32_t singles = 0;
    for (uint32_t r = 0; r < runs->count; r++) singles += runs->starts[r + 1] - runs->starts[r] == 3;
    if (singles > FY_T3DM_SLOTS / 3) singles = FY_T3DM_SLOTS / 3;
    return smaller(least_of_strips(triangles, runs->count),
                   FY_T3DM_CYCLES_SEQUENCE + least_of_strips(triangles - singles, runs->count - singles));
}

/* The same of any cover: a strip does not leave the triangles that hang together by their edges. Of those
 * that do with others only some can be in the sequence, since these share corners. */
static uint64_t least_of_any(const fy_t3dm_slot_schedule *l, uint64_t triangles) {
    fy_t3dm_islands islands = fy_t3dm_strip_islands(l->stripper);
    const uint64_t most = smaller(triangles, FY_T3DM_SLOTS / 3), larger = islands.count - islands.single;
    uint64_t rest = triangles - most > larger ? triangles - most : larger;
    return smaller(least_of_strips(triangles, islands.count),
                   FY_T3DM_CYCLES_SEQUENCE + least_of_strips(rest, larger));
}

/* Fewest values are not always cheapest: strips must find room, too. So several covers are packed, but none
 * that cannot win. Where each run has its island to itself there is one cover only. */
static void improve(fy_t3dm_slot_schedule *l, uint64_t cycles, const fy_t3dm_effort *effort) {
    outcome best;
    if (cycles <= least_of_any(l, l->batch->triangle_count)) return;
    if (l->runs.count == fy_t3dm_strip_islands(l->stripper).count) return;
    keep_outcome(l, cycles, &best);
    for (uint32_t i = 0, vain = 0; i < effort->changes && vain < effort->patience && l->runs.count > 1; i++) {
        /* Few runs have been changed in all ways soon. */
        uint32_t rounds = effort->rounds < 2 * l->runs.count ? effort->rounds : 2 * l->runs.count;
        l->runs = fy_t3dm_strip_on(l->stripper, rounds);
        cycles = least_of_cover(&l->runs) < best.cycles ? pack_runs(l, l->runs, best.cycles) : UINT64_MAX;
        vain = cycles < best.cycles ? 1 : vain + 1;
        if (cycles < best.cycles) keep_outcome(l, cycles, &best);
    }
    l->runs.values = l->values;
    l->best = &l->plans[2];
    l->sequence_count = best.sequence_count;
    l->sequence_group = best.sequence_group;
    memcpy(l->sequence, best.sequence, sizeof best.sequence);
}

void fy_t3dm_schedule_batch(fy_t3dm_slot_schedule *l, const fy_t3dm_mesh *mesh, const fy_t3dm_batch *batch,
                            bool wanted_low, const fy_t3dm_effort *effort) {
    l->mesh = mesh;
    l->batch = batch;
    l->wanted_low = wanted_low;
    l->policies = effort->policies;
    fy_t3dm_group_by_bone(l);
    fy_t3dm_find_needs(l);
    fy_t3dm_runs runs = fy_t3dm_strip(l->stripper, (const uint8_t(*)[3])batch->triangles,
                                      batch->triangle_count, effort->tries);
    uint64_t cycles = pack_runs(l, runs, UINT64_MAX);
    if (effort->changes && batch->triangle_count > 1) improve(l, cycles, effort);
    assign_slots(l);
}
