/*
 * t3dm_frame_alpha.c: see t3dm_frame_alpha.h. Such draws have no depth test of their own: their game masks
 * them by an alpha that it drew with one. The console has no such alpha, and without a test eyes would show
 * through sunglasses, hands and walls. So they get one. Where they lie in the very plane of a face, it has to
 * be that of decals; where they stand out from it, decals would find nothing to lie on.
 */
#include "formats/t3dm/mapping/t3dm_frame_alpha.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shader.h"
#include "view/surface.h"

/* Parts of the model's length: what rounding moves, and how far what is in front of an eye is looked for. */
#define ROUNDING (1.0 / 4096)
#define FRONT (1.0 / 16)

/* Triangles that are looked at, of all materials. */
enum { MOST_LOOKS = 1024 };

typedef struct finder {
    fy_planner *p;
    bool *apart; /* by material: the frame buffer's alpha decides what its draws show */
    fy_surface below;
    double length;  /* of the model */
    uint32_t looks; /* for each material */
} finder;

/* Places that are seen: those in one plane with what is below them, and those in front of it. */
typedef struct verdict {
    uint32_t lying, apart;
} verdict;

/* What a material draws; FERRY_NONE: all but what the frame buffer's alpha decides. */
static bool open_surface(const finder *f, uint32_t material, fy_surface *surface) {
    ferry_scene scene = *f->p->scene;
    ferry_draw *draws = ferry_new(f->p->job, ferry_draw, scene.draws.count + (size_t)1);
    uint32_t count = 0;
    if (!draws) return false;
    for (uint32_t d = 0; d < scene.draws.count; d++) {
        const ferry_draw *draw = &scene.draws.data[d];
        bool other = draw->material == FERRY_NONE || !f->apart[draw->material];
        if (material == FERRY_NONE ? other : draw->material == material) draws[count++] = *draw;
    }
    scene.draws.data = draws;
    scene.draws.count = count;
    return fy_surface_open(f->p->job, &scene, surface);
}

static bool is_near(const ferry_vec3 corners[3], const ferry_box *box, double by) {
    const float *low = &box->min.x, *high = &box->max.x;
    for (int k = 0; k < 3; k++) {
        const float *a = &corners[0].x + k, *b = &corners[1].x + k, *c = &corners[2].x + k;
        double least = (double)fminf(fminf(*a, *b), *c), most = (double)fmaxf(fmaxf(*a, *b), *c);
        if (least > (double)high[k] + by || most < (double)low[k] - by) return false;
    }
    return true;
}

/* Of what is drawn below, what is near the box. False at the memory limit. */
static bool take_near(const finder *f, const ferry_box *box, fy_surface *near) {
    *near = (fy_surface){.box = f->below.box,
                         .corners = ferry_new(f->p->job, ferry_vec3, 3 * (size_t)f->below.count + 1),
                         .cull = ferry_new(f->p->job, uint8_t, f->below.count + (size_t)1)};
    if (!near->corners || !near->cull) return false;
    for (size_t t = 0; t < f->below.count; t++) {
        const ferry_vec3 *corners = &f->below.corners[3 * t];
        if (!is_near(corners, box, 2 * FRONT * f->length)) continue;
        for (size_t k = 0; k < 3; k++) near->corners[3 * (size_t)near->count + k] = corners[k];
        near->cull[near->count++] = f->below.cull[t];
    }
    return true;
}

/* Along the normal, from outside: what hides the place says nothing. */
static void judge(const finder *f, const fy_surface *near, const ferry_vec3 corners[3], ferry_vec3 normal,
                  verdict *to) {
    const double before = FRONT * f->length, rounding = ROUNDING * f->length;
    ferry_vec3 middle = fy_vec3_scale(fy_vec3_add(fy_vec3_add(corners[0], corners[1]), corners[2]), 1.0f / 3);
    ferry_vec3 from = fy_vec3_add(middle, fy_vec3_scale(normal, (float)before));
    ferry_vec3 back = fy_vec3_scale(normal, -1);
    double met = fy_surface_look(f->p->job, near, from, back, before + rounding, true).distance;
    if (met < before - rounding) return;
    to->lying += met < before + rounding;
    to->apart += met >= before + rounding;
}

static bool find_lying(finder *f, uint32_t material) {
    fy_surface own, near;
    verdict found = {0, 0};
    if (!open_surface(f, material, &own) || (own.count && !take_near(f, &own.box, &near))) return false;
    for (uint32_t t = 0, step = own.count / f->looks + 1; t < own.count; t += step)
        judge(f, &near, &own.corners[3 * (size_t)t], fy_vec3_normalize(fy_surface_normal(&own, t)), &found);
    f->p->lying[material] = found.lying > found.apart;
    return !ferry_failed(f->p->job);
}

/* How many materials are blended by the frame buffer's alpha. */
static uint32_t find_apart(const finder *f) {
    const ferry_scene *scene = f->p->scene;
    uint32_t readers = 0;
    for (uint32_t m = 0; m < scene->materials.count; m++) {
        const ferry_gx_material *gx = scene->materials.data[m].gx;
        readers += gx && fy_gx_reads_frame_alpha(gx);
    }
    for (uint32_t m = 0; readers && m < scene->materials.count; m++) {
        const ferry_gx_material *gx = scene->materials.data[m].gx;
        f->apart[m] = gx && fy_gx_frame_alpha_of(scene, gx) != FY_GX_ALPHA_UNUSED;
    }
    return readers;
}

static bool look_at_all(finder *f) {
    const ferry_scene *scene = f->p->scene;
    if (!open_surface(f, FERRY_NONE, &f->below)) return false;
    if (!f->below.count) return true;
    f->length = fy_vec3_length(fy_vec3_sub(f->below.box.max, f->below.box.min));
    for (uint32_t m = 0; m < scene->materials.count; m++) {
        const ferry_gx_material *gx = scene->materials.data[m].gx;
        ferry_mark mark = ferry_job_mark(f->p->job);
        bool done = !gx || !fy_gx_reads_frame_alpha(gx) || find_lying(f, m);
        ferry_job_release(f->p->job, mark);
        if (!done) return false;
    }
    return true;
}

bool fy_planner_find_lying(fy_planner *p) {
    finder f = {.p = p};
    p->lying = ferry_new(p->job, bool, p->scene->materials.count + (size_t)1);
    if (!p->lying) return false;
    ferry_mark mark = ferry_job_mark(p->job);
    f.apart = ferry_new(p->job, bool, p->scene->materials.count + (size_t)1);
    uint32_t readers = f.apart ? find_apart(&f) : 0;
    f.looks = readers ? MOST_LOOKS / readers : 0;
    bool done = f.apart && (!f.looks || look_at_all(&f));
    ferry_job_release(p->job, mark);
    return done;
}
