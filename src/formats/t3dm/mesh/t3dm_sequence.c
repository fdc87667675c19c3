/*
 * t3dm_sequence.c: which single triangles of a batch become its sequence; all else becomes pieces of strips
 * (docs/formats/t3dm.md, "How batches are made").
 */
#include "formats/t3dm/mesh/t3dm_sequence.h"

#include <string.h>

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/mesh/t3dm_batcher.h"
#include "formats/t3dm/mesh/t3dm_slot_schedule.h"

enum { NO_GROUP = 255 };

void fy_t3dm_group_by_bone(fy_t3dm_slot_schedule *l) {
    l->bone_count = 0;
    memset(l->group, NO_GROUP, sizeof l->group);
    for (uint32_t i = 0; i < l->batch->fresh; i++) {
        uint32_t batch_slot = l->batch->start + i, k = 0;
        uint16_t bone = l->mesh->vertices[l->batch->vertices[batch_slot]].bone;
        while (k < l->bone_count && l->bones[k] != bone) k++;
        if (k == l->bone_count) l->bones[l->bone_count++] = bone;
        l->group[batch_slot] = (uint8_t)k;
    }
}

static const uint8_t *run_values(const fy_t3dm_slot_schedule *l, uint32_t run, uint32_t *count) {
    *count = l->runs.starts[run + 1] - l->runs.starts[run];
    return l->runs.values + l->runs.starts[run];
}

/* The group of a run that is one triangle of new vertices of one bone; NO_GROUP for all others. */
static uint32_t single_group(const fy_t3dm_slot_schedule *l, uint32_t run) {
    uint32_t count;
    const uint8_t *v = run_values(l, run, &count);
    bool single = l->layout->sequences && count == 3 && l->group[v[0]] == l->group[v[1]] &&
                  l->group[v[0]] == l->group[v[2]];
    return single ? l->group[v[0]] : NO_GROUP;
}

/* Longest first, and otherwise as they are: counted, from the back. */
static void sort_pieces(fy_t3dm_slot_schedule *l) {
    uint32_t longest = 0, *ends = l->lengths, n = l->piece_count;
    fy_t3dm_strip_piece *sorted = l->left, *unsorted = l->pieces;
    for (uint32_t i = 0; i < n; i++) longest = unsorted[i].count > longest ? unsorted[i].count : longest;
    memset(ends, 0, (longest + (size_t)1) * sizeof *ends);
    for (uint32_t i = 0; i < n; i++) ends[unsorted[i].count]++;
    for (uint32_t k = longest; k-- > 0;) ends[k] += ends[k + 1];
    for (uint32_t i = n; i-- > 0;) sorted[--ends[unsorted[i].count]] = unsorted[i];
    l->pieces = sorted;
    l->left = unsorted;
}

void fy_t3dm_no_sequence(fy_t3dm_slot_schedule *l) {
    l->sequence_count = l->piece_count = l->sequence_group = 0;
    for (uint32_t r = 0, count; r < l->runs.count; r++) {
        run_values(l, r, &count);
        l->pieces[l->piece_count++] = (fy_t3dm_strip_piece){.first = l->runs.starts[r], .count = count};
    }
    sort_pieces(l);
}

void fy_t3dm_choose_sequence(fy_t3dm_slot_schedule *l) {
    bool taken[FY_T3DM_SLOTS] = {false};
    uint32_t counts[FY_T3DM_SLOTS + 1] = {0}, best = 0, count;
    for (uint32_t pass = 0; pass < 2; pass++) {
        l->sequence_count = l->piece_count = 0;
        memset(taken, 0, sizeof taken);
        for (uint32_t r = 0; r < l->runs.count; r++) {
            const uint8_t *v = run_values(l, r, &count);
            uint32_t group = single_group(l, r);
            bool fits = group != NO_GROUP && !taken[v[0]] && !taken[v[1]] && !taken[v[2]];
            if (pass == 1) fits = fits && group == best;
            if (!fits) {
                l->pieces[l->piece_count++] =
                    (fy_t3dm_strip_piece){.first = l->runs.starts[r], .count = count};
                continue;
            }
            taken[v[0]] = taken[v[1]] = taken[v[2]] = true;
            counts[group] += pass == 0;
            if (pass == 1) memcpy(l->sequence + 3 * (size_t)l->sequence_count++, v, 3);
        }
        for (uint32_t g = 0; pass == 0 && g < l->bone_count; g++) best = counts[g] > counts[best] ? g : best;
    }
    l->sequence_group = best;
    sort_pieces(l);
}
