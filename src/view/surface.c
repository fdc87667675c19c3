/* surface.c: a scene's triangles where its rest pose puts them, and what stands in a line of sight. */
#include "view/surface.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/levels.h"
#include "view/pose.h"

/* --------------------------------------------------------------------------------------- the triangles */

static uint64_t count_triangles(const ferry_scene *scene, const bool *seen) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < scene->draws.count; i++)
        if (seen[i]) count += scene->meshes.data[scene->draws.data[i].mesh].triangle_count;
    return count;
}

static void add_triangle(fy_surface *surface, const ferry_vec3 corners[3], ferry_cull cull) {
    ferry_vec3 *to = &surface->corners[3 * (size_t)surface->count];
    for (int i = 0; i < 3; i++) to[i] = corners[i];
    double area = fy_vec3_length(fy_surface_normal(surface, surface->count));
    if (!(area > 0) || !fy_finite(area) || cull == FERRY_CULL_BOTH) return;
    if (!surface->count) surface->box = (ferry_box){to[0], to[0]};
    for (int i = 0; i < 3; i++) fy_box_grow(&surface->box, to[i]);
    surface->cull[surface->count++] = (uint8_t)cull;
}

static bool add_draw(ferry_job *job, const ferry_scene *scene, const ferry_draw *draw, fy_pose *pose,
                     fy_surface *surface) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    ferry_cull cull =
        draw->material == FERRY_NONE ? FERRY_CULL_BACK : scene->materials.data[draw->material].cull;
    if (!fy_pose_skin(job, scene, mesh->skin, pose)) return false;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        ferry_vec3 corners[3];
        if (!ferry_tick(job)) return false;
        for (size_t i = 0; i < 3; i++) {
            uint32_t v = mesh->triangles[3 * t + i];
            corners[i] = fy_matrix_point(fy_pose_matrix(pose, draw, mesh, v), mesh->positions[v]);
        }
        add_triangle(surface, corners, cull);
    }
    return true;
}

bool fy_surface_open(ferry_job *job, const ferry_scene *scene, fy_surface *surface) {
    ferry_matrix ahead = fy_matrix_identity();
    const bool *seen = fy_find_seen(job, scene);
    fy_pose pose;
    *surface = (fy_surface){0};
    if (!seen) return false;
    uint64_t count = count_triangles(scene, seen);
    surface->corners = ferry_new(job, ferry_vec3, fy_count(3 * count + 1));
    surface->cull = ferry_new(job, uint8_t, fy_count(count + 1));
    if (!surface->corners || !surface->cull || !fy_pose_open(job, scene, &ahead, &pose)) return false;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        const ferry_draw *draw = &scene->draws.data[i];
        if (seen[i] && !add_draw(job, scene, draw, &pose, surface)) return false;
    }
    return true;
}

ferry_vec3 fy_surface_normal(const fy_surface *surface, uint32_t triangle) {
    const ferry_vec3 *p = &surface->corners[3 * (size_t)triangle];
    return fy_vec3_cross(fy_vec3_sub(p[1], p[0]), fy_vec3_sub(p[2], p[0]));
}

/* ------------------------------------------------------------------------------------------ the edges */

static int by_length(const void *left, const void *right) {
    const float *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Triangles whose edges are sorted at most: a sample in even steps says as much as all. */
enum { MEASURED = 1024 };

bool fy_surface_edge(ferry_job *job, const fy_surface *surface, double *median) {
    ferry_mark mark = ferry_job_mark(job);
    uint32_t step = surface->count / MEASURED + 1, count = 0;
    float *lengths = ferry_new(job, float, 3 * ((size_t)surface->count / step + 1) + 1);
    *median = 0;
    if (!lengths) return false;
    for (size_t t = 0; t < surface->count; t += step)
        for (size_t i = 0; i < 3; i++) {
            ferry_vec3 a = surface->corners[3 * t + i], b = surface->corners[3 * t + (i + 1) % 3];
            lengths[count++] = (float)fy_vec3_length(fy_vec3_sub(b, a));
        }
    if (count) qsort(lengths, count, sizeof *lengths, by_length);
    *median = (double)lengths[count / 2];
    ferry_job_release(job, mark);
    return true;
}

/* ------------------------------------------------------------------------------------- lines of sight */

/* Where the line meets the triangle, as Moeller and Trumbore compute it; below 0: nowhere. `facing` is above
 * 0 where it is looked at from the front. */
static double meet(const ferry_vec3 p[3], ferry_vec3 from, ferry_vec3 along, double *facing) {
    ferry_vec3 first = fy_vec3_sub(p[1], p[0]), second = fy_vec3_sub(p[2], p[0]);
    ferry_vec3 across = fy_vec3_cross(along, second), to = fy_vec3_sub(from, p[0]);
    *facing = fy_vec3_dot(first, across);
    if (!(fabs(*facing) > 0)) return -1;
    double u = fy_vec3_dot(to, across) / *facing;
    if (!(u >= 0 && u <= 1)) return -1;
    ferry_vec3 round = fy_vec3_cross(to, first);
    double v = fy_vec3_dot(along, round) / *facing;
    return v >= 0 && u + v <= 1 ? fy_vec3_dot(second, round) / *facing : -1;
}

/* Triangles between two looks at the clock, of which the job makes one in many. */
enum { TRIANGLES_PER_TICK = 16 };

fy_surface_hit fy_surface_look(ferry_job *job, const fy_surface *surface, ferry_vec3 from, ferry_vec3 along,
                               double most, bool through) {
    fy_surface_hit hit = {most, false};
    for (uint32_t i = 0; i < surface->count; i++) {
        if (i % TRIANGLES_PER_TICK == 0 && !ferry_tick(job)) return (fy_surface_hit){0, false};
        double facing, distance = meet(&surface->corners[3 * (size_t)i], from, along, &facing);
        bool back = surface->cull[i] == (facing > 0 ? FERRY_CULL_FRONT : FERRY_CULL_BACK);
        if (distance < 0 || distance >= hit.distance || (back && through)) continue;
        hit = (fy_surface_hit){distance, back};
    }
    return hit;
}
