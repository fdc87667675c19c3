/*
 * t3dm_inner.c: see t3dm_inner.h. From several places of a triangle a short way is gone along its normal;
 * what is met from behind on that way covers the triangle. A grid of cells keeps that near to linear.
 */
#include "formats/t3dm/draw/t3dm_inner.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"

/* Length of the way, by that of the model's box's diagonal. */
#define NEAR .03

/* Cells along each side of the box. */
enum { CELLS = 32, ALL_CELLS = CELLS * CELLS * CELLS };

typedef struct triangle {
    ferry_vec3 corners[3];
    uint32_t draw, index;
} triangle;

typedef struct finder {
    ferry_job *job;
    const ferry_scene *scene;
    triangle *triangles;
    uint32_t count;
    ferry_box box;
    float way;
    uint32_t *first, *in_cells; /* of each cell: where its triangles start in the list */
    uint32_t entries;           /* of all cells */
    uint8_t **depths;
    const bool *asked;
} finder;

static float axis_of(ferry_vec3 at, int axis) {
    return axis == 0 ? at.x : axis == 1 ? at.y : at.z;
}

static int cell_at(const finder *f, float at, int axis) {
    double low = (double)axis_of(f->box.min, axis), side = (double)axis_of(f->box.max, axis) - low;
    double cell = side > 0 ? ((double)at - low) / side * CELLS : 0;
    if (!(cell > 0)) return 0; /* nor what is no number */
    return cell >= CELLS ? CELLS - 1 : (int)cell;
}

/* Calls visit() for each cell that a box touches. */
static void each_cell(finder *f, const ferry_box *box, void (*visit)(finder *, uint32_t cell, void *user),
                      void *user) {
    int low[3], high[3];
    for (int i = 0; i < 3; i++) {
        low[i] = cell_at(f, axis_of(box->min, i), i);
        high[i] = cell_at(f, axis_of(box->max, i), i);
    }
    for (int z = low[2]; z <= high[2]; z++)
        for (int y = low[1]; y <= high[1]; y++)
            for (int x = low[0]; x <= high[0]; x++) visit(f, (uint32_t)((z * CELLS + y) * CELLS + x), user);
}

static ferry_box box_of(const triangle *t) {
    ferry_box box = fy_box_none();
    for (int k = 0; k < 3; k++) fy_box_grow(&box, t->corners[k]);
    return box;
}

/* More of them, of large triangles one over the other, would take memory and time beyond all use. */
#define MOST_ENTRIES (1u << 22)

static void count_in(finder *f, uint32_t cell, void *user) {
    (void)user;
    f->first[cell + 2]++;
    f->entries++;
}

static bool is_crowded(const finder *f) {
    return f->entries > MOST_ENTRIES;
}

static void put_in(finder *f, uint32_t cell, void *user) {
    f->in_cells[f->first[cell + 1]++] = *(const uint32_t *)user;
}

static bool fill_cells(finder *f) {
    f->first = ferry_new(f->job, uint32_t, ALL_CELLS + 3);
    if (!f->first) return false;
    for (uint32_t i = 0; i < f->count && !is_crowded(f); i++) {
        ferry_box box = box_of(&f->triangles[i]);
        each_cell(f, &box, count_in, NULL);
        if (!ferry_tick(f->job)) return false;
    }
    if (is_crowded(f)) return true;
    for (uint32_t c = 0; c < ALL_CELLS; c++) f->first[c + 2] += f->first[c + 1];
    f->in_cells = ferry_new(f->job, uint32_t, f->first[ALL_CELLS + 1] + (size_t)1);
    for (uint32_t i = 0; f->in_cells && i < f->count; i++) {
        ferry_box box = box_of(&f->triangles[i]);
        each_cell(f, &box, put_in, &i);
    }
    return f->in_cells;
}

/* A way from a place, and what is met on it. */
typedef struct way {
    ferry_vec3 from, along; /* its whole length */
    uint32_t own;
    uint8_t depth;
} way;

/* Whether the way meets a triangle from behind. */
static bool meets(const way *w, const triangle *t) {
    ferry_vec3 a = fy_vec3_sub(t->corners[1], t->corners[0]), b = fy_vec3_sub(t->corners[2], t->corners[0]);
    ferry_vec3 p = fy_vec3_cross(w->along, b);
    double det = fy_vec3_dot(a, p);
    if (!(det < 0)) return false; /* seen from its front the determinant is positive */
    ferry_vec3 s = fy_vec3_sub(w->from, t->corners[0]), q = fy_vec3_cross(s, a);
    double u = fy_vec3_dot(s, p) / det, v = fy_vec3_dot(w->along, q) / det, at = fy_vec3_dot(b, q) / det;
    return u >= 0 && v >= 0 && u + v <= 1 && at > 1e-4 && at <= 1;
}

static bool of_one_level(const finder *f, const triangle *t, const way *w) {
    const ferry_draw *draws = f->scene->draws.data;
    return draws[t->draw].level == draws[f->triangles[w->own].draw].level;
}

static void look_in(finder *f, uint32_t cell, void *user) {
    way *w = user;
    for (uint32_t i = f->first[cell]; i < f->first[cell + 1]; i++) {
        const triangle *t = &f->triangles[f->in_cells[i]];
        uint8_t depth = f->depths[t->draw][t->index];
        if (f->in_cells[i] == w->own || depth < w->depth || !of_one_level(f, t, w) || !meets(w, t)) continue;
        w->depth = (uint8_t)(depth + 1);
    }
}

static ferry_vec3 place_in(const triangle *t, float a, float b) {
    ferry_vec3 at = fy_vec3_scale(t->corners[0], 1 - a - b);
    return fy_vec3_add(fy_vec3_add(at, fy_vec3_scale(t->corners[1], a)), fy_vec3_scale(t->corners[2], b));
}

static uint8_t depth_of(finder *f, uint32_t number) {
    static const float places[4][2] = {{1 / 3.f, 1 / 3.f}, {.1f, .1f}, {.8f, .1f}, {.1f, .8f}};
    const triangle *t = &f->triangles[number];
    ferry_vec3 a = fy_vec3_sub(t->corners[1], t->corners[0]), b = fy_vec3_sub(t->corners[2], t->corners[0]);
    ferry_vec3 along = fy_vec3_scale(fy_vec3_normalize(fy_vec3_cross(a, b)), f->way);
    way w = {.along = along, .own = number};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        ferry_box box = fy_box_none();
        w.from = place_in(t, places[i][0], places[i][1]);
        fy_box_grow(&box, w.from);
        fy_box_grow(&box, fy_vec3_add(w.from, along));
        each_cell(f, &box, look_in, &w);
    }
    return w.depth;
}

static bool collect(finder *f, const bool *solid) {
    const ferry_scene *scene = f->scene;
    size_t most = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        if (solid[d]) most += scene->meshes.data[scene->draws.data[d].mesh].triangle_count;
    ferry_matrix *worlds = ferry_new(f->job, ferry_matrix, scene->nodes.count + (size_t)1);
    f->triangles = ferry_new(f->job, triangle, most + 1);
    if (!worlds || !f->triangles || !ferry_world_matrices(scene, worlds)) return false;
    f->box = fy_box_none();
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
        for (uint32_t i = 0; solid[d] && i < mesh->triangle_count; i++) {
            triangle *t = &f->triangles[f->count++];
            *t = (triangle){.draw = d, .index = i};
            for (int k = 0; k < 3; k++) {
                ferry_vec3 at = mesh->positions[mesh->triangles[3 * (size_t)i + (size_t)k]];
                t->corners[k] = mesh->skin == FERRY_NONE ? fy_matrix_point(&worlds[draw->node], at) : at;
                fy_box_grow(&f->box, t->corners[k]);
            }
        }
    }
    f->way = (float)(NEAR * fy_vec3_length(fy_vec3_sub(f->box.max, f->box.min)));
    return true;
}

/* Round by round: what lies under something, what lies under that. */
static bool find_depths(finder *f) {
    for (unsigned round = 1; round < FY_INNER_DEPTHS; round++) {
        bool any = false;
        for (uint32_t i = 0; i < f->count; i++) {
            const triangle *t = &f->triangles[i];
            uint8_t *depth = &f->depths[t->draw][t->index];
            if (!ferry_tick(f->job)) return false;
            if (!f->asked[t->draw] || *depth + 1u < round) continue;
            uint8_t found = depth_of(f, i);
            if (found >= round) *depth = (uint8_t)round, any = true;
        }
        if (!any) break;
    }
    return true;
}

uint8_t **fy_t3dm_find_inner(ferry_job *job, const ferry_scene *scene, const bool *asked, const bool *solid) {
    finder f = {.job = job, .scene = scene, .asked = asked};
    f.depths = ferry_new(job, uint8_t *, scene->draws.count + (size_t)1);
    if (!f.depths) return NULL;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        f.depths[d] = ferry_new(job, uint8_t, mesh->triangle_count + (size_t)1);
        if (!f.depths[d]) return NULL;
    }
    ferry_mark mark = ferry_job_mark(job);
    bool done = collect(&f, solid) && (!f.count || (fill_cells(&f) && (is_crowded(&f) || find_depths(&f))));
    ferry_job_release(job, mark);
    if (done && is_crowded(&f))
        ferry_say_measured(job, FERRY_LOSS, "t3dm.toon-inner", "", "",
                           (ferry_measure){f.count, "triangles", true},
                           "so many of its %u triangles overlap that those closely under others were not "
                           "looked for: their shade may show through",
                           f.count);
    return done ? f.depths : NULL;
}
