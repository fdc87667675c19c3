/*
 * near_figure.c: looks at a figure from nearby (docs/rendering.md, "Near views").
 *
 * What is visible from the six sides is sampled by small pictures; the samples are parted into as many groups
 * as there are looks, by place and by where they face (Lloyd's way), and the middle of each is looked at.
 */
#include "view/near_figure.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "machine/camera.h"
#include "machine/raster.h"
#include "view/cameras.h"
#include "view/surface.h"

enum { WIDTH = 48, HEIGHT = 36, ROUNDS = 8, TRIES = 6 };

#define DISTANCE 0.15F /* of the box's diagonal */
#define RISE 0.35F     /* how far the eye stands above the normal, as a tangent */
#define TURN 0.06      /* what opposite normals count as squared distance, a quarter of it, in diagonals */
#define CLEAR 0.98     /* of the way that nothing may stand in */

/* A piece of surface that a pixel shows. */
typedef struct sample {
    ferry_vec3 at, normal; /* the normal of unit length, on the visible side */
    ferry_vec3 seen_from;  /* unit, towards the eye that saw it */
    double weight;         /* its area as the eye sees it */
    double apart;          /* from the nearest of the groups that have begun */
    uint32_t group;
    bool tried;
} sample;

typedef struct group {
    ferry_vec3 at, normal; /* means; the normal as long as the samples agree */
    double weight;
} group;

typedef struct figure {
    ferry_job *job;
    const fy_surface *surface;
    double size;     /* the box's diagonal */
    sample *samples; /* its own */
    uint32_t count, room;
    group groups[FY_NEAR];
    uint32_t group_count;
} figure;

/* ------------------------------------------------------------------------------------------ the samples */

/* One side while it is drawn. */
typedef struct side_picture {
    figure *of;
    fy_camera camera;
    ferry_vec3 eye;
    fy_target target;
    uint32_t *triangle; /* by pixel; FERRY_NONE */
    sample *seen;       /* by pixel: place and weight */
    uint32_t at;        /* the triangle that is drawn */
} side_picture;

static bool note_pixel(void *user, const fy_pixel *pixel) {
    side_picture *side = user;
    side->triangle[pixel->index] = side->at;
    side->seen[pixel->index].at =
        (ferry_vec3){pixel->perspective[0], pixel->perspective[1], pixel->perspective[2]};
    side->seen[pixel->index].weight = pixel->w * pixel->w;
    return true;
}

static bool draw_triangles(side_picture *side) {
    static const uint32_t numbers[3] = {0, 1, 2};
    const fy_surface *surface = side->of->surface;
    fy_raster_material fill = {.perspective = 3,
                               .sampling = FY_SAMPLE_CENTER,
                               .z_compare = FY_LEQUAL,
                               .z_write = true,
                               .pixel = note_pixel,
                               .user = side};
    fy_raster_vertex corners[3] = {0};
    for (side->at = 0; side->at < surface->count; side->at++) {
        for (size_t i = 0; i < 3; i++) {
            ferry_vec3 p = surface->corners[3 * (size_t)side->at + i];
            fy_camera_clip(&side->camera, fy_matrix_point(&side->camera.view, p), corners[i].clip);
            corners[i].perspective[0] = p.x, corners[i].perspective[1] = p.y, corners[i].perspective[2] = p.z;
        }
        fill.cull = (ferry_cull)surface->cull[side->at];
        if (!fy_raster_triangles(side->of->job, &side->target, &fill, corners, NULL, NULL, numbers, 1))
            return false;
    }
    return true;
}

/* What faces away is what a surface without culling shows of its back. */
static void take_sample(const side_picture *side, size_t pixel) {
    figure *f = side->of;
    sample *to = &f->samples[f->count++];
    *to = side->seen[pixel];
    to->normal = fy_vec3_normalize(fy_surface_normal(f->surface, side->triangle[pixel]));
    to->seen_from = fy_vec3_normalize(fy_vec3_sub(side->eye, to->at));
    if (fy_vec3_dot(to->normal, to->seen_from) < 0) to->normal = fy_vec3_scale(to->normal, -1);
}

static bool sample_side(figure *f, const fy_side *from) {
    static const uint8_t clear[4] = {0};
    const double degrees = FY_PI / 180;
    side_picture side = {.of = f};
    ferry_matrix back;
    side.camera =
        fy_camera_frame(&f->surface->box, from->yaw * degrees, from->pitch * degrees, 0, WIDTH, HEIGHT);
    if (!fy_matrix_invert(&side.camera.view, &back)) return true; /* a size beyond all measure */
    side.eye = fy_matrix_point(&back, (ferry_vec3){0, 0, 0});
    side.triangle = ferry_new(f->job, uint32_t, (size_t)WIDTH * HEIGHT);
    side.seen = ferry_new(f->job, sample, (size_t)WIDTH * HEIGHT);
    if (!side.triangle || !side.seen || !fy_target_open(f->job, WIDTH, HEIGHT, clear, false, &side.target))
        return false;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++) side.triangle[i] = FERRY_NONE;
    if (!draw_triangles(&side)) return false;
    uint32_t covered = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++) covered += side.triangle[i] != FERRY_NONE;
    if (!fy_job_reserve(f->job, (void **)&f->samples, f->count, &f->room, covered, sizeof *f->samples))
        return false;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++)
        if (side.triangle[i] != FERRY_NONE) take_sample(&side, i);
    return true;
}

static bool take_samples(figure *f) {
    for (int i = 0; i < FY_SIDES; i++) {
        ferry_mark mark = ferry_job_mark(f->job);
        bool done = sample_side(f, &fy_sides[i]);
        ferry_job_release(f->job, mark);
        if (!done) return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- the groups */

static double square(ferry_vec3 v) {
    return fy_vec3_dot(v, v);
}

static double apart(const figure *f, const sample *s, const group *g) {
    return square(fy_vec3_sub(s->at, g->at)) / (f->size * f->size) +
           TURN * square(fy_vec3_sub(s->normal, g->normal));
}

static double nearest(const figure *f, const sample *s, uint32_t *number) {
    double least = 0;
    for (uint32_t g = 0; g < f->group_count; g++) {
        double distance = apart(f, s, &f->groups[g]);
        if (g && distance >= least) continue;
        least = distance;
        *number = g;
    }
    return least;
}

/* The first group begins at the first sample, each other one where the samples are furthest from all. */
static void begin_groups(figure *f) {
    uint32_t most = 0;
    double furthest = -1;
    while (f->group_count < FY_NEAR && furthest != 0) { /* 0: fewer places than groups */
        const uint32_t number = f->group_count++;
        group *begun = &f->groups[number];
        *begun = (group){f->samples[most].at, f->samples[most].normal, 0};
        furthest = 0;
        for (uint32_t i = 0; i < f->count; i++) {
            sample *s = &f->samples[i];
            double distance = apart(f, s, begun);
            if (!number || !(distance >= s->apart)) s->apart = distance;
            if (s->apart > furthest) furthest = s->apart, most = i;
        }
    }
}

static void move_groups(figure *f) {
    double sums[FY_NEAR][7] = {{0}};
    for (uint32_t i = 0; i < f->count; i++) {
        sample *s = &f->samples[i];
        nearest(f, s, &s->group);
        double *sum = sums[s->group], w = s->weight;
        const float parts[6] = {s->at.x, s->at.y, s->at.z, s->normal.x, s->normal.y, s->normal.z};
        for (int k = 0; k < 6; k++) sum[k] += w * (double)parts[k];
        sum[6] += w;
    }
    for (uint32_t g = 0; g < f->group_count; g++) {
        const double *sum = sums[g], w = sum[6];
        f->groups[g].weight = w;
        if (!(w > 0)) continue;
        f->groups[g].at = (ferry_vec3){(float)(sum[0] / w), (float)(sum[1] / w), (float)(sum[2] / w)};
        f->groups[g].normal = (ferry_vec3){(float)(sum[3] / w), (float)(sum[4] / w), (float)(sum[5] / w)};
    }
}

/* -------------------------------------------------------------------------------------------- the looks */

/* The sample nearest to the middle of its group that was not tried yet; NULL: none. */
static sample *next_sample(const figure *f, uint32_t number) {
    sample *best = NULL;
    double least = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        sample *s = &f->samples[i];
        if (s->group != number || s->tried) continue;
        double distance = apart(f, s, &f->groups[number]);
        if (best && distance >= least) continue;
        least = distance;
        best = s;
    }
    if (best) best->tried = true;
    return best;
}

static bool is_clear(const figure *f, const fy_viewpoint *look) {
    ferry_vec3 way = fy_vec3_sub(look->target, look->eye);
    double length = fy_vec3_length(way);
    if (!(length > DISTANCE * f->size / 2)) return false; /* so far from the origin that floats end */
    return fy_surface_look(f->job, f->surface, look->eye, fy_vec3_normalize(way), length, true).distance >=
           CLEAR * length;
}

/* From outside, a bit from above; else from where the sample was seen. */
static bool look_at(const figure *f, const sample *s, const group *g, fy_viewpoint *look) {
    ferry_vec3 normal = fy_vec3_dot(g->normal, s->normal) > 0.5 ? g->normal : s->normal;
    ferry_vec3 ways[2] = {fy_vec3_normalize(normal), s->seen_from};
    ways[0].y += RISE;
    for (int i = 0; i < 2; i++) {
        ferry_vec3 away = fy_vec3_scale(fy_vec3_normalize(ways[i]), DISTANCE * (float)f->size);
        *look = (fy_viewpoint){fy_vec3_add(s->at, away), s->at};
        if (is_clear(f, look)) return true;
    }
    return false;
}

static bool look_at_group(const figure *f, uint32_t number, fy_viewpoint *look) {
    for (int i = 0; i < TRIES; i++) {
        const sample *s = next_sample(f, number);
        if (!s) return false;
        if (look_at(f, s, &f->groups[number], look)) return true;
    }
    return false;
}

static void find_looks(figure *f, fy_viewpoint looks[FY_NEAR], uint32_t *count) {
    begin_groups(f);
    for (int i = 0; i < ROUNDS; i++) move_groups(f);
    for (uint32_t g = 0; g < f->group_count; g++)
        if (look_at_group(f, g, &looks[*count])) (*count)++;
}

bool fy_near_figure(ferry_job *job, const fy_surface *surface, fy_viewpoint looks[FY_NEAR], uint32_t *count) {
    figure f = {.job = job, .surface = surface};
    f.size = fy_vec3_length(fy_vec3_sub(surface->box.max, surface->box.min));
    *count = 0;
    bool done = take_samples(&f);
    if (done && f.count) find_looks(&f, looks, count);
    fy_job_drop(job, f.samples);
    return done && ferry_tick(job);
}
