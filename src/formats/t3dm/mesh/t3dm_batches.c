/*
 * t3dm_batches.c: cuts a mesh into batches that are drawn from one state of the vertex cache.
 *
 * Format: docs/formats/t3dm.md, "Vertex cache"; the strategies are described in "How batches are made". New
 * vertices go to one window of consecutive slots; what stands outside it is kept and may be drawn from. Which
 * vertices come in is decided in t3dm_vertex_order.c. All searches are cut off at a fixed length, so that the
 * time stays linear for fans and edges shared by thousands of triangles.
 */
#include "formats/t3dm/mesh/t3dm_batches.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/mesh/t3dm_batcher.h"
#include "formats/t3dm/mesh/t3dm_sweep.h"
#include "formats/t3dm/mesh/t3dm_vertex_order.h"
#include "formats/t3dm/pose/t3dm_place.h"

#define NONE FY_T3DM_NONE

enum {
    LOOK_LIMIT = 64,
    SOON = 160, /* triangles of a sweep that a vertex may wait to be used again */
    LEAST_WINDOW = 16,
    /* cycles of a batch apart from its vertices */
    BATCH = FY_T3DM_CYCLES_LOAD + FY_T3DM_CYCLES_BUFFER + FY_T3DM_CYCLES_LAST,
    VERTEX = FY_T3DM_CYCLES_VERTEX,
    KEEP_UNIT = 8,
};

static bool open_bones(ferry_job *job, fy_t3dm_batcher *b) {
    size_t v = b->mesh->vertex_count;
    b->bone = ferry_new(job, uint16_t, v);
    b->by_bone = ferry_new(job, uint32_t, v);
    return b->bone && b->by_bone;
}

/* Vertices in order of their bones (a counting sort over the low and the high byte), then bones numbered in
 * that order. */
static bool number_bones(ferry_job *job, fy_t3dm_batcher *b) {
    const fy_t3dm_vertex *vertices = b->mesh->vertices;
    uint32_t count = b->mesh->vertex_count;
    for (uint32_t v = 0; v < count; v++) b->born[v] = v;
    for (uint32_t shift = 0; shift <= 8; shift += 8) {
        uint32_t *from = shift ? b->gain : b->born, *to = shift ? b->by_bone : b->gain, at[257] = {0};
        for (uint32_t i = 0; i < count; i++) at[((vertices[from[i]].bone >> shift) & 255) + 1]++;
        for (uint32_t i = 0; i < 256; i++) at[i + 1] += at[i];
        for (uint32_t i = 0; i < count; i++) to[at[(vertices[from[i]].bone >> shift) & 255]++] = from[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        bool same = i && vertices[b->by_bone[i]].bone == vertices[b->by_bone[i - 1]].bone;
        b->mesh_bones += !same;
        b->bone[b->by_bone[i]] = (uint16_t)(b->mesh_bones - 1);
    }
    b->bone_first = ferry_new(job, uint32_t, b->mesh_bones + (size_t)1);
    b->needed = ferry_new(job, uint32_t, b->mesh_bones + (size_t)1);
    if (!b->bone_first || !b->needed) return false;
    for (uint32_t i = 0; i < count; i++) b->bone_first[b->bone[b->by_bone[i]] + 1] = i + 1;
    return true;
}

static void list_adjacency(fy_t3dm_batcher *b) {
    const fy_t3dm_mesh *mesh = b->mesh;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) b->first[mesh->triangles[i] + 1]++;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) b->first[v + 1] += b->first[v];
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = fy_t3dm_corners(b, t)[k];
            b->adjacency[b->first[v] + b->listed[v]++] = t;
        }
    }
}

fy_t3dm_batcher *fy_t3dm_batcher_open(ferry_job *job, const fy_t3dm_mesh *mesh) {
    size_t v = mesh->vertex_count, t = mesh->triangle_count;
    fy_t3dm_batcher *b = ferry_new(job, fy_t3dm_batcher, 1);
    if (!b) return NULL;
    b->mesh = mesh;
    b->adjacency = ferry_new(job, uint32_t, 3 * t);
    b->seeds = ferry_new(job, uint32_t, t);
    b->rank = ferry_new(job, uint32_t, t);
    b->sorted = ferry_new(job, uint32_t, t);
    b->passed = ferry_new(job, uint32_t, t);
    b->done = ferry_new(job, uint8_t, t);
    b->first = ferry_new(job, uint32_t, v + 1);
    b->listed = ferry_new(job, uint32_t, v);
    b->open = ferry_new(job, uint32_t, v);
    b->slot_of = ferry_new(job, uint8_t, v);
    b->born = ferry_new(job, uint32_t, v + 2);
    b->gain = ferry_new(job, uint32_t, v + 2); /* two more than vertices: for the sweep */
    b->frontier = ferry_new(job, uint32_t, v);
    b->batch.triangles = ferry_alloc(job, t, sizeof *b->batch.triangles);
    bool ok = b->adjacency && b->seeds && b->rank && b->sorted && b->passed && b->done && b->first &&
              b->listed && b->open && b->slot_of && b->born && b->gain && b->frontier && b->batch.triangles;
    if (!ok || !open_bones(job, b) || !number_bones(job, b)) return NULL;
    list_adjacency(b);
    return b;
}

/* Source order within a bone, bone after bone; turned, so that what stood `turn` sixteenths behind the start
 * is the start. */
static void order_seeds(fy_t3dm_batcher *b) {
    uint32_t *at = b->needed, count = b->mesh->triangle_count; /* not in use yet */
    uint32_t turned = (uint32_t)((uint64_t)count * b->strategy.turn / 16);
    memset(at, 0, (b->mesh_bones + (size_t)1) * sizeof *at);
    for (uint32_t t = 0; t < count; t++) at[b->bone[fy_t3dm_corners(b, t)[0]] + 1]++;
    for (uint32_t i = 0; i < b->mesh_bones; i++) at[i + 1] += at[i];
    for (uint32_t t = 0; t < count; t++) {
        uint32_t slot_of = at[b->bone[fy_t3dm_corners(b, t)[0]]]++;
        b->seeds[slot_of < turned ? slot_of + count - turned : slot_of - turned] = t;
    }
}

void fy_t3dm_batcher_start(fy_t3dm_batcher *b, const fy_t3dm_strategy *strategy) {
    uint32_t vertices = b->mesh->vertex_count, triangles = b->mesh->triangle_count;
    b->strategy = *strategy;
    const uint32_t front = strategy->vertex_order == FY_T3DM_SWEEP ? strategy->front : 0, swept = b->swept;
    b->swept = front;
    if (front) {
        if (swept != front) fy_t3dm_sweep(b, front);
        for (uint32_t i = 0; i < triangles; i++) b->rank[b->seeds[i]] = i;
    } else if (strategy->vertex_order == FY_T3DM_SOURCE) {
        for (uint32_t i = 0; i < triangles; i++) b->seeds[i] = b->rank[i] = i;
    } else {
        order_seeds(b);
    }
    memset(b->done, 0, triangles);
    memset(b->slot_of, FY_T3DM_OUTSIDE, vertices);
    memset(b->gain, 0, vertices * sizeof *b->gain);
    memset(b->needed, 0, b->mesh_bones * sizeof *b->needed);
    for (uint32_t v = 0; v < vertices; v++) {
        b->listed[v] = b->open[v] = b->first[v + 1] - b->first[v];
        b->needed[b->bone[v]] += b->open[v] != 0;
    }
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) b->batch.vertices[s] = NONE;
    b->frontier_count = 0;
    b->cursor = b->clock = 0;
    b->next_seed = NONE;
}

/* --------------------------------------------------------------------------------------- the window */

/* Triangles come in an order that was found beforehand. */
static bool follows_order(const fy_t3dm_batcher *b) {
    return b->strategy.vertex_order == FY_T3DM_SWEEP || b->strategy.vertex_order == FY_T3DM_SOURCE;
}

/* Whether a vertex is worth its slot: an order knows when it will be needed again. */
static bool worth_keeping(const fy_t3dm_batcher *b, uint32_t v) {
    if (v == NONE || !b->open[v]) return false;
    if (!follows_order(b)) return true;
    const uint32_t *list = b->adjacency + b->first[v];
    for (uint32_t i = 0; i < b->listed[v] && i < LOOK_LIMIT; i++) {
        if (!b->done[list[i]] && b->rank[list[i]] - b->cursor < SOON) return true;
    }
    return false;
}

/* The first slot that a load of `count` vertices destroys by being staged. */
static uint32_t staged_from(uint32_t count) {
    uint32_t slot = (FY_T3DM_STAGING_END - 16 * count) / FY_T3DM_SLOT_BYTES;
    return slot < FY_T3DM_SLOTS ? slot : FY_T3DM_SLOTS;
}

/* The first slot behind a window that outlives the loads into it: loads are even, and leave two
 * slots spoilt. */
static uint32_t window_end(const fy_t3dm_batcher *b, uint32_t start, uint32_t count) {
    uint32_t end = start + count + (b->mesh_bones > 1 ? 3 : 2);
    return end < FY_T3DM_SLOTS ? end : FY_T3DM_SLOTS;
}

/* Of all windows of `n` slots, which loads spoil up to `reach`: the first one that loses fewest of what is
 * kept, of which kept[s] stand below slot s. Loops without branches, for the sake of vectors. */
static uint32_t fewest_lost(const uint8_t *kept, uint32_t n, uint32_t reach, uint32_t starts,
                            uint32_t *start) {
    uint8_t lost[FY_T3DM_SLOTS], least = UINT8_MAX;
    const uint32_t staged = staged_from(n), all = starts < FY_T3DM_SLOTS ? starts : FY_T3DM_SLOTS,
                   before = reach < staged ? staged - reach : 0;
    const uint8_t *ends = kept + reach, staging = (uint8_t)(kept[FY_T3DM_SLOTS] - kept[staged]);
    for (uint32_t s = 0; s < all; s++) lost[s] = (uint8_t)(ends[s] - kept[s]);
    for (uint32_t s = 0; s < all && s < before; s++) lost[s] = (uint8_t)(lost[s] + staging);
    for (uint32_t s = 0; s < all; s++) least = lost[s] < least ? lost[s] : least;
    *start = (uint32_t)((const uint8_t *)memchr(lost, least, all) - lost);
    return least;
}

/* Chooses the window: its cost by vertex is what the batch costs and what is lost of vertices that triangles
 * still need. */
static void choose_window(fy_t3dm_batcher *b, const uint32_t standing[FY_T3DM_SLOTS]) {
    uint8_t kept[2 * FY_T3DM_SLOTS] = {0};
    uint32_t slots = b->strategy.slots, behind = window_end(b, 0, 0), start;
    uint64_t best = 0;
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++)
        kept[s + 1] = (uint8_t)(kept[s] + worth_keeping(b, standing[s]));
    if (!kept[FY_T3DM_SLOTS]) return; /* all of them */
    memset(kept + FY_T3DM_SLOTS + 1, kept[FY_T3DM_SLOTS], sizeof kept - FY_T3DM_SLOTS - 1);
    b->room = 0;
    for (uint32_t n = slots & ~1u; n >= LEAST_WINDOW; n -= 2) {
        if (b->room && BATCH * (uint64_t)b->room > best * n)
            break; /* narrower ones, even if they lose none */
        uint64_t lost = fewest_lost(kept, n, n + behind, slots - n + 1, &start);
        uint64_t cost = BATCH + b->strategy.keep * (uint64_t)VERTEX * lost / KEEP_UNIT;
        if (b->room && cost * b->room > best * n) continue;
        best = cost;
        b->room = n;
        b->batch.start = start;
    }
}

/* Brings in what stands outside the window. */
static void keep_standing(fy_t3dm_batcher *b, const uint32_t standing[FY_T3DM_SLOTS]) {
    uint32_t staged = staged_from(b->room), end = window_end(b, b->batch.start, b->room);
    for (uint32_t s = 0; s < FY_T3DM_SLOTS && s < staged; s++) {
        uint32_t v = standing[s];
        if ((s >= b->batch.start && s < end) || v == NONE) continue;
        if (b->open[v] && b->slot_of[v] == FY_T3DM_OUTSIDE) fy_t3dm_enter(b, v, s);
    }
}

/* ---------------------------------------------------------------------------------------- one batch */

static void leave_batch(fy_t3dm_batcher *b) {
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) {
        uint32_t v = b->batch.vertices[s];
        b->batch.vertices[s] = NONE;
        if (v == NONE || b->slot_of[v] == FY_T3DM_OUTSIDE) continue;
        b->slot_of[v] = FY_T3DM_OUTSIDE;
        b->needed[b->bone[v]] += b->open[v] != 0;
    }
    for (uint32_t i = 0; i < b->frontier_count; i++) b->gain[b->frontier[i]] = 0;
    memset(b->missing, FY_T3DM_FINISHED, sizeof b->missing);
    b->batch.start = b->batch.fresh = b->batch.triangle_count = 0;
    b->frontier_count = b->near_count = b->near_at = b->bone_count = 0;
    b->room = b->strategy.slots;
}

/* Every part loads something: what is drawn from standing vertices alone loads one of them again. */
static void repeat_vertex(fy_t3dm_batcher *b) {
    b->batch.vertices[b->batch.start] = b->batch.vertices[b->batch.triangles[0][0]];
    b->batch.fresh = 1;
}

const fy_t3dm_batch *fy_t3dm_batcher_next(fy_t3dm_batcher *b, const uint32_t standing[FY_T3DM_SLOTS]) {
    leave_batch(b);
    if (b->strategy.keep) {
        choose_window(b, standing);
        keep_standing(b, standing);
        fy_t3dm_fill_batch(b);
        /* Too narrow for any triangle: from an empty cache there is always one. */
        if (!b->batch.triangle_count) leave_batch(b);
    }
    if (!b->batch.triangle_count) fy_t3dm_fill_batch(b);
    if (!b->batch.triangle_count) return NULL;
    if (!b->batch.fresh) repeat_vertex(b);
    b->next_seed = follows_order(b) ? NONE : fy_t3dm_seed_beside(b);
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++)
        b->batch.wanted[s] = b->strategy.keep && worth_keeping(b, b->batch.vertices[s]);
    return &b->batch;
}
