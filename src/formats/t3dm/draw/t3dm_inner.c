/*
 * t3dm_inner.c: see t3dm_inner.h. A second draw spoils what is drawn before it, or along with it; what comes
 * later wipes it away. Triangle by triangle, each takes the depth that costs least, in spoiled pixels and in
 * vertices that are loaded again, for some rounds, or until none wants another one. Then depths of a draw
 * that are not worth objects of their own are merged.
 */
#include "formats/t3dm/draw/t3dm_inner.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/draw/t3dm_spoiled.h"

/* What costs what: a pixel that is spoiled, a vertex that is loaded at another depth, an object more. */
enum { PIXEL_COST = 2, VERTEX_COST = 1, OBJECT_COST = 48 };

/* Few models change after the third. */
enum { MOST_ROUNDS = 8 };

/* Triangles that have a vertex, by their depth. */
typedef struct users {
    uint32_t at[FY_INNER_DEPTHS];
} users;

typedef struct finder {
    ferry_job *job;
    const fy_drawn *drawn;
    fy_spoiled_list spoiled;
    uint32_t count; /* triangles */
    uint8_t *depths, *before;
    uint32_t *groups;  /* of each triangle */
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
        if (by <= shown && f->groups[pair->by] == f->groups[pair->shown]) pixels += pair->pixels;
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

/* False: the job was stopped. */
static bool merge_depths(finder *f, uint32_t first, uint32_t end) {
    for (int pair = 0; pair < FY_INNER_DEPTHS * FY_INNER_DEPTHS; pair++) {
        uint8_t from = (uint8_t)(pair / FY_INNER_DEPTHS), to = (uint8_t)(pair % FY_INNER_DEPTHS);
        if (from == to || !has_depth(f, first, end, from) || !has_depth(f, first, end, to)) continue;
        memcpy(f->before, &f->depths[first], end - first);
        if (!ferry_tick(f->job)) return false;
        if (move_all(f, first, end, from, to) < OBJECT_COST) continue;
        for (uint32_t t = first; t < end; t++)
            if (f->depths[t] != f->before[t - first]) move_to(f, t, f->before[t - first]);
    }
    return true;
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
    size_t vertices = 0, corner = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        if (f->drawn[d].solid) vertices += scene->meshes.data[scene->draws.data[d].mesh].vertex_count;
    f->corners = ferry_new(f->job, uint32_t, 3 * (size_t)f->count + 1);
    f->groups = ferry_new(f->job, uint32_t, f->count + (size_t)1);
    f->users = vertices < UINT32_MAX ? ferry_new(f->job, users, vertices + 1) : NULL;
    if (!f->corners || !f->groups || !f->users) return false;
    vertices = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        for (uint32_t t = f->spoiled.first[d]; t < f->spoiled.first[d + 1]; t++)
            f->groups[t] = f->drawn[d].group;
        for (size_t i = 0; f->drawn[d].solid && i < 3 * (size_t)mesh->triangle_count; i++) {
            f->corners[corner] = (uint32_t)vertices + mesh->triangles[i];
            f->users[f->corners[corner++]].at[0]++;
        }
        if (f->drawn[d].solid) vertices += mesh->vertex_count;
    }
    return true;
}

static bool open_finder(finder *f, const ferry_scene *scene) {
    f->depths = ferry_new(f->job, uint8_t, f->count + (size_t)1);
    f->before = ferry_new(f->job, uint8_t, f->count + (size_t)1);
    return f->depths && f->before && list_pairs(f) && list_corners(f, scene);
}

static bool may_be_deep(const finder *f, uint32_t draw) {
    return f->drawn[draw].solid && f->drawn[draw].again;
}

static bool find_depths(finder *f, uint32_t draws) {
    const uint32_t *first = f->spoiled.first;
    bool changed = true;
    for (int round = 0; round < MOST_ROUNDS && changed; round++) {
        changed = false;
        for (uint32_t d = 0; d < draws; d++) {
            for (uint32_t t = first[d]; may_be_deep(f, d) && t < first[d + 1]; t++) {
                if (!ferry_tick(f->job)) return false;
                changed |= choose_depth(f, t);
            }
        }
    }
    for (uint32_t d = 0; d < draws; d++)
        if (may_be_deep(f, d) && (!ferry_tick(f->job) || !merge_depths(f, first[d], first[d + 1])))
            return false;
    return true;
}

/* Memory for what is found, of draws that may have it. */
static uint8_t **open_depths(const finder *f, const ferry_scene *scene) {
    uint8_t **depths = ferry_new(f->job, uint8_t *, scene->draws.count + (size_t)1);
    for (uint32_t d = 0; depths && d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        if (!may_be_deep(f, d)) continue;
        depths[d] = ferry_new(f->job, uint8_t, mesh->triangle_count + (size_t)1);
        if (!depths[d]) return NULL;
    }
    return depths;
}

uint8_t **fy_t3dm_find_inner(ferry_job *job, const ferry_scene *scene, const char *file,
                             const fy_drawn *drawn) {
    finder f = {.job = job, .drawn = drawn};
    uint32_t draws = scene->draws.count;
    uint8_t **depths = open_depths(&f, scene);
    if (!depths) return NULL;
    ferry_mark mark = ferry_job_mark(job);
    bool done = fy_t3dm_find_spoiled(job, scene, file, drawn, &f.spoiled);
    const uint32_t *first = f.spoiled.first;
    if (done) f.count = first[draws];
    done = done && (!f.spoiled.count || (open_finder(&f, scene) && find_depths(&f, draws)));
    for (uint32_t d = 0; done && f.spoiled.count && d < draws; d++)
        if (depths[d]) memcpy(depths[d], f.depths + first[d], first[d + 1] - first[d]);
    fy_job_drop(job, f.spoiled.data);
    ferry_job_release(job, mark);
    return done ? depths : NULL;
}
