/*
 * t3dm_strips.c: covers the triangles of one batch with triangle strips.
 *
 * Format: docs/formats/t3dm.md, "Strips". Greedy: start at the triangle with the fewest free neighbours, so
 * that corners are not left over, and walk the longest way from it or from a neighbour. A few tries that
 * differ in how ties are broken; the one with the fewest values wins. Linear in triangles.
 */
#include <string.h>

#include "t3dm_geometry.h"

#define NONE UINT32_MAX

enum { TRIES = 64, DEGREES = 4 };

struct fy_t3dm_stripper {
    const uint8_t (*triangles)[3];
    uint32_t count;

    /* Half-edge 3t + k runs from corner k of triangle t to the next corner. Lists by (from, to). */
    uint32_t heads[FY_T3DM_SLOTS * FY_T3DM_SLOTS];
    uint32_t *next;

    uint8_t *used;
    uint32_t *visited; /* number of the walk that passed here last */
    uint32_t walk;

    /* Triangles by number of free neighbours, as linked lists with both ends. */
    uint32_t first[DEGREES], last[DEGREES];
    uint32_t *after, *before;
    uint8_t *degree, *start_degree;

    fy_t3dm_runs tries[2];
};

fy_t3dm_stripper *fy_t3dm_stripper_open(ferry_job *job, uint32_t triangles) {
    size_t count = triangles;
    fy_t3dm_stripper *s = ferry_new(job, fy_t3dm_stripper, 1);
    if (!s) return NULL;
    s->next = ferry_new(job, uint32_t, 3 * count);
    s->used = ferry_new(job, uint8_t, count);
    s->visited = ferry_new(job, uint32_t, count);
    s->after = ferry_new(job, uint32_t, count);
    s->before = ferry_new(job, uint32_t, count);
    s->degree = ferry_new(job, uint8_t, count);
    s->start_degree = ferry_new(job, uint8_t, count);
    bool ok = s->next && s->used && s->visited && s->after && s->before && s->degree && s->start_degree;
    for (int i = 0; ok && i < 2; i++) {
        s->tries[i].values = ferry_new(job, uint8_t, 3 * count);
        s->tries[i].starts = ferry_new(job, uint32_t, count + 1);
        ok = s->tries[i].values && s->tries[i].starts;
    }
    for (uint32_t i = 0; i < FY_T3DM_SLOTS * FY_T3DM_SLOTS; i++) s->heads[i] = NONE;
    return ok ? s : NULL;
}

static uint32_t *edge_head(fy_t3dm_stripper *s, uint32_t from, uint32_t to) {
    return &s->heads[from * FY_T3DM_SLOTS + to];
}

static void link_edges(fy_t3dm_stripper *s) {
    for (uint32_t t = s->count; t-- > 0;) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t *head = edge_head(s, s->triangles[t][k], s->triangles[t][(k + 1) % 3]);
            s->next[3 * t + k] = *head;
            *head = 3 * t + k;
        }
    }
}

static void unlink_edges(fy_t3dm_stripper *s) {
    for (uint32_t t = 0; t < s->count; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            *edge_head(s, s->triangles[t][k], s->triangles[t][(k + 1) % 3]) = NONE;
        }
    }
}

/* The first free half-edge from -> to. Used triangles at the front of the list are dropped for good. */
static uint32_t free_edge(fy_t3dm_stripper *s, uint32_t from, uint32_t to) {
    uint32_t *head = edge_head(s, from, to);
    while (*head != NONE && s->used[*head / 3]) *head = s->next[*head];
    return *head;
}

/* As free_edge, but also not visited by the walk under way: a walk may pass an edge of many triangles several
 * times. The search is cut so that such edges stay linear. */
static uint32_t open_edge(fy_t3dm_stripper *s, uint32_t from, uint32_t to) {
    uint32_t h = free_edge(s, from, to);
    for (uint32_t looked = 0; h != NONE && looked < 16; looked++, h = s->next[h]) {
        if (!s->used[h / 3] && s->visited[h / 3] != s->walk) return h;
    }
    return NONE;
}

/* ------------------------------------------------------------------------------------ triangles by degree */

static uint32_t free_neighbours(fy_t3dm_stripper *s, uint32_t t) {
    const uint8_t *c = s->triangles[t];
    uint32_t n = 0;
    for (uint32_t k = 0; k < 3; k++) n += free_edge(s, c[(k + 1) % 3], c[k]) != NONE;
    return n;
}

static void queue(fy_t3dm_stripper *s, uint32_t t, uint32_t d) {
    s->degree[t] = (uint8_t)d;
    s->before[t] = s->last[d];
    s->after[t] = NONE;
    if (s->last[d] == NONE)
        s->first[d] = t;
    else
        s->after[s->last[d]] = t;
    s->last[d] = t;
}

static void unqueue(fy_t3dm_stripper *s, uint32_t t) {
    uint32_t d = s->degree[t];
    if (s->before[t] == NONE)
        s->first[d] = s->after[t];
    else
        s->after[s->before[t]] = s->after[t];
    if (s->after[t] == NONE)
        s->last[d] = s->before[t];
    else
        s->before[s->after[t]] = s->before[t];
}

static void take(fy_t3dm_stripper *s, uint32_t t) {
    const uint8_t *c = s->triangles[t];
    s->used[t] = 1;
    unqueue(s, t);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t h = free_edge(s, c[(k + 1) % 3], c[k]);
        if (h == NONE) continue;
        unqueue(s, h / 3);
        queue(s, h / 3, free_neighbours(s, h / 3));
    }
}

/* -------------------------------------------------------------------------------------------------- walks */

/* Walks from triangle t, entered so that its corner `turn` comes first. Writes the values if `run` is given,
 * and takes the triangles. Returns the number of triangles. */
static uint32_t walk(fy_t3dm_stripper *s, uint32_t t, uint32_t turn, fy_t3dm_runs *run) {
    uint32_t p = s->triangles[t][(turn + 1) % 3], q = s->triangles[t][(turn + 2) % 3], length = 1;
    uint8_t *out = run ? run->values + run->starts[run->count] : NULL;
    s->walk++;
    s->visited[t] = s->walk;
    if (run) {
        out[0] = s->triangles[t][turn];
        out[1] = (uint8_t)p;
        out[2] = (uint8_t)q;
    }
    for (;; length++) {
        /* The edge between the last two values, in the direction that the next triangle's winding asks for.
         */
        uint32_t h = length % 2 ? open_edge(s, q, p) : open_edge(s, p, q);
        if (h == NONE) break;
        uint32_t apex = s->triangles[h / 3][(h % 3 + 2) % 3];
        s->visited[h / 3] = s->walk;
        if (run) {
            out[length + 2] = (uint8_t)apex;
            take(s, t);
            t = h / 3;
        }
        p = q;
        q = apex;
    }
    if (run) {
        take(s, t);
        run->starts[run->count + 1] = run->starts[run->count] + length + 2;
        run->count++;
    }
    return length;
}

static uint32_t next_start(const fy_t3dm_stripper *s, bool newest) {
    static const uint8_t order[DEGREES] = {1, 2, 3, 0};
    for (uint32_t i = 0; i < DEGREES; i++) {
        uint32_t t = newest ? s->last[order[i]] : s->first[order[i]];
        if (t != NONE) return t;
    }
    return NONE;
}

/* A start and its length, less what it would leave behind. */
typedef struct way {
    uint32_t triangle, turn;
    int64_t worth;
} way;

static void try_ways(fy_t3dm_stripper *s, uint32_t t, uint32_t corner, bool backwards, way *best) {
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t turn = backwards ? 2 - i : i;
        int64_t worth = walk(s, t, turn, NULL);
        if (s->visited[corner] != s->walk) worth -= 2; /* the corner becomes a run of its own */
        if (best->triangle == NONE || worth > best->worth) *best = (way){t, turn, worth};
    }
}

/* The best way out of a corner of the batch: from its triangle or from one of the neighbours. The latter
 * because a long strip may pass the corner with the wrong winding, and then only starts behind it. */
static way best_way(fy_t3dm_stripper *s, uint32_t corner, bool backwards) {
    const uint8_t *c = s->triangles[corner];
    way best = {.triangle = NONE};
    try_ways(s, corner, corner, backwards, &best);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t h = free_edge(s, c[(k + 1) % 3], c[k]);
        if (h != NONE) try_ways(s, h / 3, corner, backwards, &best);
    }
    return best;
}

/* Every fourth try goes through the triangles in another order: in steps that reach all of them. */
static uint32_t step_of(const fy_t3dm_stripper *s, uint32_t number) {
    static const uint8_t primes[] = {1, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61};
    uint32_t step = primes[number % sizeof primes];
    return s->count % step ? step % s->count : 1;
}

/* Given up at `most` runs: it is no better then. */
static void one_try(fy_t3dm_stripper *s, uint32_t number, uint32_t most, fy_t3dm_runs *runs) {
    bool newest = number & 1, backwards = number & 2;
    uint32_t step = step_of(s, number / 4);
    memset(s->used, 0, s->count);
    for (uint32_t d = 0; d < DEGREES; d++) s->first[d] = s->last[d] = NONE;
    link_edges(s);
    for (uint32_t i = 0, t = 0; i < s->count; i++, t = (t + step) % s->count) {
        if (number == 0) s->start_degree[t] = (uint8_t)free_neighbours(s, t);
        queue(s, t, s->start_degree[t]);
    }
    runs->count = 0;
    runs->starts[0] = 0;
    for (uint32_t t; runs->count < most && (t = next_start(s, newest)) != NONE;) {
        way best = best_way(s, t, backwards);
        walk(s, best.triangle, best.turn, runs);
    }
    unlink_edges(s);
}

fy_t3dm_runs fy_t3dm_strip(fy_t3dm_stripper *s, const uint8_t (*triangles)[3], uint32_t count,
                           uint32_t tries) {
    uint32_t kept = 0;
    s->triangles = triangles;
    s->count = count;
    s->walk = 0;
    memset(s->visited, 0, count * sizeof *s->visited);
    for (uint32_t i = 0; i < tries; i++) {
        fy_t3dm_runs *runs = &s->tries[i ? 1 - kept : 0];
        one_try(s, i, i ? s->tries[kept].count : UINT32_MAX, runs);
        /* Every run costs two values more than it has triangles, so fewest runs is fewest values. */
        if (i && runs->count < s->tries[kept].count) kept = 1 - kept;
    }
    return s->tries[kept];
}
