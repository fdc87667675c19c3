/*
 * t3dm_batches.c: cuts a mesh into batches that fit the vertex cache.
 *
 * Format: docs/formats/t3dm.md, "Vertex cache"; the growing is described in "How batches are made". A batch
 * grows vertex by vertex: no new bone before a new bone, then the vertex that completes the most triangles,
 * then the one that leaves the fewest triangles open. Every completed triangle is taken at once. All searches
 * are cut off at a fixed length, so that the time stays linear for fans and edges shared by thousands of
 * triangles.
 */
#include <string.h>

#include "t3dm_geometry.h"

#define NONE UINT32_MAX

enum { OUTSIDE = 255, WALK_LIMIT = 1024, SEARCH_LIMIT = 256, NEAR_LIMIT = 256 };

struct fy_t3dm_batcher {
    const fy_t3dm_mesh *mesh;
    fy_t3dm_strategy strategy;

    /* Triangles of vertex v: adjacency[first[v]] ..., `listed[v]` of them; those already given out leave when
     * met. */
    uint32_t *adjacency, *first, *listed;
    uint32_t *open; /* triangles of a vertex not yet given out */
    uint8_t *done;
    uint32_t *seeds; /* all triangles, ordered by bone: where to go on when nothing is near */
    uint32_t cursor, next_seed;

    uint8_t *place; /* number of a vertex in the batch, or OUTSIDE */
    uint32_t *gain; /* triangles that a vertex outside would complete */
    uint32_t *frontier;
    uint32_t frontier_count;
    uint32_t near[NEAR_LIMIT]; /* triangles with one corner inside */
    uint32_t near_count, near_at;
    uint16_t bones[FY_T3DM_SLOTS];
    uint32_t bone_count;

    fy_t3dm_batch batch;
};

fy_t3dm_batcher *fy_t3dm_batcher_open(ferry_job *job, uint32_t vertices, uint32_t triangles) {
    size_t v = vertices, t = triangles;
    fy_t3dm_batcher *b = ferry_new(job, fy_t3dm_batcher, 1);
    if (!b) return NULL;
    b->adjacency = ferry_new(job, uint32_t, 3 * t);
    b->seeds = ferry_new(job, uint32_t, t);
    b->done = ferry_new(job, uint8_t, t);
    b->first = ferry_new(job, uint32_t, v + 1);
    b->listed = ferry_new(job, uint32_t, v);
    b->open = ferry_new(job, uint32_t, v);
    b->place = ferry_new(job, uint8_t, v);
    b->gain = ferry_new(job, uint32_t, v);
    b->frontier = ferry_new(job, uint32_t, v);
    b->batch.triangles = ferry_alloc(job, t, sizeof *b->batch.triangles);
    bool ok = b->adjacency && b->seeds && b->done && b->first && b->listed && b->open && b->place &&
              b->gain && b->frontier && b->batch.triangles;
    return ok ? b : NULL;
}

static const uint32_t *corners_of(const fy_t3dm_batcher *b, uint32_t triangle) {
    return b->mesh->triangles + 3 * (size_t)triangle;
}

static uint16_t bone_of(const fy_t3dm_batcher *b, uint32_t vertex) {
    return b->mesh->vertices[vertex].bone;
}

static void list_adjacency(fy_t3dm_batcher *b) {
    const fy_t3dm_mesh *mesh = b->mesh;
    memset(b->open, 0, mesh->vertex_count * sizeof *b->open);
    memset(b->listed, 0, mesh->vertex_count * sizeof *b->listed);
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) b->open[mesh->triangles[i]]++;
    b->first[0] = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) b->first[v + 1] = b->first[v] + b->open[v];
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = corners_of(b, t)[k];
            b->adjacency[b->first[v] + b->listed[v]++] = t;
        }
    }
}

/* Source order within a bone, bone after bone (a counting sort over the high and the low byte). */
static void order_seeds(fy_t3dm_batcher *b) {
    uint32_t count = b->mesh->triangle_count;
    uint32_t *spare = b->adjacency; /* not in use yet */
    for (uint32_t t = 0; t < count; t++) b->seeds[t] = t;
    for (uint32_t shift = 0; shift <= 8; shift += 8) {
        uint32_t *from = shift ? spare : b->seeds, *to = shift ? b->seeds : spare;
        uint32_t at[257] = {0};
        for (uint32_t i = 0; i < count; i++)
            at[((bone_of(b, corners_of(b, from[i])[0]) >> shift) & 255) + 1]++;
        for (uint32_t i = 0; i < 256; i++) at[i + 1] += at[i];
        for (uint32_t i = 0; i < count; i++) {
            to[at[(bone_of(b, corners_of(b, from[i])[0]) >> shift) & 255]++] = from[i];
        }
    }
}

void fy_t3dm_batcher_start(fy_t3dm_batcher *b, const fy_t3dm_mesh *mesh, const fy_t3dm_strategy *strategy) {
    b->mesh = mesh;
    b->strategy = *strategy;
    order_seeds(b);
    list_adjacency(b);
    memset(b->done, 0, mesh->triangle_count);
    memset(b->place, OUTSIDE, mesh->vertex_count);
    memset(b->gain, 0, mesh->vertex_count * sizeof *b->gain);
    b->batch.vertex_count = b->frontier_count = 0; /* of another mesh */
    b->cursor = 0;
    b->next_seed = NONE;
}

/* -------------------------------------------------------------------------------------- growing one batch */

static bool has_bone(const fy_t3dm_batcher *b, uint16_t bone) {
    for (uint32_t i = 0; i < b->bone_count; i++) {
        if (b->bones[i] == bone) return true;
    }
    return false;
}

static void give_out(fy_t3dm_batcher *b, uint32_t t) {
    uint8_t *local = b->batch.triangles[b->batch.triangle_count++];
    b->done[t] = 1;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t v = corners_of(b, t)[k];
        local[k] = b->place[v];
        b->open[v]--;
    }
}

/* A triangle with a corner that just came inside. True if it was completed. */
static bool meet(fy_t3dm_batcher *b, uint32_t t) {
    uint32_t inside = 0, outside = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t v = corners_of(b, t)[k];
        if (b->place[v] == OUTSIDE)
            outside = v;
        else
            inside++;
    }
    if (inside == 3) {
        give_out(b, t);
        return true;
    }
    if (inside == 2) {
        if (!b->gain[outside]++) b->frontier[b->frontier_count++] = outside;
    } else if (b->near_count < NEAR_LIMIT) {
        b->near[b->near_count++] = t;
    }
    return false;
}

static void add_vertex(fy_t3dm_batcher *b, uint32_t v) {
    if (b->place[v] != OUTSIDE) return;
    b->place[v] = (uint8_t)b->batch.vertex_count;
    b->batch.vertices[b->batch.vertex_count++] = v;
    b->gain[v] = 0;
    if (!has_bone(b, bone_of(b, v))) b->bones[b->bone_count++] = bone_of(b, v);
    uint32_t *list = b->adjacency + b->first[v];
    for (uint32_t i = 0, met = 0; i < b->listed[v] && met < WALK_LIMIT; met++) {
        if (b->done[list[i]] || meet(b, list[i]))
            list[i] = list[--b->listed[v]];
        else
            i++;
    }
}

/* Vertices and bones that a triangle would bring into the batch; whether both are allowed. */
static bool welcome(const fy_t3dm_batcher *b, uint32_t t) {
    uint32_t vertices = 0, bones = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t v = corners_of(b, t)[k];
        vertices += b->place[v] == OUTSIDE;
        bones += !has_bone(b, bone_of(b, v));
    }
    uint32_t free_slots = b->strategy.slots - b->batch.vertex_count;
    return vertices <= free_slots && (!bones || !b->bone_count || free_slots >= b->strategy.bone_room);
}

static void add_triangle(fy_t3dm_batcher *b, uint32_t t) {
    for (uint32_t k = 0; k < 3; k++) add_vertex(b, corners_of(b, t)[k]);
    /* A walk that was cut off may not have met it. */
    if (!b->done[t]) give_out(b, t);
}

/* Oldest first, because that grows round patches; a frontier too long for that loses its order. */
static void leave_frontier(fy_t3dm_batcher *b, uint32_t at) {
    uint32_t behind = --b->frontier_count - at;
    if (behind <= SEARCH_LIMIT)
        memmove(b->frontier + at, b->frontier + at + 1, behind * sizeof *b->frontier);
    else
        b->frontier[at] = b->frontier[b->frontier_count];
}

/* The best vertex that completes a triangle; NONE if there is no such vertex or none is welcome. */
static uint32_t best_vertex(fy_t3dm_batcher *b) {
    uint32_t best = NONE, best_open = 0, best_gain = 0,
             free_slots = b->strategy.slots - b->batch.vertex_count;
    bool best_known = false, more_bones = free_slots >= b->strategy.bone_room;
    if (!free_slots) return NONE;
    for (uint32_t i = 0, looked = 0; i < b->frontier_count && looked < SEARCH_LIMIT; looked++) {
        uint32_t v = b->frontier[i];
        if (b->place[v] != OUTSIDE) {
            leave_frontier(b, i);
            continue;
        }
        i++;
        bool known = has_bone(b, bone_of(b, v));
        uint32_t gain = b->gain[v], open = b->open[v] - gain;
        if (!known && !more_bones) continue;
        bool better = best == NONE || (known != best_known ? known
                                       : gain != best_gain ? gain > best_gain
                                                           : open < best_open);
        if (!better) continue;
        best = v;
        best_known = known;
        best_gain = gain;
        best_open = open;
    }
    return best;
}

/* A triangle with one corner inside the batch. */
static uint32_t near_triangle(fy_t3dm_batcher *b) {
    for (; b->near_at < b->near_count; b->near_at++) {
        uint32_t t = b->near[b->near_at];
        if (!b->done[t] && welcome(b, t)) return t;
    }
    return NONE;
}

static uint32_t seed_triangle(fy_t3dm_batcher *b) {
    if (b->next_seed != NONE) {
        uint32_t t = b->next_seed;
        b->next_seed = NONE;
        return t;
    }
    while (b->cursor < b->mesh->triangle_count && b->done[b->seeds[b->cursor]]) b->cursor++;
    if (b->cursor == b->mesh->triangle_count) return NONE;
    return welcome(b, b->seeds[b->cursor]) ? b->seeds[b->cursor] : NONE;
}

/* Where the next batch starts: beside this one, in the tightest corner, so that no islands are left behind.
 */
static uint32_t seed_beside(fy_t3dm_batcher *b) {
    uint32_t tight = NONE, best = NONE, best_open = 0;
    for (uint32_t i = 0; i < b->frontier_count && i < SEARCH_LIMIT; i++) {
        uint32_t v = b->frontier[i];
        if (b->place[v] == OUTSIDE && b->open[v] && (tight == NONE || b->open[v] < b->open[tight])) tight = v;
    }
    if (tight == NONE) return NONE;
    const uint32_t *list = b->adjacency + b->first[tight];
    for (uint32_t i = 0; i < b->listed[tight] && i < SEARCH_LIMIT; i++) {
        uint32_t open = 0;
        if (b->done[list[i]]) continue;
        for (uint32_t k = 0; k < 3; k++) open += b->open[corners_of(b, list[i])[k]];
        if (best != NONE && open >= best_open) continue;
        best = list[i];
        best_open = open;
    }
    return best;
}

static void leave_batch(fy_t3dm_batcher *b) {
    for (uint32_t i = 0; i < b->batch.vertex_count; i++) b->place[b->batch.vertices[i]] = OUTSIDE;
    for (uint32_t i = 0; i < b->frontier_count; i++) b->gain[b->frontier[i]] = 0;
    b->batch.vertex_count = b->batch.triangle_count = 0;
    b->frontier_count = b->near_count = b->near_at = b->bone_count = 0;
}

const fy_t3dm_batch *fy_t3dm_batcher_next(fy_t3dm_batcher *b) {
    leave_batch(b);
    for (;;) {
        uint32_t v = best_vertex(b), t;
        if (v != NONE)
            add_vertex(b, v);
        else if ((t = near_triangle(b)) != NONE || (t = seed_triangle(b)) != NONE)
            add_triangle(b, t);
        else
            break;
    }
    b->next_seed = seed_beside(b);
    return b->batch.triangle_count ? &b->batch : NULL;
}
