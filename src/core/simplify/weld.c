/*
 * weld.c: see the header. Wedges are sorted along a slanting line: those in one place are near each other on
 * it, whatever plane the model lies in.
 */
#include "core/simplify/weld.h"

#include <stdlib.h>

#include "ferry64_format.h"

/* Nearer than this part of the model's size is the same place. */
static const double NEAR = 1e-6;

enum { MOST_TRIES = 64 };

typedef struct key {
    double along;
    fy_point at;
    uint32_t wedge, root; /* root: by its place among the keys */
} key;

static int by_along(const void *a, const void *b) {
    const key *x = a, *y = b;
    if (x->along != y->along) return x->along < y->along ? -1 : 1;
    return (x->wedge > y->wedge) - (x->wedge < y->wedge);
}

static int by_place(const void *a, const void *b) {
    const key *x = a, *y = b;
    if (x->at.x != y->at.x) return x->at.x < y->at.x ? -1 : 1;
    if (x->at.y != y->at.y) return x->at.y < y->at.y ? -1 : 1;
    if (x->at.z != y->at.z) return x->at.z < y->at.z ? -1 : 1;
    return (x->wedge > y->wedge) - (x->wedge < y->wedge);
}

static uint32_t root_of(key *keys, uint32_t i) {
    while (keys[i].root != i) i = keys[i].root = keys[keys[i].root].root;
    return i;
}

static bool is_near(const fy_shell *s, uint32_t a, uint32_t b, uint32_t pose) {
    fy_point by =
        fy_point_sub(s->spots[(size_t)a * s->pose_count + pose], s->spots[(size_t)b * s->pose_count + pose]);
    return fy_point_dot(by, by) <= NEAR * NEAR * s->size * s->size;
}

static bool is_one(const fy_shell *s, uint32_t a, uint32_t b) {
    for (uint32_t k = 1; k < s->pose_count; k++)
        if (!is_near(s, a, b, k)) return false;
    return s->uses[s->wedges[a].mesh].billboard == s->uses[s->wedges[b].mesh].billboard;
}

/* Wedges in one place become one, or where they part in some pose, both are fixed (`parts`, by key). */
static bool join_keys(fy_shell *s, key *keys, bool *parts) {
    for (uint32_t i = 0; i < s->wedge_count; i++) {
        uint32_t end = i + 1 + MOST_TRIES < s->wedge_count ? i + 1 + MOST_TRIES : s->wedge_count;
        for (uint32_t j = i + 1; j < end && keys[j].along - keys[i].along <= NEAR * s->size; j++) {
            if (!is_near(s, keys[i].wedge, keys[j].wedge, 0)) continue;
            if (!is_one(s, keys[i].wedge, keys[j].wedge)) {
                parts[i] = parts[j] = true;
                continue;
            }
            uint32_t a = root_of(keys, i), b = root_of(keys, j);
            if (a < b)
                keys[b].root = a;
            else
                keys[a].root = b;
        }
        if (!ferry_tick(s->job)) return false;
    }
    return true;
}

static bool make_vertices(fy_shell *s, uint32_t count) {
    s->vertices = ferry_new(s->job, fy_vertex, (size_t)count + 1);
    s->stamps = ferry_new(s->job, uint32_t, (size_t)count + 1);
    s->places = ferry_new(s->job, fy_point, (size_t)count * s->pose_count + 1);
    s->quadrics = ferry_new(s->job, fy_quadric, (size_t)count * s->pose_count + 1);
    for (uint32_t v = 0; s->vertices && v < count; v++)
        s->vertices[v].first = s->vertices[v].last = FERRY_NONE;
    return s->vertices && s->stamps && s->places && s->quadrics;
}

/* The place of a vertex is that of its first wedge. */
static bool number_vertices(fy_shell *s, key *keys, const bool *parts) {
    key *firsts = ferry_new(s->job, key, (size_t)s->wedge_count + 1);
    uint32_t *numbers = ferry_new(s->job, uint32_t, (size_t)s->wedge_count + 1), count = 0;
    if (!firsts || !numbers) return false;
    for (uint32_t i = 0; i < s->wedge_count; i++) {
        if (root_of(keys, i) != i) continue;
        firsts[count] = keys[i];
        firsts[count++].root = i;
    }
    if (count) qsort(firsts, count, sizeof *firsts, by_place);
    s->vertex_count = count;
    for (uint32_t v = 0; v < count; v++) numbers[firsts[v].root] = v;
    for (uint32_t v = 0; v < count; v++)
        for (uint32_t k = 0; k < s->pose_count; k++)
            s->places[(size_t)v * s->pose_count + k] = s->spots[(size_t)firsts[v].wedge * s->pose_count + k];
    for (uint32_t i = 0; i < s->wedge_count; i++) {
        uint32_t v = numbers[root_of(keys, i)];
        s->wedges[keys[i].wedge].vertex = v;
        if (parts[i]) s->vertices[v].flags |= FY_VERTEX_FIXED;
    }
    return true;
}

bool fy_weld(fy_shell *s) {
    const uint32_t most = s->wedge_count; /* vertices are not more; room for them comes before the keys */
    if (!make_vertices(s, most)) return false;
    ferry_mark mark = ferry_job_mark(s->job);
    key *keys = ferry_new(s->job, key, (size_t)s->wedge_count + 1);
    bool *parts = ferry_new(s->job, bool, (size_t)s->wedge_count + 1);
    if (!keys || !parts) return false;
    for (uint32_t w = 0; w < s->wedge_count; w++) {
        fy_point at = s->spots[(size_t)w * s->pose_count];
        keys[w] = (key){.along = .61 * at.x + .53 * at.y + .589 * at.z, .at = at, .wedge = w};
    }
    if (s->wedge_count) qsort(keys, s->wedge_count, sizeof *keys, by_along);
    for (uint32_t i = 0; i < s->wedge_count; i++) keys[i].root = i;
    if (!join_keys(s, keys, parts) || !number_vertices(s, keys, parts)) return false;
    ferry_job_release(s->job, mark);
    return true;
}
