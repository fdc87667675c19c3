/*
 * t3dm_inner.c: see t3dm_inner.h. A second draw spoils what is drawn before it, or along with it; what comes
 * later wipes it away. Each triangle takes the depth that costs least, in spoiled pixels and in vertices that
 * are loaded again, until none wants another one. Then depths of a draw that are not worth objects of their
 * own are merged.
 */
#include "formats/t3dm/draw/t3dm_inner.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/draw/t3dm_spoiled.h"

/* What costs what: a pixel that is spoiled, a vertex that is loaded at another depth, an object more. */
enum { PIXEL_COST = 2, VERTEX_COST = 1, OBJECT_COST = 48 };

enum { MOST_ROUNDS = 8 };

/* Triangles that have a vertex, by their depth. */
typedef struct users {
    uint32_t at[FY_INNER_DEPTHS];
} users;

typedef struct finder {
    ferry_job *job;
    fy_spoiled_list spoiled;
    uint32_t count; /* triangles */
    uint8_t *depths, *before;
    uint32_t *corners; /* three of each triangle: numbers of vertices, draw by draw */
    users *users;      /* of each vertex */
    uint32_t *pairs;   /* numbers of pairs that a triangle has part in, triangle by triangle */
    uint32_t *starts;  /* by triangle: of its own among them; one more at the end */
} finder;

/* ------------------------------------------------------------------------------------------ one triangle */

static int64_t spoiled_cost(const finder *f, uint32_t t, uint8_t depth) {
    int64_t pixels = 0;
    for (uint32_t i = f->starts[t]; i < f->starts[t + 1]; i++) {
        const fy_spoiled *pair = &f->spoiled.data[f->pairs[i]];
        uint8_t by = pair->by == t ? depth : f->depths[pair->by];
        uint8_t shown = pair->shown == t ? depth : f->depths[pair->shown];
        if (by <= shown) pixels += pair->pixels;
    }
    return PIXEL_COST * pixels;
}

/* Of a triangle at a depth: vertices that no other one loads there count. */
static int64_t cost_at(const finder *f, uint32_t t, uint8_t depth) {
    int64_t cost = spoiled_cost(f, t, depth);
    for (size_t k = 0; k < 3; k++) {
        uint32_t own = f->depths[t] == depth;
        if (f->users[f->corners[3 * (size_t)t + k]].at[depth] == own) cost += VERTEX_COST;
    }
    return cost;
}

static void move_to(finder *f, uint32_t t, uint8_t depth) {
    for (size_t k = 0; k < 3; k++) {
        users *of = &f->users[f->corners[3 * (size_t)t + k]];
        of->at[f->depths[t]]--;
        of->at[depth]++;
    }
    f->depths[t] = depth;
}

static bool choose_depth(finder *f, uint32_t t) {
    uint8_t best = f->depths[t];
    int64_t least = cost_at(f, t, best);
    for (uint8_t depth = 0; depth < FY_INNER_DEPTHS; depth++) {
        int64_t cost = cost_at(f, t, depth);
        if (cost >= least) continue;
        least = cost;
        best = depth;
    }
    bool changed = best != f->depths[t];
    if (changed) move_to(f, t, best);
    return changed;
}

/* --------------------------------------------------------------------------------------------- one draw */

/* Moves all triangles of a draw that lie at one depth to another one. What that costs. */
static int64_t move_all(finder *f, uint32_t first, uint32_t end, uint8_t from, uint8_t to) {
    int64_t change = 0;
    for (uint32_t t = first; t < end; t++) {
        if (f->depths[t] != from) continue;
        change += cost_at(f, t, to) - cost_at(f, t, from);
        move_to(f, t, to);
    }
    return change;
}

static bool has_depth(const finder *f, uint32_t first, uint32_t end, uint8_t depth) {
    return end > first && memchr(&f->depths[first], depth, end - first);
}

static void merge_depths(finder *f, uint32_t first, uint32_t end) {
    for (int pair = 0; pair < FY_INNER_DEPTHS * FY_INNER_DEPTHS; pair++) {
        uint8_t from = (uint8_t)(pair / FY_INNER_DEPTHS), to = (uint8_t)(pair % FY_INNER_DEPTHS);
        if (from == to || !has_depth(f, first, end, from) || !has_depth(f, first, end, to)) continue;
        memcpy(f->before, &f->depths[first], end - first);
        if (move_all(f, first, end, from, to) < OBJECT_COST) continue;
        for (uint32_t t = first; t < end; t++)
            if (f->depths[t] != f->before[t - first]) move_to(f, t, f->before[t - first]);
    }
}

/* ------------------------------------------------------------------------------------------ all of it */

static bool list_pairs(finder *f) {
    const fy_spoiled *data = f->spoiled.data;
    f->starts = ferry_new(f->job, uint32_t, f->count + (size_t)2);
    f->pairs = ferry_new(f->job, uint32_t, 2 * (size_t)f->spoiled.count + 1);
    if (!f->starts || !f->pairs) return false;
    for (uint32_t p = 0; p < f->spoiled.count; p++)
        f->starts[data[p].by + 2]++, f->starts[data[p].shown + 2]++;
    for (uint32_t t = 2; t < f->count + 2; t++) f->starts[t] += f->starts[t - 1];
    for (uint32_t p = 0; p < f->spoiled.count; p++) {
        f->pairs[f->starts[data[p].by + 1]++] = p;
        f->pairs[f->starts[data[p].shown + 1]++] = p;
    }
    return true;
}

static bool list_corners(finder *f, const ferry_scene *scene) {
    uint32_t vertices = 0, corner = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        vertices += scene->meshes.data[scene->draws.data[d].mesh].vertex_count;
    f->corners = ferry_new(f->job, uint32_t, 3 * (size_t)f->count + 1);
    f->users = ferry_new(f->job, users, vertices + (size_t)1);
    if (!f->corners || !f->users) return false;
    vertices = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
            f->corners[corner] = vertices + mesh->triangles[i];
            f->users[f->corners[corner++]].at[0]++;
        }
        vertices += mesh->vertex_count;
    }
    return true;
}

static bool open_finder(finder *f, const ferry_scene *scene) {
    f->count = f->spoiled.first[scene->draws.count];
    f->depths = ferry_new(f->job, uint8_t, f->count + (size_t)1);
    f->before = ferry_new(f->job, uint8_t, f->count + (size_t)1);
    return f->depths && f->before && list_pairs(f) && list_corners(f, scene);
}

static bool find_depths(finder *f, const bool *twice, uint32_t draws) {
    const uint32_t *first = f->spoiled.first;
    bool changed = true;
    for (int round = 0; round < MOST_ROUNDS && changed; round++) {
        changed = false;
        for (uint32_t d = 0; d < draws; d++) {
            for (uint32_t t = first[d]; twice[d] && t < first[d + 1]; t++) changed |= choose_depth(f, t);
            if (!ferry_tick(f->job)) return false;
        }
    }
    for (uint32_t d = 0; d < draws; d++)
        if (twice[d]) merge_depths(f, first[d], first[d + 1]);
    return true;
}

uint8_t **fy_t3dm_find_inner(ferry_job *job, const ferry_scene *scene, const fy_drawn *drawn) {
    finder f = {.job = job};
    uint32_t draws = scene->draws.count;
    uint8_t **depths = ferry_new(job, uint8_t *, draws + (size_t)1);
    bool done = depths && fy_t3dm_find_spoiled(job, scene, drawn, &f.spoiled) && open_finder(&f, scene) &&
                find_depths(&f, drawn->twice, draws);
    for (uint32_t d = 0; done && d < draws; d++) depths[d] = f.depths + f.spoiled.first[d];
    fy_job_drop(job, f.spoiled.data);
    return done ? depths : NULL;
}
