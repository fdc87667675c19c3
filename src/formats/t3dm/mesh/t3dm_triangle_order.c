/*
 * t3dm_triangle_order.c: see t3dm_triangle_order.h. Each translucent draw is looked at alone, as its source
 * draws it, forwards and backwards. Where that differs, triangles at the same pixel have to keep their order:
 * a triangle's group is the one behind the last of those that are to be drawn before it.
 */
#include "formats/t3dm/mesh/t3dm_triangle_order.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "machine/camera.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shader.h"
#include "machine/raster.h"
#include "view/cameras.h"
#include "view/gx_vertices.h"
#include "view/pose.h"

/* Half as wide and high as the console's screen. */
enum { WIDTH = 160, HEIGHT = 120, PIXELS = WIDTH * HEIGHT };

/* Pairs of a draw that are listed at most. */
enum { MOST_PAIRS = 1 << 20 };

/* The least difference of a pixel that the two orders make, and of a draw's pixels in the mean: of 255. */
enum { LEAST_OF_PIXEL = 4 };
#define LEAST_IN_ALL 1.0

/* Two triangles, of which one is drawn before the other. */
typedef struct pair {
    uint32_t later, earlier;
} pair;

/* The last triangle at a pixel. */
typedef struct trace {
    uint32_t picture, triangle;
} trace;

typedef struct finder {
    ferry_job *job;
    const ferry_scene *scene;
    fy_target target; /* nobody looks at what is in it */
    trace *traces;    /* by pixel */
    uint32_t picture;
    bool *differs;     /* by pixel: the order is seen there; NULL: not known yet */
    uint32_t triangle; /* of the draw at hand */
    pair *pairs;       /* in no order, with repeats */
    uint32_t pair_count, pair_capacity;
    uint64_t covered, crossed; /* pixels of the draw; of those, with two triangles */
    uint64_t difference;       /* of the two orders, summed up over pixels */
    bool full;                 /* the memory limit was met */
} finder;

/* A draw, seen from one direction. */
typedef struct sight {
    const ferry_mesh *mesh;
    const fy_raster_vertex *vertices;
    const uint16_t *sides;
    fy_screen *places;         /* of the vertices, in all pictures: these are equally large */
    fy_raster_material source; /* as the source draws it */
} sight;

/* ----------------------------------------------------------------------------------------- triangles */

static void list_pair(finder *f, uint32_t earlier) {
    if (f->pair_count == MOST_PAIRS || earlier == f->triangle) return;
    f->full =
        !fy_job_reserve(f->job, (void **)&f->pairs, f->pair_count, &f->pair_capacity, 1, sizeof *f->pairs);
    if (!f->full) f->pairs[f->pair_count++] = (pair){f->triangle, earlier};
}

static bool keep_pixel(void *user, const fy_pixel *pixel) {
    finder *f = user;
    trace *at = &f->traces[pixel->index];
    f->covered += !f->differs;
    if (at->picture == f->picture) {
        f->crossed += !f->differs;
        if (f->differs && f->differs[pixel->index] && !f->full) list_pair(f, at->triangle);
    }
    *at = (trace){f->picture, f->triangle};
    return false;
}

/* In the source's order, or backwards. */
static bool draw_triangles(finder *f, const sight *of, const fy_raster_material *fill, fy_target *target,
                           bool backwards) {
    const uint32_t count = of->mesh->triangle_count;
    for (uint32_t i = 0; i < count && !f->full; i++) {
        f->triangle = backwards ? count - 1 - i : i;
        const uint32_t *corners = &of->mesh->triangles[3 * (size_t)f->triangle];
        if (!fy_raster_triangles(f->job, target, fill, of->vertices, of->sides, of->places, corners, 1))
            return false;
    }
    return !f->full;
}

/* Which triangles meet at a pixel. `differs`: see the finder. */
static bool trace_triangles(finder *f, const sight *of, bool *differs) {
    fy_raster_material fill = {.cull = of->source.cull,
                               .sampling = of->source.sampling,
                               .z_compare = FY_ALWAYS,
                               .pixel = keep_pixel,
                               .user = f};
    f->picture++;
    f->differs = differs;
    return draw_triangles(f, of, &fill, &f->target, false);
}

/* ------------------------------------------------------------------------------------------ pictures */

static bool paint(finder *f, const sight *of, bool backwards, fy_target *target) {
    static const uint8_t grey[4] = {128, 128, 128, 255};
    return fy_target_open(f->job, WIDTH, HEIGHT, grey, false, target) &&
           draw_triangles(f, of, &of->source, target, backwards);
}

static int difference_of(const uint8_t *a, const uint8_t *b) {
    int most = 0;
    for (int k = 0; k < 3; k++) most = abs(a[k] - b[k]) > most ? abs(a[k] - b[k]) : most;
    return most;
}

/* Where the order of triangles is seen; NULL at the memory limit, or when the job was stopped. */
static bool *compare_orders(finder *f, const sight *of) {
    fy_target forwards, backwards;
    bool *differs = ferry_new(f->job, bool, PIXELS);
    if (!differs || !paint(f, of, false, &forwards) || !paint(f, of, true, &backwards)) return NULL;
    for (size_t i = 0; i < PIXELS; i++) {
        int difference = difference_of(&forwards.color[4 * i], &backwards.color[4 * i]);
        f->difference += (uint64_t)difference;
        differs[i] = difference >= LEAST_OF_PIXEL;
    }
    return differs;
}

static float lesser(float a, float b) {
    return a < b ? a : b;
}

static float greater(float a, float b) {
    return a > b ? a : b;
}

static void extend(ferry_box *box, ferry_vec3 p) {
    box->min = (ferry_vec3){lesser(box->min.x, p.x), lesser(box->min.y, p.y), lesser(box->min.z, p.z)};
    box->max = (ferry_vec3){greater(box->max.x, p.x), greater(box->max.y, p.y), greater(box->max.z, p.z)};
}

/* Of all that a draw shows, at rest. */
static bool find_box(finder *f, const ferry_draw *draw, ferry_box *box) {
    const ferry_mesh *mesh = &f->scene->meshes.data[draw->mesh];
    fy_pose pose;
    fy_camera camera = {.view = fy_matrix_identity()};
    fy_gx_vertices from;
    fy_gx_vertex vertex;
    ferry_mark mark = ferry_job_mark(f->job);
    bool done = fy_pose_open(f->job, f->scene, &camera.view, &pose) &&
                fy_pose_skin(f->job, f->scene, mesh->skin, &pose) &&
                fy_gx_vertices_open(f->job, f->scene, &pose, &camera, draw, &from);
    for (size_t i = 0; done && i < 3 * (size_t)mesh->triangle_count; i++) {
        fy_gx_vertices_take(&from, mesh->triangles[i], &vertex);
        if (!i) *box = (ferry_box){vertex.world, vertex.world};
        extend(box, vertex.world);
    }
    ferry_job_release(f->job, mark);
    return done;
}

static bool look_from(finder *f, const ferry_draw *draw, const ferry_box *box, unsigned direction) {
    const fy_camera camera = fy_camera_from(box, direction, WIDTH, HEIGHT);
    const fy_gx_view view = {.view = camera.view, .to_light = {0, 0, 1}};
    const ferry_material *material = &f->scene->materials.data[draw->material];
    fy_pose pose;
    fy_gx_vertices from;
    sight of = {.mesh = &f->scene->meshes.data[draw->mesh]};
    if (!fy_pose_open(f->job, f->scene, &camera.view, &pose) ||
        !fy_pose_skin(f->job, f->scene, of.mesh->skin, &pose) ||
        !fy_gx_vertices_open(f->job, f->scene, &pose, &camera, draw, &from))
        return false;
    fy_gx_shader *shader = fy_gx_shader_open(f->job, f->scene, material->gx, material->cull, &view);
    of.vertices = shader ? fy_gx_vertices_shade(f->job, &from, shader, &of.sides) : NULL;
    of.places = ferry_new(f->job, fy_screen, (size_t)of.mesh->vertex_count + 1);
    if (!of.vertices || !of.places) return false;
    of.source = fy_gx_shader_material(shader);
    const uint64_t crossed = f->crossed;
    if (!trace_triangles(f, &of, NULL)) return false;
    if (f->crossed == crossed) return true;
    bool *differs = compare_orders(f, &of);
    return differs && trace_triangles(f, &of, differs);
}

/* From all directions: lists pairs. */
static bool look_at_draw(finder *f, const ferry_draw *draw) {
    ferry_box box;
    bool done = find_box(f, draw, &box);
    f->covered = f->crossed = f->difference = f->pair_count = 0;
    for (unsigned direction = 0; done && direction < FY_DIRECTIONS; direction++) {
        ferry_mark mark = ferry_job_mark(f->job);
        done = look_from(f, draw, &box, direction) && ferry_tick(f->job);
        ferry_job_release(f->job, mark);
    }
    return done;
}

/* ---------------------------------------------------------------------------------------- the groups */

static int by_later(const void *a, const void *b) {
    const pair *x = a, *y = b;
    if (x->later != y->later) return x->later < y->later ? -1 : 1;
    return x->earlier < y->earlier ? -1 : x->earlier > y->earlier;
}

/* Each triangle's group, of as many as it takes. How many there are. */
static uint32_t find_groups(const finder *f, uint32_t *groups) {
    uint32_t count = 1;
    for (uint32_t i = 0; i < f->pair_count; i++) {
        const pair *p = &f->pairs[i];
        if (groups[p->later] > groups[p->earlier]) continue;
        groups[p->later] = groups[p->earlier] + 1;
        if (groups[p->later] >= count) count = groups[p->later] + 1;
    }
    return count;
}

/* `found` groups that keep the order. */
static void report_draw(const finder *f, const char *file, uint32_t draw, uint32_t found) {
    const ferry_draw *of = &f->scene->draws.data[draw];
    const char *path = ferry_job_format(f->job, "draw[%u]", draw);
    const uint32_t triangles = f->scene->meshes.data[of->mesh].triangle_count;
    if (found <= FY_MOST_ORDER_GROUPS)
        ferry_say(f->job, FERRY_NOTE, "t3dm.triangle-order", file, path,
                  "the %u triangles of \"%s\" are seen through one another: drawn in %u groups, in the "
                  "source's order",
                  triangles, of->name, found);
    else
        ferry_say_measured(f->job, FERRY_LOSS, "t3dm.triangle-order", file, path,
                           (ferry_measure){found, "groups", true},
                           "the %u triangles of \"%s\" are seen through one another: %u groups would keep "
                           "the source's order, they are drawn in %u",
                           triangles, of->name, found, FY_MOST_ORDER_GROUPS);
}

/* In the job's memory; NULL in *result if any order will do. False at the memory limit. */
static bool group_triangles(finder *f, const char *file, uint32_t draw, const uint8_t **result) {
    const uint32_t triangles = f->scene->meshes.data[f->scene->draws.data[draw].mesh].triangle_count;
    uint32_t *groups = ferry_new(f->job, uint32_t, triangles);
    uint8_t *few = ferry_new(f->job, uint8_t, triangles);
    if (!groups || !few) return false;
    if (f->pair_count) qsort(f->pairs, f->pair_count, sizeof *f->pairs, by_later);
    const uint32_t count = find_groups(f, groups),
                   most = count < FY_MOST_ORDER_GROUPS ? count : FY_MOST_ORDER_GROUPS;
    if (count == 1) return true;
    for (uint32_t t = 0; t < triangles; t++) few[t] = (uint8_t)((uint64_t)groups[t] * most / count);
    *result = few;
    report_draw(f, file, draw, count);
    return true;
}

/* Files of other machines come in whatever order their exporters left. A copy of the frame buffer shows
 * nothing of the draw itself. */
static bool has_order(const finder *f, const ferry_draw *draw, const fy_t3dm_material *material) {
    const ferry_gx_material *gx =
        draw->material == FERRY_NONE ? NULL : f->scene->materials.data[draw->material].gx;
    return material->layer == FY_T3DM_BLEND && !material->drop && gx && !fy_gx_shows_frame_buffer(gx) &&
           f->scene->meshes.data[draw->mesh].triangle_count > 1;
}

static bool order_draw(finder *f, const char *file, uint32_t number, const uint8_t **groups) {
    if (!look_at_draw(f, &f->scene->draws.data[number])) return false;
    return (double)f->difference <= LEAST_IN_ALL * (double)f->covered ||
           group_triangles(f, file, number, groups);
}

static bool open_pictures(finder *f) {
    static const uint8_t clear[4] = {0};
    f->traces = ferry_new(f->job, trace, PIXELS);
    return f->traces && fy_target_open(f->job, WIDTH, HEIGHT, clear, false, &f->target);
}

bool fy_t3dm_order_triangles(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_plan *plan) {
    finder f = {.job = job, .scene = scene};
    const uint8_t **groups = NULL;
    bool done = true;
    if (ferry_setting_is(job, "t3dm.triangle-order", "free")) return true;
    for (uint32_t d = 0; done && d < scene->draws.count; d++) {
        const uint32_t number = plan->of_draw[d];
        if (number == FERRY_NONE || !has_order(&f, &scene->draws.data[d], &plan->materials[number])) continue;
        if (!groups) groups = ferry_new(job, const uint8_t *, scene->draws.count);
        done = groups && (f.traces || open_pictures(&f)) && order_draw(&f, file, d, &groups[d]);
    }
    fy_job_drop(job, f.pairs);
    plan->order_groups = groups;
    return done && !f.full;
}
