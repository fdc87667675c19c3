/*
 * t3dm_spoiled.c: see t3dm_spoiled.h. Each pixel of some pictures keeps all triangles that cover it. The
 * nearest without a hole is what it shows; those within a decal's tolerance of that would be let through.
 */
#include "formats/t3dm/draw/t3dm_spoiled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/scene/levels.h"
#include "machine/camera.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shader.h"
#include "machine/raster.h"
#include "view/cameras.h"
#include "view/gx_vertices.h"
#include "view/pose.h"

/* As large as the console's screen: a pixel of it is what a second draw spoils. A picture of more layers than
 * that in the mean is left out. */
enum { WIDTH = 320, HEIGHT = 240, PIXELS = WIDTH * HEIGHT, LAYERS = 8, MOST_RECORDS = LAYERS * PIXELS };

/* Pairs, and triangles, of more than which a model is not looked at (any further). */
enum { MOST_PAIRS = 1 << 20, MOST_TRIANGLES = 1 << 22 };

/* A decal's tolerance, as pictures of conversions have it (machine/rdp/rdp_depth.c): 8 of the console's
 * 32,767 depths, or twice what depth changes by over a pixel; in the rasteriser's depths. */
#define FLAT (8.0 * 16777215 / 32767)
#define STEEP 2.0

/* What is nearer lies in one plane, as far as the rasteriser can tell: the later draw is seen. */
#define ONE_PLANE 4.0
#define ONE_PLANE_STEEP (1.0 / 128)

/* A triangle at a pixel. */
typedef struct record {
    uint32_t triangle, below; /* below: the record that the pixel got before; FERRY_NONE */
    float z, slope;
    bool hole, twice;
} record;

typedef struct finder {
    ferry_job *job;
    const ferry_scene *scene;
    const fy_drawn *drawn;
    const char *file;
    fy_spoiled_list *list;
    uint32_t capacity;
    fy_camera camera;
    fy_target target; /* nobody looks at what is in it: pictures use it one after the other */
    fy_pose pose;
    uint32_t *top;     /* by pixel: its last record, counted from `base`; less: none of this picture */
    uint64_t *crowded; /* by pixel, a bit: it has more records than one */
    uint32_t base;
    record *records;
    uint32_t count, record_capacity;
    uint32_t pictures, left_out; /* that were looked at, and of these not, or not whole */
    bool full;                   /* the memory limit was met */
    uint32_t draw, triangle;
    ferry_gx_material gx;      /* where the draw has holes */
    fy_raster_material source; /* that draws so; else without a pixel function */
} finder;

/* --------------------------------------------------------------------------------------- the pictures */

static bool is_drawn_twice(const finder *f, const fy_pixel *pixel) {
    return f->drawn[f->draw].again & (pixel->slopes->front ? FY_DRAWN_FRONT : FY_DRAWN_BACK);
}

/* Above zero, which is where no picture has left anything. */
enum { FIRST_BASE = 1 };

static uint32_t last_record(const finder *f, size_t pixel) {
    return f->top[pixel] < f->base ? FERRY_NONE : f->top[pixel] - f->base;
}

static bool keep_pixel(void *user, const fy_pixel *pixel) {
    finder *f = user;
    const uint32_t below = last_record(f, pixel->index);
    if (f->count == MOST_RECORDS || f->full) return false;
    f->full =
        !fy_job_reserve(f->job, (void **)&f->records, f->count, &f->record_capacity, 1, sizeof *f->records);
    if (f->full) return false;
    bool hole = f->source.pixel && !f->source.pixel(f->source.user, pixel);
    f->records[f->count] = (record){.triangle = f->triangle,
                                    .below = below,
                                    .z = pixel->z,
                                    .slope = pixel->slope,
                                    .hole = hole,
                                    .twice = is_drawn_twice(f, pixel)};
    if (below != FERRY_NONE) f->crowded[pixel->index / 64] |= (uint64_t)1 << pixel->index % 64;
    f->top[pixel->index] = f->base + f->count++;
    return false;
}

/* What is cut out is drawn as its source draws it, with holes where that is half clear. */
static bool open_source(finder *f, const ferry_material *material, fy_gx_shader **shader) {
    fy_gx_view view = {.view = f->camera.view, .to_light = {0, 0, 1}};
    *shader = NULL;
    f->source = (fy_raster_material){.pixel = NULL};
    if (!material || !material->gx || !f->drawn[f->draw].cut) return true;
    f->gx = *material->gx;
    if (material->alpha_mode != FERRY_ALPHA_CUTOUT) {
        f->gx.alpha_compare0 = f->gx.alpha_compare1 = FERRY_GX_GEQUAL;
        f->gx.alpha_ref0 = f->gx.alpha_ref1 = 128;
        f->gx.alpha_op = FERRY_GX_AND;
    }
    *shader = fy_gx_shader_open(f->job, f->scene, &f->gx, material->cull, &view);
    if (*shader) f->source = fy_gx_shader_material(*shader);
    return *shader;
}

static ferry_cull cull_of(uint8_t sides) {
    return sides == FY_DRAWN_FRONT  ? FERRY_CULL_BACK
           : sides == FY_DRAWN_BACK ? FERRY_CULL_FRONT
                                    : FERRY_CULL_NONE;
}

static bool fill_triangles(finder *f, const ferry_mesh *mesh, const fy_raster_vertex *vertices,
                           const uint16_t *sides, fy_screen *places) {
    fy_raster_material fill = f->source;
    fill.cull = cull_of(f->drawn[f->draw].sides);
    fill.sampling = FY_SAMPLE_CENTER;
    fill.z_compare = FY_ALWAYS;
    fill.z_write = false;
    fill.pixel = keep_pixel;
    fill.user = f;
    f->triangle = f->list->first[f->draw];
    for (uint32_t t = 0; t < mesh->triangle_count && f->count < MOST_RECORDS; t++, f->triangle++) {
        const uint32_t *corners = &mesh->triangles[3 * (size_t)t];
        if (!fy_raster_triangles(f->job, &f->target, &fill, vertices, sides, places, corners, 1) || f->full)
            return false;
    }
    return true;
}

static bool picture_draw(finder *f, const ferry_draw *draw) {
    const ferry_mesh *mesh = &f->scene->meshes.data[draw->mesh];
    const ferry_material *material =
        draw->material == FERRY_NONE ? NULL : &f->scene->materials.data[draw->material];
    fy_gx_vertices from;
    fy_gx_shader *shader;
    const uint16_t *sides;
    if (!open_source(f, material, &shader) ||
        !fy_gx_vertices_open(f->job, f->scene, &f->pose, &f->camera, draw, &from))
        return false;
    const fy_raster_vertex *vertices = fy_gx_vertices_shade(f->job, &from, shader, &sides);
    fy_screen *places = ferry_new(f->job, fy_screen, (size_t)mesh->vertex_count + 1);
    return vertices && places && fill_triangles(f, mesh, vertices, sides, places);
}

static bool look_from(finder *f, const ferry_box *box, uint32_t level, unsigned direction) {
    f->base += f->count;
    f->count = 0;
    f->camera = fy_camera_from(box, direction, WIDTH, HEIGHT);
    memset(f->crowded, 0, PIXELS / 8);
    if (!fy_pose_open(f->job, f->scene, &f->camera.view, &f->pose)) return false;
    for (f->draw = 0; f->draw < f->scene->draws.count && f->count < MOST_RECORDS; f->draw++) {
        const ferry_draw *draw = &f->scene->draws.data[f->draw];
        if (!f->drawn[f->draw].solid || draw->level != level) continue;
        if (!fy_pose_skin(f->job, f->scene, f->scene->meshes.data[draw->mesh].skin, &f->pose)) return false;
        ferry_mark mark = ferry_job_mark(f->job);
        bool done = picture_draw(f, draw);
        ferry_job_release(f->job, mark);
        if (!done) return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- the pairs */

static bool is_in_one_plane(const record *a, const record *b) {
    double slope = fmax((double)a->slope, (double)b->slope);
    return fabs((double)a->z - (double)b->z) <= ONE_PLANE + ONE_PLANE_STEEP * slope;
}

/* What a pixel shows, records being listed from the last one on; NULL: nothing. */
static const record *shown_at(const finder *f, uint32_t pixel) {
    const record *nearest = NULL;
    for (uint32_t i = last_record(f, pixel); i != FERRY_NONE; i = f->records[i].below) {
        const record *r = &f->records[i];
        if (!r->hole && (!nearest || (r->z < nearest->z && !is_in_one_plane(r, nearest)))) nearest = r;
    }
    return nearest;
}

static bool is_spoiled_by(const record *shown, const record *by) {
    double apart = (double)by->z - (double)shown->z, slope = fmax((double)by->slope, (double)shown->slope);
    if (!by->twice || by == shown || fabs(apart) > fmax(FLAT, STEEP * slope)) return false;
    return by->hole || (is_in_one_plane(by, shown) ? by < shown : apart > 0);
}

static bool list_pixel(finder *f, uint32_t pixel) {
    const record *shown = shown_at(f, pixel);
    fy_spoiled_list *to = f->list;
    for (uint32_t i = last_record(f, pixel); shown && i != FERRY_NONE; i = f->records[i].below) {
        if (!is_spoiled_by(shown, &f->records[i])) continue;
        if (to->count == MOST_PAIRS) break;
        if (!fy_job_reserve(f->job, (void **)&to->data, to->count, &f->capacity, 1, sizeof *to->data))
            return false;
        to->data[to->count++] = (fy_spoiled){f->records[i].triangle, shown->triangle, 1};
    }
    return true;
}

/* Of a picture that has all: what shows one triangle alone has nothing that spoils it. */
static bool list_pixels(finder *f) {
    f->pictures++;
    for (uint32_t word = 0; word < PIXELS / 64 && f->count < MOST_RECORDS; word++) {
        if (!ferry_tick(f->job)) return false;
        for (uint32_t bit = 0; bit < 64 && f->crowded[word] >> bit; bit++)
            if (f->crowded[word] >> bit & 1 && !list_pixel(f, 64 * word + bit)) return false;
    }
    f->left_out += f->count == MOST_RECORDS || f->list->count == MOST_PAIRS;
    return true;
}

static int by_triangles(const void *a, const void *b) {
    const fy_spoiled *x = a, *y = b;
    if (x->by != y->by) return x->by < y->by ? -1 : 1;
    return x->shown < y->shown ? -1 : x->shown > y->shown;
}

static void merge_pairs(fy_spoiled_list *list) {
    uint32_t kept = 0;
    if (list->count) qsort(list->data, list->count, sizeof *list->data, by_triangles);
    for (uint32_t i = 0; i < list->count; i++) {
        if (kept && !by_triangles(&list->data[kept - 1], &list->data[i]))
            list->data[kept - 1].pixels += list->data[i].pixels;
        else
            list->data[kept++] = list->data[i];
    }
    list->count = kept;
}

/* ------------------------------------------------------------------------------------------ all of it */

/* None, if there are too many. */
static bool number_triangles(finder *f) {
    uint32_t draws = f->scene->draws.count, *first = ferry_new(f->job, uint32_t, draws + (size_t)1);
    uint64_t all = 0;
    f->list->first = first;
    for (uint32_t d = 0; first && d < draws && all <= MOST_TRIANGLES; d++) {
        if (f->drawn[d].solid) all += f->scene->meshes.data[f->scene->draws.data[d].mesh].triangle_count;
        first[d + 1] = (uint32_t)all;
    }
    if (!first || all <= MOST_TRIANGLES) return first;
    memset(first, 0, (draws + (size_t)1) * sizeof *first);
    f->pictures = f->left_out = FY_DIRECTIONS;
    return true;
}

static bool open_pictures(finder *f) {
    static const uint8_t clear[4] = {0};
    if (f->top) return true;
    f->base = FIRST_BASE;
    f->top = ferry_new(f->job, uint32_t, PIXELS);
    f->crowded = ferry_new(f->job, uint64_t, PIXELS / 64);
    return f->top && f->crowded && fy_target_open(f->job, WIDTH, HEIGHT, clear, false, &f->target);
}

/* Levels of detail are drawn one at a time. */
static bool look_at_level(finder *f, const ferry_box *box, uint32_t level) {
    bool any = false;
    for (uint32_t d = 0; d < f->scene->draws.count; d++)
        any |= f->drawn[d].solid && f->drawn[d].again && f->scene->draws.data[d].level == level;
    if (any && !open_pictures(f)) return false;
    for (unsigned direction = 0; direction < FY_DIRECTIONS && any; direction++) {
        ferry_mark mark = ferry_job_mark(f->job);
        bool done = look_from(f, box, level, direction) && list_pixels(f);
        ferry_job_release(f->job, mark);
        if (!done) return false;
        merge_pairs(f->list);
    }
    return true;
}

static bool look_at_all(finder *f) {
    ferry_counts counts;
    if (!ferry_count(f->scene, &counts)) {
        if (!ferry_failed(f->job)) /* the scene's own job has it, if it is still open */
            ferry_say(f->job, FERRY_ERROR, "t3dm.memory", f->file, "",
                      "out of memory while looking where second draws show");
        return false;
    }
    for (uint32_t level = 0; !counts.empty && level <= FY_MOST_LEVELS; level++)
        if (!look_at_level(f, &counts.box, level)) return false;
    return true;
}

bool fy_t3dm_find_spoiled(ferry_job *job, const ferry_scene *scene, const char *file, const fy_drawn *drawn,
                          fy_spoiled_list *list) {
    finder f = {.job = job, .scene = scene, .file = file, .drawn = drawn, .list = list};
    *list = (fy_spoiled_list){0};
    bool done = number_triangles(&f);
    ferry_mark mark = ferry_job_mark(job); /* what is listed lies elsewhere */
    done = done && (f.left_out || look_at_all(&f));
    ferry_job_release(job, mark);
    fy_job_drop(job, f.records);
    if (done && f.left_out)
        ferry_say_measured(job, FERRY_LOSS, "t3dm.toon-inner", file, "",
                           (ferry_measure){f.left_out, "pictures", true},
                           "so many of its triangles lie behind each other that %u of %u pictures were not "
                           "looked at whole: second draws may show on what is in front of them",
                           f.left_out, f.pictures);
    return done && !ferry_failed(job);
}
