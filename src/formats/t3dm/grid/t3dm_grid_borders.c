/*
 * t3dm_grid_borders.c: see t3dm_grid_borders.h.
 *
 * Where a hill that is stored coarsely meets a road that is not, both name the same vertices. Each would be
 * rounded by itself, and a crack would open. A coarse grid's places are places of all finer ones (origins are
 * whole steps of the model's grid, and steps are powers of two): so the finer one takes the coarser one's.
 */
#include "formats/t3dm/grid/t3dm_grid_borders.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/pose/t3dm_frames.h"

/* Of a step: vertices that are nearer are one. */
#define FINENESS 64.0
/* Whole numbers of the source and their halves fall far from where keys change. */
#define ASIDE 0.3137

/* Where a vertex is stored, before rounding, in units of the source. */
static const fy_t3dm_frame *find_place(const fy_t3dm_grid_plan *plan, const ferry_mesh *mesh,
                                       const fy_t3dm_frame *frames, uint32_t vertex, double at[3]) {
    const fy_t3dm_frame *frame = &frames[fy_t3dm_joint(plan->scene, mesh, vertex)];
    fy_t3dm_point(&frame->to_file, mesh->positions[vertex], at);
    return frame;
}

static fy_t3dm_border key_of(const fy_t3dm_grid_plan *plan, const fy_t3dm_frame *frame, const double at[3]) {
    fy_t3dm_border key = {.bone = frame->bone};
    for (int i = 0; i < 3; i++) key.at[i] = floor(at[i] * plan->scale * FINENESS + ASIDE);
    return key;
}

static int by_place(const void *a, const void *b) {
    const fy_t3dm_border *x = a, *y = b;
    if (x->bone != y->bone) return x->bone < y->bone ? -1 : 1;
    for (int i = 0; i < 3; i++) {
        if (x->at[i] < y->at[i]) return -1;
        if (x->at[i] > y->at[i]) return 1;
    }
    return 0;
}

static int coarsest_first(const void *a, const void *b) {
    const fy_t3dm_border *x = a, *y = b;
    int order = by_place(a, b);
    return order ? order : (x->power < y->power) - (x->power > y->power);
}

static void add_vertices(const fy_t3dm_grid_plan *plan, uint32_t number, fy_t3dm_borders *to) {
    const ferry_draw *draw = &plan->scene->draws.data[number];
    const ferry_mesh *mesh = &plan->scene->meshes.data[draw->mesh];
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames = fy_t3dm_frames(&plan->pose, plan->scene, draw, &own);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double at[3];
        const fy_t3dm_frame *frame = find_place(plan, mesh, frames, v, at);
        fy_t3dm_border border = key_of(plan, frame, at);
        border.power = plan->draws[number].power;
        border.origin = plan->draws[number].origin;
        to->data[to->count++] = border;
    }
}

bool fy_t3dm_find_borders(const fy_t3dm_grid_plan *plan, fy_t3dm_borders *borders) {
    size_t most = 1, kept = 0;
    for (uint32_t d = 0; d < plan->scene->draws.count; d++)
        if (plan->draws[d].coarse)
            most += plan->scene->meshes.data[plan->scene->draws.data[d].mesh].vertex_count;
    *borders = (fy_t3dm_borders){.data = ferry_new(plan->job, fy_t3dm_border, most)};
    if (!borders->data) return false;
    for (uint32_t d = 0; d < plan->scene->draws.count; d++)
        if (plan->draws[d].coarse) add_vertices(plan, d, borders);
    qsort(borders->data, borders->count, sizeof *borders->data, coarsest_first);
    for (size_t i = 0; i < borders->count; i++)
        if (!i || by_place(&borders->data[i], &borders->data[kept - 1]))
            borders->data[kept++] = borders->data[i];
    borders->count = kept;
    return true;
}

/* False: it is there already, or nothing brings it back into its mesh. */
static bool move_one(const fy_t3dm_grid_plan *plan, const fy_t3dm_border *border, const fy_t3dm_frame *frame,
                     const double at[3], ferry_vec3 *position) {
    double step = ldexp(1, (int)border->power) / plan->scale, to[3];
    ferry_matrix back;
    if (!fy_matrix_invert(&frame->to_file, &back)) return false;
    for (int i = 0; i < 3; i++)
        to[i] = border->origin[i] + step * fy_round((at[i] - border->origin[i]) / step);
    float moved[3];
    for (int i = 0; i < 3; i++) {
        const double *row = back.m[i];
        moved[i] = (float)(row[0] * to[0] + row[1] * to[1] + row[2] * to[2] + row[3]);
    }
    *position = (ferry_vec3){moved[0], moved[1], moved[2]};
    return true;
}

ferry_vec3 *fy_t3dm_move_to_borders(const fy_t3dm_grid_plan *plan, const fy_t3dm_borders *borders,
                                    uint32_t draw, bool *failed) {
    const fy_t3dm_grid_draw *of = &plan->draws[draw];
    const ferry_draw *from = &plan->scene->draws.data[draw];
    const ferry_mesh *mesh = &plan->scene->meshes.data[from->mesh];
    ferry_vec3 *positions = NULL;
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames = fy_t3dm_frames(&plan->pose, plan->scene, from, &own);
    *failed = false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double at[3];
        const fy_t3dm_frame *frame = find_place(plan, mesh, frames, v, at);
        fy_t3dm_border key = key_of(plan, frame, at);
        const fy_t3dm_border *met = bsearch(&key, borders->data, borders->count, sizeof key, by_place);
        if (!met || (of->coarse && of->power >= met->power) || (!of->coarse && !met->power)) continue;
        if (!positions) {
            positions = ferry_new(plan->job, ferry_vec3, mesh->vertex_count + (size_t)1);
            *failed = !positions;
            if (*failed) return NULL;
            for (uint32_t i = 0; i < mesh->vertex_count; i++) positions[i] = mesh->positions[i];
        }
        move_one(plan, met, frame, at, &positions[v]);
    }
    return positions;
}
