/*
 * t3dm_triangle_order.c: see t3dm_triangle_order.h. Each translucent draw is looked at alone, as its source
 * draws it, forwards and backwards. Where that differs, triangles at the same pixel have to keep their order:
 * a triangle's group is the one behind the last of those that are to be drawn before it.
 */
#include "formats/t3dm/mesh/t3dm_triangle_order.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/mapping/t3dm_depth.h"
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

/* Pairs that are listed at once, repeats among them. */
enum { MOST_PAIRS = 1 << 20 };

/* The least difference of a pixel that the two orders make, and of a draw's pixels in the mean: of 255. */
enum { LEAST_OF_PIXEL = 4 };
#define LEAST_IN_ALL 1.0

/* The share of pixels with two triangles from which on the order counts where nothing draws them. */
#define LEAST_SHARE .02

/* What may be done for a model: pixels that triangles cover, those that are drawn counting PAINTED times, and
 * what a direction and its pictures take by themselves. */
enum { MOST_WORK = 1 << 26, PAINTED = 8, OF_DIRECTION = 1 << 11, OF_PICTURES = 2 * PIXELS };

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
    const char *file;
    fy_pose pose;     /* at rest */
    fy_target target; /* nobody looks at what is in it */
    trace *traces;    /* by pixel */
    uint32_t picture;
    bool lists;          /* pairs, where `differs` says so (NULL: everywhere); else pixels are counted */
    const bool *differs; /* by pixel: the order is seen there */
    uint32_t triangle;   /* of the draw at hand */
    pair *pairs;         /* in no order, with repeats */
    uint32_t pair_count, pair_capacity;
    uint64_t covered, crossed; /* pixels of the draw; triangles behind the first at them */
    uint64_t difference;       /* of the two orders, summed up over pixels */
    uint64_t work;
    bool full; /* the memory limit was met */
} finder;

/* A draw, seen from one direction. */
typedef struct sight {
    const ferry_mesh *mesh;
    const fy_raster_vertex *vertices;
    const uint16_t *sides;
    fy_screen *places;         /* of the vertices, in all pictures: these are equally large */
    fy_raster_material source; /* how the source draws it; at first only what it culls */
} sight;

/* ------------------------------------------------------------------------------------------ the pairs */

static int by_later(const void *a, const void *b) {
    const pair *x = a, *y = b;
    if (x->later != y->later) return x->later < y->later ? -1 : 1;
    return x->earlier < y->earlier ? -1 : x->earlier > y->earlier;
}

/* Each of them once, in order. */
static void sort_pairs(finder *f) {
    uint32_t kept = 0;
    if (f->pair_count) qsort(f->pairs, f->pair_count, sizeof *f->pairs, by_later);
    for (uint32_t i = 0; i < f->pair_count; i++)
        if (!kept || by_later(&f->pairs[kept - 1], &f->pairs[i])) f->pairs[kept++] = f->pairs[i];
    f->pair_count = kept;
}

static bool exhausted(const finder *f) {
    return f->full || f->work >= MOST_WORK;
}

/* Half of the list has to be free again once it was sorted: else there are too many. */
static void list_pair(finder *f, uint32_t earlier) {
    const pair now = {f->triangle, earlier};
    if (f->pair_count && !by_later(&f->pairs[f->pair_count - 1], &now)) return;
    if (f->pair_count == MOST_PAIRS) {
        sort_pairs(f);
        f->work += f->pair_count > MOST_PAIRS / 2 ? MOST_WORK : (uint64_t)PAINTED * MOST_PAIRS;
    }
    if (exhausted(f)) return;
    f->full =
        !fy_job_reserve(f->job, (void **)&f->pairs, f->pair_count, &f->pair_capacity, 1, sizeof *f->pairs);
    if (!f->full) f->pairs[f->pair_count++] = now;
}

/* ----------------------------------------------------------------------------------------- triangles */

static bool keep_pixel(void *user, const fy_pixel *pixel) {
    finder *f = user;
    trace *at = &f->traces[pixel->index];
    const bool again = at->picture == f->picture;
    f->work++;
    if (!f->lists) {
        f->covered += !again;
        f->crossed += again;
    } else if (again && (!f->differs || f->differs[pixel->index])) {
        list_pair(f, at->triangle);
    }
    *at = (trace){f->picture, f->triangle};
    return false;
}

/* In the source's order, or backwards; not all of them if that would be too much. False if the job was
 * stopped. */
static bool draw_triangles(finder *f, const sight *of, const fy_raster_material *fill, fy_target *target,
                           bool backwards) {
    const uint32_t count = of->mesh->triangle_count;
    for (uint32_t i = 0; i < count && !exhausted(f); i++) {
        f->triangle = backwards ? count - 1 - i : i;
        const uint32_t *corners = &of->mesh->triangles[3 * (size_t)f->triangle];
        if (!fy_raster_triangles(f->job, target, fill, of->vertices, of->sides, of->places, corners, 1))
            return false;
    }
    return true;
}

/* Which triangles meet at a pixel: counts, or lists pairs. */
static bool trace_triangles(finder *f, const sight *of, bool lists, const bool *differs) {
    fy_raster_material fill = {.cull = of->source.cull,
                               .sampling = FY_SAMPLE_CENTER,
                               .z_compare = FY_ALWAYS,
                               .pixel = keep_pixel,
                               .user = f};
    f->picture++;
    f->lists = lists;
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

/* Where the order of triangles is seen, of which so many pixels were traced; NULL at the memory limit, or
 * when the job was stopped. */
static bool *compare_orders(finder *f, const sight *of, uint64_t pixels) {
    fy_target forwards, backwards;
    bool *differs = ferry_new(f->job, bool, PIXELS);
    f->work += OF_PICTURES + PAINTED * pixels;
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
    const fy_camera camera = {.view = fy_matrix_identity()};
    fy_gx_vertices from;
    fy_gx_vertex vertex;
    ferry_mark mark = ferry_job_mark(f->job);
    bool done = fy_gx_vertices_open(f->job, f->scene, &f->pose, &camera, draw, &from);
    for (size_t i = 0; done && i < 3 * (size_t)mesh->triangle_count; i++) {
        fy_gx_vertices_take(&from, mesh->triangles[i], &vertex);
        if (!i) *box = (ferry_box){vertex.world, vertex.world};
        extend(box, vertex.world);
    }
    ferry_job_release(f->job, mark);
    return done;
}

static bool open_sight(finder *f, const ferry_draw *draw, const fy_gx_vertices *from, sight *of) {
    const ferry_material *material = &f->scene->materials.data[draw->material];
    *of = (sight){.mesh = from->mesh, .source = {.cull = material->cull}};
    of->vertices = fy_gx_vertices_shade(f->job, from, NULL, &of->sides);
    of->places = ferry_new(f->job, fy_screen, (size_t)of->mesh->vertex_count + 1);
    return of->vertices && of->places;
}

/* As its source draws it: of a GameCube material. Positions stay. */
static bool shade_sight(finder *f, const ferry_draw *draw, const fy_gx_vertices *from, sight *of) {
    const ferry_material *material = &f->scene->materials.data[draw->material];
    const fy_gx_view view = {.view = from->camera->view, .to_light = {0, 0, 1}};
    fy_gx_shader *shader = fy_gx_shader_open(f->job, f->scene, material->gx, material->cull, &view);
    of->vertices = shader ? fy_gx_vertices_shade(f->job, from, shader, &of->sides) : NULL;
    if (of->vertices) of->source = fy_gx_shader_material(shader);
    return of->vertices;
}

/* A direction in which so few pixels have two triangles does not matter: however much each differs, it is
 * less than LEAST_IN_ALL in the mean. */
static bool look_from(finder *f, const ferry_draw *draw, const ferry_box *box, unsigned direction) {
    const fy_camera camera = fy_camera_from(box, direction, WIDTH, HEIGHT);
    const uint64_t before = f->crossed, covered_before = f->covered;
    const bool *differs = NULL;
    fy_gx_vertices from;
    sight of;
    f->work += OF_DIRECTION;
    if (!fy_gx_vertices_open(f->job, f->scene, &f->pose, &camera, draw, &from) ||
        !open_sight(f, draw, &from, &of) || !trace_triangles(f, &of, false, NULL))
        return false;
    const uint64_t crossed = f->crossed - before, covered = f->covered - covered_before;
    if (crossed * 255 <= covered || exhausted(f)) return true;
    if (f->scene->materials.data[draw->material].gx) {
        if (shade_sight(f, draw, &from, &of)) differs = compare_orders(f, &of, covered + crossed);
        if (!differs) return false;
    }
    return trace_triangles(f, &of, true, differs);
}

static bool look_around(finder *f, const ferry_draw *draw) {
    ferry_box box;
    f->covered = f->crossed = f->difference = f->pair_count = 0;
    if (!fy_pose_skin(f->job, f->scene, f->scene->meshes.data[draw->mesh].skin, &f->pose) ||
        !find_box(f, draw, &box))
        return false;
    for (unsigned direction = 0; direction < FY_DIRECTIONS && !exhausted(f); direction++) {
        ferry_mark mark = ferry_job_mark(f->job);
        bool done = look_from(f, draw, &box, direction) && ferry_tick(f->job);
        ferry_job_release(f->job, mark);
        if (!done) return false;
    }
    return !f->full;
}

/* From all directions, or until it is too much: lists pairs. */
static bool look_at_draw(finder *f, const ferry_draw *draw) {
    const fy_pose rest = f->pose; /* of no skin */
    ferry_mark mark = ferry_job_mark(f->job);
    bool done = look_around(f, draw);
    ferry_job_release(f->job, mark);
    f->pose = rest;
    return done;
}

/* ---------------------------------------------------------------------------------------- the groups */

/* How many triangles are to be drawn before each, one behind the other, and how many after it. */
typedef struct chains {
    uint32_t *before, *after;
} chains;

static void raise(uint32_t *length, uint32_t to) {
    if (*length < to) *length = to;
}

/* How many groups it takes. */
static uint32_t find_chains(const finder *f, const chains *of, uint32_t triangles) {
    uint32_t longest = 0;
    for (uint32_t i = 0; i < f->pair_count; i++)
        raise(&of->before[f->pairs[i].later], of->before[f->pairs[i].earlier] + 1);
    for (uint32_t i = f->pair_count; i-- > 0;)
        raise(&of->after[f->pairs[i].earlier], of->after[f->pairs[i].later] + 1);
    for (uint32_t t = 0; t < triangles; t++) raise(&longest, of->before[t]);
    return longest + 1;
}

/* Chains that are too long are pressed together, each for itself. A triangle stays behind those that it must
 * follow, or becomes one of them: along a pair `before` grows, and `after` shrinks. */
static uint8_t group_of(const chains *of, uint32_t t) {
    const uint64_t last = FY_MOST_ORDER_GROUPS - 1, before = of->before[t], all = before + of->after[t];
    return (uint8_t)(all <= last ? before : before * last / all);
}

/* `found` groups would keep the order. */
static void report_draw(const finder *f, uint32_t draw, uint32_t found) {
    const ferry_draw *of = &f->scene->draws.data[draw];
    const char *path = ferry_job_format(f->job, "draw[%u]", draw);
    const uint32_t triangles = f->scene->meshes.data[of->mesh].triangle_count;
    if (found <= FY_MOST_ORDER_GROUPS)
        ferry_say(f->job, FERRY_NOTE, "t3dm.triangle-order", f->file, path,
                  "the %u triangles of \"%s\" are seen through one another: drawn in %u groups, in the "
                  "source's order",
                  triangles, of->name, found);
    else
        ferry_say_measured(f->job, FERRY_LOSS, "t3dm.triangle-order", f->file, path,
                           (ferry_measure){found, "groups", true},
                           "the %u triangles of \"%s\" are seen through one another: %u groups would keep "
                           "the source's order, they are drawn in %u",
                           triangles, of->name, found, FY_MOST_ORDER_GROUPS);
}

/* In the job's memory; NULL in *result if any order will do. False at the memory limit. */
static bool group_triangles(finder *f, uint32_t draw, const uint8_t **result) {
    const uint32_t triangles = f->scene->meshes.data[f->scene->draws.data[draw].mesh].triangle_count;
    uint8_t *groups = ferry_new(f->job, uint8_t, triangles);
    ferry_mark mark = ferry_job_mark(f->job);
    const chains of = {ferry_new(f->job, uint32_t, triangles), ferry_new(f->job, uint32_t, triangles)};
    if (!groups || !of.before || !of.after) return false;
    sort_pairs(f);
    const uint32_t count = find_chains(f, &of, triangles);
    for (uint32_t t = 0; t < triangles; t++) groups[t] = group_of(&of, t);
    ferry_job_release(f->job, mark);
    if (count == 1) return true;
    *result = groups;
    report_draw(f, draw, count);
    return true;
}

/* --------------------------------------------------------------------------------------------- draws */

/* A copy of the frame buffer shows nothing of the draw itself. Where depth is written that the source does
 * not write, layers are hidden in any order. */
static bool has_order_of_gx(const ferry_gx_material *gx, const fy_t3dm_material *material) {
    bool tests = material->rdp.flags & FERRY_RDP_DEPTH;
    return !fy_gx_shows_frame_buffer(gx) && (gx->z_write || !tests || fy_t3dm_keeps_depth(&material->rdp));
}

/* Light that is added, and hides nothing, comes to the same in any order. */
static bool has_order_of_rdp(const fy_t3dm_material *material) {
    return material->rdp.blender != FERRY_RDP_BLEND_ADD || !fy_t3dm_keeps_depth(&material->rdp);
}

/* The triangles of other formats come in whatever order their exporters left. */
static bool has_order(const finder *f, const ferry_draw *draw, const fy_t3dm_material *material) {
    if (material->layer != FY_T3DM_BLEND || material->drop || draw->material == FERRY_NONE ||
        f->scene->meshes.data[draw->mesh].triangle_count < 2)
        return false;
    const ferry_material *source = &f->scene->materials.data[draw->material];
    return source->gx ? has_order_of_gx(source->gx, material)
                      : source->rdp && fy_t3dm_is_rewritten(f->scene) && has_order_of_rdp(material);
}

static bool is_seen(const finder *f, const ferry_draw *draw) {
    const double covered = (double)f->covered;
    return f->scene->materials.data[draw->material].gx ? (double)f->difference > LEAST_IN_ALL * covered
                                                       : (double)f->crossed > LEAST_SHARE * covered;
}

static bool open_pictures(finder *f) {
    static const uint8_t clear[4] = {0};
    const ferry_matrix view = fy_matrix_identity();
    f->traces = ferry_new(f->job, trace, PIXELS);
    return f->traces && fy_target_open(f->job, WIDTH, HEIGHT, clear, false, &f->target) &&
           fy_pose_open(f->job, f->scene, &view, &f->pose);
}

static bool order_draw(finder *f, uint32_t draw, const uint8_t **groups, uint32_t *left_out) {
    const ferry_draw *of = &f->scene->draws.data[draw];
    if (!f->traces && !open_pictures(f)) return false;
    if (!exhausted(f) && !look_at_draw(f, of)) return false;
    if (exhausted(f)) {
        ++*left_out;
        return !f->full;
    }
    return !is_seen(f, of) || group_triangles(f, draw, groups);
}

bool fy_t3dm_order_triangles(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_plan *plan) {
    finder f = {.job = job, .scene = scene, .file = file};
    uint32_t left_out = 0;
    bool done = true;
    if (ferry_setting_is(job, "t3dm.triangle-order", "free")) return true;
    const uint8_t **groups = ferry_new(job, const uint8_t *, scene->draws.count + (size_t)1);
    for (uint32_t d = 0; done && groups && d < scene->draws.count; d++) {
        const uint32_t number = plan->of_draw[d];
        if (number != FERRY_NONE && has_order(&f, &scene->draws.data[d], &plan->materials[number]))
            done = order_draw(&f, d, &groups[d], &left_out);
    }
    fy_job_drop(job, f.pairs);
    plan->order_groups = groups;
    if (done && left_out)
        ferry_say_measured(job, FERRY_LOSS, "t3dm.triangle-order", file, "",
                           (ferry_measure){left_out, "draws", true},
                           "%u translucent %s not examined, which would take too long: triangles may be "
                           "drawn in another order than the source's",
                           left_out, left_out == 1 ? "draw was" : "draws were");
    return done && groups;
}
