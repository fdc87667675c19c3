/*
 * t3dm_cut.c: triangles that span more than one piece of a picture holds (docs/what-is-lost.md, "Pieces"),
 * or more texels than vertices and tiles can hold (docs/formats/t3dm.md, "Vertices").
 *
 * Round by round an edge of each is cut, in every mesh that has that edge: so the new vertices are shared,
 * and no crack opens. Triangles that become several stay where they were in the order of drawing.
 */
#include "formats/t3dm/draw/t3dm_cut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/draw/t3dm_more_vertices.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/pose/t3dm_shade.h"
#include "formats/t3dm/pose/t3dm_uv_range.h"
#include "formats/t3dm/texture/t3dm_reach.h"

enum {
    MOST_ADDED = 1024,       /* triangles */
    MOST_ADDED_PARTS = 8192, /* for pieces: the plan counts few, but not what shares their edges */
    MOST_ROUNDS = 64,
    SKINNED = 1 << 30, /* added to a vertex's influence, to tell it from a node */
};

/* In the space of a node or of what a vertex is bound to, of one level of detail. */
typedef struct point {
    uint32_t space, level;
    float at[3];
} point;

/* Its ends in rising order, and how far from the first one it is cut. */
typedef struct edge {
    point ends[2];
    float at;
} edge;

typedef struct cutter {
    ferry_job *job;
    ferry_scene *scene; /* a copy */
    const fy_t3dm_plan *plan;
    bool *fixed;              /* meshes whose vertices clips name */
    uint32_t *nodes, *levels; /* of meshes: of the first draw that has it; levels have meshes of their own */
    edge *edges;              /* to be cut, in rising order; `room` of them are held, at most `most` */
    uint32_t count, room, added, most;
    bool for_pieces;
} cutter;

/* ------------------------------------------------------------------------------------------------- edges */

static int by_ends(const void *a, const void *b) {
    const edge *x = a, *y = b;
    return memcmp(x->ends, y->ends, sizeof x->ends);
}

static int by_ends_and_cut(const void *a, const void *b) {
    const edge *x = a, *y = b;
    int order = by_ends(a, b);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

static point point_of(const cutter *c, uint32_t number, uint32_t vertex) {
    const ferry_mesh *mesh = &c->scene->meshes.data[number];
    const ferry_vec3 *at = &mesh->positions[vertex];
    uint32_t space = mesh->skin == FERRY_NONE ? c->nodes[number] : SKINNED + mesh->influences[vertex];
    return (point){space, c->levels[number], {at->x + 0.0F, at->y + 0.0F, at->z + 0.0F}}; /* no -0 */
}

/* To be cut `at` from `a` on. False: it lies between what moves apart, or has no length. */
static bool edge_of(const cutter *c, uint32_t number, uint32_t a, uint32_t b, double at, edge *to) {
    point first = point_of(c, number, a), second = point_of(c, number, b);
    int order = memcmp(&first, &second, sizeof first);
    *to = order < 0 ? (edge){{first, second}, (float)at} : (edge){{second, first}, (float)(1 - at)};
    return order != 0 && first.space == second.space;
}

/* A vertex to be between two others: its number, and how much of it is of the second one. The order is the
 * same in all meshes, so that all get the same vertex. */
typedef struct between {
    uint32_t ends[2], number;
    float at;
} between;

/* Where an edge is to be cut. False: it stays whole. */
static bool find_cut(const cutter *c, uint32_t number, uint32_t a, uint32_t b, between *to) {
    edge wanted;
    if (!c->count || !edge_of(c, number, a, b, 1, &wanted)) return false;
    const edge *found = bsearch(&wanted, c->edges, c->count, sizeof wanted, by_ends);
    if (!found) return false;
    *to = wanted.at > 0 ? (between){{a, b}, 0, found->at} : (between){{b, a}, 0, found->at};
    return true;
}

/* Which of a triangle's edges are to be cut, as bits, and where: of the edge behind each corner. */
static int edges_to_cut(const cutter *c, uint32_t number, const uint32_t *corners, between where[3]) {
    int edges = 0;
    for (int k = 0; k < 3; k++)
        edges |= find_cut(c, number, corners[k], corners[(k + 1) % 3], &where[k]) << k;
    return edges;
}

/* -------------------------------------------------------------------------------------------- what to cut */

static void mark(cutter *c, uint32_t mesh, uint32_t a, uint32_t b, double at) {
    edge found;
    if (c->count == c->most || !edge_of(c, mesh, a, b, at, &found)) return;
    if (fy_job_reserve(c->job, (void **)&c->edges, c->count, &c->room, 1, sizeof found))
        c->edges[c->count++] = found;
}

/* The edge of a triangle to be halved, by its first corner; -1: it is not too wide. */
static int widest_edge(int32_t (*stored)[2], const uint32_t *triangle) {
    int64_t most = FY_T3DM_UV_SPAN;
    int found = -1;
    for (int axis = 0; axis < 2; axis++)
        for (int k = 0; k < 3; k++) {
            int64_t by = (int64_t)stored[triangle[k]][axis] - (int64_t)stored[triangle[(k + 1) % 3]][axis];
            if ((by < 0 ? -by : by) <= most) continue;
            most = by < 0 ? -by : by;
            found = k;
        }
    return found;
}

static void mark_wide(cutter *c, const ferry_draw *draw, const fy_t3dm_material *material,
                      int32_t (*stored)[2]) {
    const ferry_mesh *mesh = &c->scene->meshes.data[draw->mesh];
    const fy_t3dm_layout *layout = fy_t3dm_layout_wanted(c->job);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double uv[2];
        fy_t3dm_shade_uv(material, c->scene, draw, v, uv);
        for (int axis = 0; axis < 2; axis++)
            stored[v][axis] = fy_t3dm_store_uv(material, layout, axis, uv[axis]);
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corners = mesh->triangles + 3 * (size_t)t;
        int k = widest_edge(stored, corners);
        if (k >= 0) mark(c, draw->mesh, corners[k], corners[(k + 1) % 3], .5);
    }
}

/* The plan takes such triangles as they are; others may cut the edges that they share. */
static bool moves_apart(const cutter *c, uint32_t mesh, const uint32_t *corners) {
    uint32_t space = point_of(c, mesh, corners[0]).space;
    return point_of(c, mesh, corners[1]).space != space || point_of(c, mesh, corners[2]).space != space;
}

static void mark_crossing(cutter *c, const ferry_draw *draw, const fy_pieces *pieces, int32_t (*at)[2]) {
    const ferry_mesh *mesh = &c->scene->meshes.data[draw->mesh];
    const ferry_vec2 *uvs = mesh->uvs[pieces->map.set % FERRY_UV_SETS];
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        fy_reach_eighths(&pieces->map, uvs[v], pieces->size, at[v]);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corners = mesh->triangles + 3 * (size_t)t;
        int32_t on[3][2], line;
        int axis;
        for (int k = 0; k < 3; k++) memcpy(on[k], at[corners[k]], sizeof on[k]);
        if (moves_apart(c, draw->mesh, corners)) continue;
        if (!fy_reach_line(&pieces->lines, (const int32_t(*)[2])on, &axis, &line)) continue;
        for (int k = 0; k < 3; k++) {
            int next = (k + 1) % 3;
            double share;
            if (fy_reach_crosses(on[k][axis], on[next][axis], line, &share))
                mark(c, draw->mesh, corners[k], corners[next], share);
        }
    }
}

static bool mark_draw(cutter *c, const ferry_draw *draw, const fy_t3dm_material *material) {
    ferry_mark mark = ferry_job_mark(c->job);
    size_t count = c->scene->meshes.data[draw->mesh].vertex_count;
    int32_t(*at)[2] = ferry_alloc(c->job, count + 1, sizeof *at);
    if (!at) return false;
    if (c->for_pieces)
        mark_crossing(c, draw, material->pieces, at);
    else
        mark_wide(c, draw, material, at);
    ferry_job_release(c->job, mark);
    return ferry_tick(c->job) && !ferry_failed(c->job);
}

static bool counts(const cutter *c, const fy_t3dm_material *material) {
    if (material->drop) return false;
    if (c->for_pieces)
        return material->pieces && (material->pieces->lines.step[0] || material->pieces->lines.step[1]);
    return material->uv_source != FY_T3DM_UV_NONE && material->rdp.tiles[0].width;
}

static bool mark_all(cutter *c) {
    c->count = 0;
    for (uint32_t d = 0; d < c->scene->draws.count; d++) {
        const ferry_draw *draw = &c->scene->draws.data[d];
        uint32_t number = c->plan->of_draw[d];
        if (number == FERRY_NONE || c->fixed[draw->mesh]) continue;
        const fy_t3dm_material *material = &c->plan->materials[number];
        if (counts(c, material) && !mark_draw(c, draw, material)) return false;
    }
    if (c->count) qsort(c->edges, c->count, sizeof *c->edges, by_ends_and_cut);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (!kept || by_ends(&c->edges[kept - 1], &c->edges[i])) c->edges[kept++] = c->edges[i];
    c->count = kept;
    return true;
}

/* ---------------------------------------------------------------------------------------------- vertices */

static void put_mean(float *list, uint32_t width, const between *of) {
    const float *a = list + (size_t)width * of->ends[0], *b = list + (size_t)width * of->ends[1];
    for (uint32_t k = 0; k < width; k++)
        list[(size_t)width * of->number + k] = a[k] * (1 - of->at) + b[k] * of->at;
}

static void put_direction(ferry_vec3 *list, const between *of) {
    if (!list) return;
    put_mean(&list->x, 3, of);
    ferry_vec3 *made = &list[of->number];
    float length = sqrtf(made->x * made->x + made->y * made->y + made->z * made->z);
    if (length > 0) *made = (ferry_vec3){made->x / length, made->y / length, made->z / length};
}

static uint32_t add_vertex(ferry_mesh *mesh, between of) {
    of.number = mesh->vertex_count++;
    put_mean(&mesh->positions->x, 3, &of);
    put_direction(mesh->normals, &of);
    put_direction(mesh->tangents, &of);
    put_direction(mesh->binormals, &of);
    for (int i = 0; i < FERRY_COLOR_SETS; i++)
        if (mesh->colors[i]) put_mean(&mesh->colors[i]->r, 4, &of);
    for (int i = 0; i < FERRY_UV_SETS; i++)
        if (mesh->uvs[i]) put_mean(&mesh->uvs[i]->x, 2, &of);
    if (mesh->influences) mesh->influences[of.number] = mesh->influences[of.ends[0]];
    return of.number;
}

/* ----------------------------------------------------------------------------------------------- cutting */

static uint32_t marked_edges(const cutter *c, uint32_t number) {
    const ferry_mesh *mesh = &c->scene->meshes.data[number];
    uint32_t count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        between unused[3];
        int edges = edges_to_cut(c, number, mesh->triangles + 3 * (size_t)t, unused);
        for (int k = 0; k < 3; k++) count += (uint32_t)edges >> k & 1;
    }
    return count;
}

/* One triangle, whose marked edges are cut one after the other, as up to four. `where`: of the edge behind
 * each corner. */
static uint32_t *put_pieces(ferry_mesh *mesh, const uint32_t corners[3], int edges, const between where[3],
                            uint32_t *to) {
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3, last = (k + 2) % 3;
        if (!(edges >> k & 1)) continue;
        uint32_t middle = add_vertex(mesh, where[k]);
        const uint32_t first[3] = {corners[k], middle, corners[last]},
                       second[3] = {middle, corners[next], corners[last]};
        const between of_first[3] = {where[k], where[k], where[last]},
                      of_second[3] = {where[k], where[next], where[k]};
        to = put_pieces(mesh, first, (edges >> last & 1) << 2, of_first, to);
        return put_pieces(mesh, second, (edges >> next & 1) << 1, of_second, to);
    }
    memcpy(to, corners, 3 * sizeof *to);
    return to + 3;
}

static bool cut_mesh(cutter *c, uint32_t number, uint32_t more) {
    ferry_mesh *mesh = &c->scene->meshes.data[number];
    uint32_t *triangles = ferry_alloc(c->job, (size_t)mesh->triangle_count + more, 3 * sizeof *triangles);
    if (!triangles || !fy_t3dm_widen_mesh(c->job, mesh, more)) return false;
    uint32_t *to = triangles;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corners = mesh->triangles + 3 * (size_t)t;
        between where[3] = {{{0, 0}, 0, 0}};
        int edges = edges_to_cut(c, number, corners, where);
        to = put_pieces(mesh, corners, edges, where, to);
    }
    mesh->triangles = triangles;
    mesh->triangle_count += more;
    c->added += more;
    return ferry_tick(c->job);
}

/* Cuts all marked edges. *many: unless that would be too many. */
static bool cut_all(cutter *c, bool *many) {
    uint32_t meshes = c->scene->meshes.count, room = c->most - c->added;
    uint32_t *more = ferry_new(c->job, uint32_t, meshes + (size_t)1);
    if (!more) return false;
    for (uint32_t i = 0; i < meshes && !*many; i++) {
        more[i] = c->fixed[i] ? 0 : marked_edges(c, i);
        *many = more[i] > room;
        room -= *many ? 0 : more[i];
    }
    for (uint32_t i = 0; i < meshes && !*many; i++)
        if (more[i] && !cut_mesh(c, i, more[i])) return false;
    return true;
}

static bool open_cutter(cutter *c, const ferry_scene *scene) {
    uint32_t meshes = scene->meshes.count;
    c->scene = ferry_new(c->job, ferry_scene, 1);
    ferry_mesh *copies = ferry_new(c->job, ferry_mesh, meshes + (size_t)1);
    c->fixed = ferry_new(c->job, bool, meshes + (size_t)1);
    c->nodes = ferry_new(c->job, uint32_t, meshes + (size_t)1);
    c->levels = ferry_new(c->job, uint32_t, meshes + (size_t)1);
    if (!c->scene || !copies || !c->fixed || !c->nodes || !c->levels) return false;
    *c->scene = *scene;
    if (meshes) c->scene->meshes.data = memcpy(copies, scene->meshes.data, meshes * sizeof *copies);
    for (uint32_t i = 0; i < scene->morphs.count; i++) c->fixed[scene->morphs.data[i].mesh] = true;
    for (uint32_t i = 0; i < scene->vertex_color_groups.count; i++)
        c->fixed[scene->vertex_color_groups.data[i].mesh] = true;
    for (uint32_t d = scene->draws.count; d-- > 0;) {
        const ferry_draw *draw = &scene->draws.data[d];
        c->nodes[draw->mesh] = draw->node;
        c->levels[draw->mesh] = draw->level;
    }
    return true;
}

static void report(ferry_job *job, const char *file, const cutter *c) {
    const char *code = c->for_pieces ? "t3dm.texture-pieces" : "t3dm.uv-range",
               *why = c->for_pieces ? "triangles that span several pieces of a picture"
                                    : "triangles whose texture coordinates span more than 1024 texels";
    ferry_say_measured(job, FERRY_NOTE, code, file, "", (ferry_measure){c->added, "triangles", true},
                       "%s were cut: %u more triangles", why, c->added);
}

/* What would be too many stays whole, and is clamped: a piece shows its edges beyond itself. */
static void report_many(ferry_job *job, const char *file, const cutter *c) {
    if (c->for_pieces)
        ferry_say_measured(job, FERRY_LOSS, "t3dm.texture-pieces", file, "",
                           (ferry_measure){c->count, "edges", true},
                           "triangles that span several pieces of a picture are not cut: %u of their edges "
                           "belong to so many that more than %u triangles would be added",
                           c->count, c->most);
}

static bool cut_rounds(cutter *c, bool *many) {
    *many = false;
    if (!mark_all(c)) return false;
    for (int round = 0; round < MOST_ROUNDS && c->count && !*many; round++)
        if (!cut_all(c, many) || !mark_all(c)) return false;
    return true;
}

static bool cut_for(ferry_job *job, const ferry_scene **scene, const char *file, const fy_t3dm_plan *plan,
                    bool for_pieces) {
    cutter c = {.job = job,
                .plan = plan,
                .most = for_pieces ? MOST_ADDED_PARTS : MOST_ADDED,
                .for_pieces = for_pieces};
    bool many;
    if (!open_cutter(&c, *scene)) return false;
    bool done = cut_rounds(&c, &many);
    fy_job_drop(job, c.edges);
    if (!done) return false;
    if (many) report_many(job, file, &c);
    if (!c.added || many) return true;
    *scene = c.scene;
    report(job, file, &c);
    return true;
}

bool fy_t3dm_cut_triangles(ferry_job *job, const ferry_scene **scene, const char *file,
                           const fy_t3dm_plan *plan) {
    if (fy_t3dm_is_rewritten(*scene)) return true;
    return cut_for(job, scene, file, plan, true) && cut_for(job, scene, file, plan, false);
}
