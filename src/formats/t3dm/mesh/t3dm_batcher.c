/*
 * t3dm_batcher.c: a vertex enters a batch, a triangle leaves the mesh (docs/formats/t3dm.md, "How batches
 * are made").
 */
#include "formats/t3dm/mesh/t3dm_batcher.h"

#include <string.h>

enum { WALK_LIMIT = 1024 };

void fy_t3dm_give_out(fy_t3dm_batcher *b, uint32_t t) {
    const uint32_t *corners = fy_t3dm_corners(b, t);
    uint8_t *local = b->batch.triangles[b->batch.triangle_count++];
    const uint8_t *slot_of = b->slot_of;
    uint32_t *open = b->open;
    b->done[t] = 1;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t v = corners[k];
        uint8_t slot = slot_of[v];
        local[k] = slot;
        if (!--open[v]) b->missing[slot] = FY_T3DM_FINISHED;
    }
}

/* A vertex came inside that what stands in `slot` was waiting for, which is one less to wait for. It must be
 * counted anew if more bones are known by now: vertices weigh less then. */
static void count_down(fy_t3dm_batcher *b, uint32_t slot) {
    if (b->missing[slot] == FY_T3DM_STALE) return;
    if (b->counted[slot] && b->counted[slot] == b->bone_count)
        b->missing[slot]--;
    else
        b->missing[slot] = FY_T3DM_STALE;
}

/* A triangle with a corner that just came inside. True if it was completed. `told`: slots whose vertex knows
 * of it; NULL: none need to. `next`: what comes next is asked of vertices near the batch. */
static inline bool meet(fy_t3dm_batcher *b, uint32_t t, uint64_t told[2], bool next) {
    const uint32_t *corners = fy_t3dm_corners(b, t);
    const uint8_t *slot_of = b->slot_of;
    uint32_t inside = 0, outside = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t v = corners[k], slot = slot_of[v];
        if (slot == FY_T3DM_OUTSIDE) {
            outside = v;
            continue;
        }
        inside++;
        if (told && !(told[slot / 64] >> slot % 64 & 1)) {
            told[slot / 64] |= UINT64_C(1) << slot % 64;
            count_down(b, slot);
        }
    }
    if (inside == 3) {
        fy_t3dm_give_out(b, t);
        return true;
    }
    if (!next) return false;
    if (inside == 2) {
        if (!b->gain[outside]++) b->frontier[b->frontier_count++] = outside;
    } else if (b->near_count < FY_T3DM_NEAR) {
        b->near[b->near_count++] = t;
    }
    return false;
}

static inline void meet_all(fy_t3dm_batcher *b, uint32_t v, uint64_t *told, bool next) {
    uint32_t *list = b->adjacency + b->first[v], listed = b->listed[v];
    const uint8_t *done = b->done;
    for (uint32_t i = 0, met = 0; i < listed && met < WALK_LIMIT; met++) {
        uint32_t t = list[i];
        if (done[t] || meet(b, t, told, next)) {
            list[i] = list[--listed];
            list[listed] = t; /* the next strategy finds the list whole */
        } else {
            i++;
        }
    }
    b->listed[v] = listed;
}

void fy_t3dm_enter(fy_t3dm_batcher *b, uint32_t v, uint32_t slot) {
    uint64_t told[2] = {0};
    b->slot_of[v] = (uint8_t)slot;
    b->batch.vertices[slot] = v;
    b->missing[slot] = FY_T3DM_STALE;
    b->gain[v] = 0;
    b->needed[b->bone[v]]--;
    if (b->strategy.vertex_order == FY_T3DM_FINISH)
        meet_all(b, v, told, true);
    else
        meet_all(b, v, NULL, b->strategy.vertex_order == FY_T3DM_COMPLETE);
}
