/*
 * t3dm_vertex_order.c: which vertex a batch takes in next.
 *
 * docs/formats/t3dm.md, "How batches are made". A change of the bone costs as much as several vertices, so
 * all rules prefer the bones that the batch has.
 */
#include "formats/t3dm/mesh/t3dm_vertex_order.h"

#include <string.h>

#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/mesh/t3dm_batcher.h"

#define NONE FY_T3DM_NONE

enum {
    SEARCH_LIMIT = 256,
    LOOK_LIMIT = 64,
    NEIGHBOURS = 16, /* of a vertex that are told apart */
    OTHER_BONE = 8,  /* a missing vertex of a bone that the batch does not have weighs like so many */
};

static bool has_bone(const fy_t3dm_batcher *b, uint32_t bone) {
    for (uint32_t i = 0; i < b->bone_count; i++) {
        if (b->bones[i] == bone) return true;
    }
    return false;
}

static uint32_t free_slots(const fy_t3dm_batcher *b) {
    return b->room - b->batch.fresh;
}

/* Whether the batch may take in one more bone: there is room for a good part of it, or for all that is left
 * of it. */
static bool bone_welcome(const fy_t3dm_batcher *b, uint32_t bone) {
    uint32_t room = free_slots(b);
    return !b->bone_count || room >= b->strategy.bone_room || (b->strategy.keep && b->needed[bone] <= room);
}

static void add_vertex(fy_t3dm_batcher *b, uint32_t v) {
    if (b->slot_of[v] != FY_T3DM_OUTSIDE) return;
    if (!has_bone(b, b->bone[v])) b->bones[b->bone_count++] = b->bone[v];
    b->born[v] = b->clock++;
    fy_t3dm_enter(b, v, b->batch.start + b->batch.fresh++);
}

static bool welcome(const fy_t3dm_batcher *b, uint32_t t) {
    uint32_t vertices = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t v = fy_t3dm_corners(b, t)[k];
        if (b->slot_of[v] != FY_T3DM_OUTSIDE) continue;
        vertices++;
        if (!has_bone(b, b->bone[v]) && !bone_welcome(b, b->bone[v])) return false;
    }
    return vertices <= free_slots(b);
}

static void add_triangle(fy_t3dm_batcher *b, uint32_t t) {
    for (uint32_t k = 0; k < 3; k++) add_vertex(b, fy_t3dm_corners(b, t)[k]);
    /* A walk that was cut off may not have met it. */
    if (!b->done[t]) fy_t3dm_give_out(b, t);
}

/* ------------------------------------------------------------------------- most completed triangles */

/* One that may come next: first by bone, then by the triangles that it completes, then by those that it
 * leaves open. */
typedef struct choice {
    uint32_t vertex, gain, left;
    bool known;
} choice;

static void consider(const fy_t3dm_batcher *b, uint32_t v, choice *best) {
    choice c = {v, b->gain[v], b->open[v] - b->gain[v], has_bone(b, b->bone[v])};
    if (!c.known && !bone_welcome(b, b->bone[v])) return;
    bool better = best->vertex == NONE || (c.known != best->known ? c.known
                                           : c.gain != best->gain ? c.gain > best->gain
                                                                  : c.left < best->left);
    if (better) *best = c;
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
static uint32_t completing_vertex(fy_t3dm_batcher *b) {
    choice best = {.vertex = NONE};
    if (!free_slots(b)) return NONE;
    for (uint32_t i = 0, looked = 0; i < b->frontier_count && looked < SEARCH_LIMIT; looked++) {
        if (b->slot_of[b->frontier[i]] != FY_T3DM_OUTSIDE)
            leave_frontier(b, i);
        else
            consider(b, b->frontier[i++], &best);
    }
    return best.vertex;
}

/* ------------------------------------------------------------------------------- finishing vertices */

/* What it takes to finish a vertex: those outside that its triangles ask for, by weight. From there it is
 * counted down, if all of them were told apart. */
static void count_missing(fy_t3dm_batcher *b, uint32_t slot) {
    uint32_t seen[NEIGHBOURS], count = 0, weight = 0, v = b->batch.vertices[slot];
    const uint32_t *list = b->adjacency + b->first[v];
    bool apart = b->listed[v] <= LOOK_LIMIT;
    for (uint32_t i = 0; i < b->listed[v] && i < LOOK_LIMIT; i++) {
        if (b->done[list[i]]) continue;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t w = fy_t3dm_corners(b, list[i])[k], n = 0;
            if (b->slot_of[w] != FY_T3DM_OUTSIDE) continue;
            while (n < count && seen[n] != w) n++;
            if (n < count) continue;
            if (count < NEIGHBOURS)
                seen[count++] = w;
            else
                apart = false;
            weight += has_bone(b, b->bone[w]) ? 1 : OTHER_BONE;
        }
    }
    if (!b->open[v])
        weight = FY_T3DM_FINISHED;
    else if (weight >= FY_T3DM_FINISHED)
        weight = FY_T3DM_FINISHED - 1;
    b->missing[slot] = (uint8_t)weight;
    b->counted[slot] = (uint8_t)(apart ? b->bone_count : 0);
}

/* The vertex inside that is nearest to being finished; the oldest of several, so that fronts move on as a
 * whole. */
static uint32_t nearest_to_finish(fy_t3dm_batcher *b) {
    uint32_t best = NONE;
    uint8_t least = FY_T3DM_FINISHED;
    const uint8_t *at = b->missing, *end = b->missing + FY_T3DM_SLOTS;
    while ((at = memchr(at, FY_T3DM_STALE, (size_t)(end - at))) != NULL)
        count_missing(b, (uint32_t)(at - b->missing));
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) least = b->missing[s] < least ? b->missing[s] : least;
    if (least == FY_T3DM_FINISHED) return NONE;
    for (at = b->missing; at < end && (at = memchr(at, least, (size_t)(end - at))) != NULL; at++) {
        uint32_t v = b->batch.vertices[at - b->missing];
        if (best == NONE || b->born[v] <= b->born[best]) best = v;
    }
    return best;
}

static uint32_t finishing_vertex(fy_t3dm_batcher *b) {
    choice best = {.vertex = NONE};
    uint32_t u = free_slots(b) ? nearest_to_finish(b) : NONE;
    if (u == NONE) return NONE;
    const uint32_t *list = b->adjacency + b->first[u];
    for (uint32_t i = 0; i < b->listed[u] && i < LOOK_LIMIT; i++) {
        for (uint32_t k = 0; !b->done[list[i]] && k < 3; k++) {
            uint32_t w = fy_t3dm_corners(b, list[i])[k];
            if (b->slot_of[w] == FY_T3DM_OUTSIDE) consider(b, w, &best);
        }
    }
    return best.vertex != NONE ? best.vertex : completing_vertex(b);
}

/* ---------------------------------------------------------------------------- where nothing is near */

/* A triangle with one corner inside the batch. */
static uint32_t near_triangle(fy_t3dm_batcher *b) {
    for (; b->near_at < b->near_count; b->near_at++) {
        uint32_t t = b->near[b->near_at];
        if (!b->done[t] && welcome(b, t)) return t;
    }
    return NONE;
}

/* The first triangle of the order that was not given out, at the cursor; false if there is none. */
static bool find_seed(fy_t3dm_batcher *b) {
    while (b->cursor < b->mesh->triangle_count && b->done[b->seeds[b->cursor]]) b->cursor++;
    return b->cursor < b->mesh->triangle_count;
}

static uint32_t seed_triangle(fy_t3dm_batcher *b) {
    uint32_t t = b->next_seed;
    b->next_seed = NONE;
    if (t != NONE && !b->done[t] && welcome(b, t)) return t;
    if (!find_seed(b)) return NONE;
    return welcome(b, b->seeds[b->cursor]) ? b->seeds[b->cursor] : NONE;
}

/* Beside the batch, in the tightest corner, so that no islands are left behind. */
uint32_t fy_t3dm_seed_beside(const fy_t3dm_batcher *b) {
    uint32_t tight = NONE, best = NONE, best_open = 0;
    for (uint32_t i = 0; i < b->frontier_count && i < SEARCH_LIMIT; i++) {
        uint32_t v = b->frontier[i];
        bool outside = b->slot_of[v] == FY_T3DM_OUTSIDE && b->open[v];
        if (outside && (tight == NONE || b->open[v] < b->open[tight])) tight = v;
    }
    if (tight == NONE) return NONE;
    const uint32_t *list = b->adjacency + b->first[tight];
    for (uint32_t i = 0; i < b->listed[tight] && i < SEARCH_LIMIT; i++) {
        uint32_t open = 0;
        if (b->done[list[i]]) continue;
        for (uint32_t k = 0; k < 3; k++) open += b->open[fy_t3dm_corners(b, list[i])[k]];
        if (best != NONE && open >= best_open) continue;
        best = list[i];
        best_open = open;
    }
    return best;
}

/* ------------------------------------------------------------------------------------------ growing */

/* Before a new bone, all that is left of a bone at hand, if there is room for it: later it would cost a part
 * of its own. */
static bool complete_bones(fy_t3dm_batcher *b) {
    bool any = false;
    for (uint32_t i = 0; i < b->bone_count; i++) {
        uint32_t bone = b->bones[i];
        if (!b->needed[bone] || b->needed[bone] > free_slots(b)) continue;
        for (uint32_t k = b->bone_first[bone]; k < b->bone_first[bone + 1]; k++) {
            uint32_t v = b->by_bone[k];
            if (!b->open[v] || b->slot_of[v] != FY_T3DM_OUTSIDE) continue;
            add_vertex(b, v);
            any = true;
        }
    }
    return any;
}

static void grow_vertex_by_vertex(fy_t3dm_batcher *b) {
    bool by_finishing = b->strategy.vertex_order == FY_T3DM_FINISH,
         complete = b->strategy.keep && b->mesh_bones > 1;
    for (;;) {
        uint32_t v = by_finishing ? finishing_vertex(b) : completing_vertex(b), t;
        if (complete && (v == NONE || !has_bone(b, b->bone[v])) && complete_bones(b)) continue;
        if (v != NONE)
            add_vertex(b, v);
        else if ((t = near_triangle(b)) != NONE || (t = seed_triangle(b)) != NONE)
            add_triangle(b, t);
        else
            return;
    }
}

static void follow_order(fy_t3dm_batcher *b) {
    for (uint32_t t; (t = seed_triangle(b)) != NONE;) add_triangle(b, t);
}

/* ---------------------------------------------------------------------------------- an even number */

/* A vertex that a later batch needs: of those beside this one the nearest to be used up, or a corner of the
 * triangle to go on with. */
static uint32_t needed_later(fy_t3dm_batcher *b) {
    uint32_t best = NONE;
    for (uint32_t i = 0; i < b->frontier_count && i < SEARCH_LIMIT; i++) {
        uint32_t v = b->frontier[i];
        if (b->slot_of[v] != FY_T3DM_OUTSIDE) continue;
        bool better = best == NONE || b->gain[v] > b->gain[best] ||
                      (b->gain[v] == b->gain[best] && b->open[v] < b->open[best]);
        if (better) best = v;
    }
    if (best != NONE || !find_seed(b)) return best;
    for (uint32_t k = 0; k < 3 && best == NONE; k++) {
        uint32_t v = fy_t3dm_corners(b, b->seeds[b->cursor])[k];
        if (b->slot_of[v] == FY_T3DM_OUTSIDE) best = v;
    }
    return best;
}

/* Loads are even. Instead of the last vertex once more, one that is needed later is loaded. */
static void make_even(fy_t3dm_batcher *b) {
    bool room = b->batch.start + b->batch.fresh < FY_T3DM_SLOTS;
    if (b->batch.fresh % 2 == 0 || !room || b->mesh_bones > 1 || !b->strategy.keep) return;
    uint32_t v = needed_later(b);
    if (v != NONE) add_vertex(b, v);
}

void fy_t3dm_fill_batch(fy_t3dm_batcher *b) {
    if (b->strategy.vertex_order == FY_T3DM_SWEEP || b->strategy.vertex_order == FY_T3DM_SOURCE)
        follow_order(b);
    else
        grow_vertex_by_vertex(b);
    if (b->batch.triangle_count) make_even(b);
}
