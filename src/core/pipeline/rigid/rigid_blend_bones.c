/* rigid_blend_bones.c: bones between joints: chosen by what they take off from errors, and made. */
#include "core/pipeline/rigid/rigid_blend_bones.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/pipeline/rigid/blend_bone.h"
#include "core/pipeline/rigid/blend_bone_list.h"
#include "core/pipeline/rigid/rigid_fit.h"
#include "core/pipeline/rigid/rigid_poses.h"
#include "core/scene/scene.h"

#define MOST_COUNTED 16.0 /* of the vertices of medium triangles */

/* Vertices with several weights: how far each is off on the best of what there is, and on each bone that it
 * may go to, squared. */
typedef struct errors {
    uint32_t count, vertices; /* those; all of the skin */
    uint32_t *influences;
    double *counts;   /* what each counts */
    double *now, *on; /* on: FY_MOST_BLENDS a vertex */
    double largest;
    fy_blend_bone_needs needs;
} errors;

static bool is_weighted(const fy_rigid *r, uint32_t influence) {
    return r->skin->influences[influence].count > 1;
}

/* The area around each vertex, in bind pose: a third of its triangles. */
static double sum_areas(const ferry_mesh *mesh, double *areas) {
    double all = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) areas[v] = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangles + 3 * (size_t)t;
        const ferry_vec3 *at = mesh->positions, cross = fy_vec3_cross(fy_vec3_sub(at[c[1]], at[c[0]]),
                                                                      fy_vec3_sub(at[c[2]], at[c[0]]));
        const double area = fy_vec3_length(cross) / 2;
        if (!fy_finite(area)) continue;
        for (int i = 0; i < 3; i++) areas[c[i]] += area / 3;
        all += area;
    }
    return all;
}

static void measure_on_joints(fy_rigid *r, const ferry_mesh *mesh, const double *areas, errors *to) {
    to->vertices += mesh->vertex_count;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const uint32_t influence = mesh->influences[v];
        if (!is_weighted(r, influence)) continue;
        const double error = r->fits[to->count].error;
        to->influences[to->count] = influence;
        to->counts[to->count] = areas[v];
        to->now[to->count++] = error;
        to->needs.vertices[influence]++;
        fy_raise(&to->largest, error);
    }
}

/* Large triangles show more of what is off. What has small ones may be there to grow: no vertex counts less
 * than another one of them would. */
static void count_by_area(errors *to, double all) {
    for (uint32_t v = 0; v < to->count; v++) {
        const double count = all > 0 ? to->counts[v] / all * to->vertices : 1;
        to->counts[v] = fmin(fmax(count, 1), MOST_COUNTED);
        to->needs.squares[to->influences[v]] += to->now[v] * to->counts[v];
    }
}

static bool open_errors(fy_rigid *r, const ferry_scene *scene, uint32_t skin, errors *to) {
    const size_t influences = (size_t)r->skin->influence_count + 1;
    size_t room = 1;
    double all = 0;
    for (uint32_t m = 0; m < scene->meshes.count; m++)
        if (scene->meshes.data[m].skin == skin) room += scene->meshes.data[m].vertex_count;
    *to = (errors){.influences = ferry_new(r->job, uint32_t, room),
                   .counts = ferry_new(r->job, double, room),
                   .now = ferry_new(r->job, double, room)};
    to->needs.vertices = ferry_new(r->job, uint32_t, influences);
    to->needs.squares = ferry_new(r->job, double, influences);
    if (!to->influences || !to->counts || !to->now || !to->needs.vertices || !to->needs.squares) return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        const ferry_mesh *mesh = &scene->meshes.data[m];
        if (!ferry_tick(r->job)) return false;
        if (mesh->skin != skin) continue;
        ferry_mark mark = ferry_job_mark(r->job);
        double *areas = ferry_new(r->job, double, (size_t)mesh->vertex_count + 1);
        if (!areas) return false;
        all += sum_areas(mesh, areas);
        measure_on_joints(r, mesh, areas, to);
        ferry_job_release(r->job, mark);
    }
    count_by_area(to, all);
    return true;
}

/* Where a vertex would be too far off at rest, it does not go. What gains nothing is not taken further. */
static void measure_on_blends(fy_rigid *r, const ferry_mesh *mesh, errors *of, size_t *next) {
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const uint32_t influence = mesh->influences[v];
        if (!is_weighted(r, influence)) continue;
        const fy_rigid_fit alone = {.error = of->now[*next]};
        double *on = of->on + FY_MOST_BLENDS * (*next)++;
        for (uint32_t k = 0; k < r->blend_runs[influence].count; k++) {
            const uint32_t between = r->blend_candidates[influence] + k;
            const fy_rigid_fit fit = fy_rigid_fit_of(r, influence, between, mesh->positions[v], &alone);
            on[k] = fit.rest <= r->bound ? fit.error : HUGE_VAL;
        }
    }
}

/* Bones are listed, posed, and tried with all vertices that may go to them. */
static bool try_blends(fy_rigid *r, const ferry_scene *scene, uint32_t skin, errors *of) {
    size_t next = 0;
    of->on = ferry_new(r->job, double, FY_MOST_BLENDS *(size_t)of->count + 1);
    if (!of->on || !fy_rigid_open_blends(r) || !fy_rigid_find_axes(r, scene) ||
        !fy_rigid_sum_blends(r, scene))
        return false;
    fy_rigid_place_blends(r);
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        if (!ferry_tick(r->job)) return false;
        if (scene->meshes.data[m].skin == skin) measure_on_blends(r, &scene->meshes.data[m], of, &next);
    }
    return true;
}

/* What a vertex gains on the k-th bone that it may go to. For as good as nothing it stays where it is. */
static double gain_of(const fy_rigid *r, const errors *of, uint32_t vertex, uint32_t k) {
    const double gain = of->now[vertex] - of->on[FY_MOST_BLENDS * (size_t)vertex + k];
    return gain > r->close ? gain : 0;
}

/* Of those that are not made. */
static void sum_gains(const fy_rigid *r, const errors *of, double *gains) {
    memset(gains, 0, r->blend_count * sizeof *gains);
    for (uint32_t v = 0; v < of->count; v++) {
        const fy_blend_bone_run *run = &r->blend_runs[of->influences[v]];
        for (uint32_t k = 0; k < run->count; k++)
            if (r->ranks[run->first + k] == FERRY_NONE)
                gains[run->first + k] += of->counts[v] * gain_of(r, of, v, k);
    }
}

/* A bone's vertices go to it. */
static void take_blend(fy_rigid *r, errors *of, uint32_t blend, uint32_t rank) {
    r->ranks[blend] = rank;
    for (uint32_t v = 0; v < of->count; v++) {
        const fy_blend_bone_run *run = &r->blend_runs[of->influences[v]];
        if (blend < run->first || blend >= run->first + run->count) continue;
        of->now[v] -= gain_of(r, of, v, blend - run->first);
    }
}

/* The best ones, one after the other, as many as there is room for, and as gain enough. */
static bool make_choice(fy_rigid *r, const ferry_scene *scene, uint32_t skin, errors *of, double least,
                        uint32_t *made) {
    double *gains = ferry_new(r->job, double, (size_t)r->blend_count + 1);
    if (!gains || !try_blends(r, scene, skin, of)) return false;
    for (*made = 0; *made < r->blend_room; (*made)++) {
        uint32_t best = FERRY_NONE;
        if (!ferry_tick(r->job)) return false;
        sum_gains(r, of, gains);
        for (uint32_t b = 0; b < r->blend_count; b++)
            if (r->ranks[b] == FERRY_NONE && gains[b] > (best == FERRY_NONE ? least : gains[best])) best = b;
        if (best == FERRY_NONE) break;
        take_blend(r, of, best, *made);
    }
    return true;
}

bool fy_rigid_choose_blends(fy_rigid *r, const ferry_scene *scene, uint32_t skin, fy_blend_bone_gains *before,
                            uint32_t *made) {
    errors all;
    *before = (fy_blend_bone_gains){0};
    *made = 0;
    if (!r->blend_room || r->poses < 2) return true; /* at rest all joints are exact */
    if (!open_errors(r, scene, skin, &all)) return false;
    if (all.count) fy_rigid_limit_blends(r, scene);
    if (!r->blend_room) return true;
    for (uint32_t v = 0; v < all.count; v++) before->squares += all.now[v];
    before->largest = all.largest;
    before->vertices = all.count;
    const double least = r->least_gain * all.vertices;
    if (!fy_blend_bone_list(r, scene, &all.needs, least)) return false;
    return !r->blend_count || make_choice(r, scene, skin, &all, least, made);
}

bool fy_rigid_make_blends(fy_rigid *r, ferry_scene *scene, uint32_t made) {
    fy_blend_bone *list = ferry_new(r->job, fy_blend_bone, (size_t)made + 1);
    if (!list) return false;
    for (uint32_t k = 0; k < r->blend_count; k++)
        if (r->ranks[k] != FERRY_NONE) list[r->ranks[k]] = r->blends[k];
    return !made || fy_blend_bone_add(r->job, scene, r->skin, list, made);
}

void fy_rigid_report_blends(const fy_rigid *r, const ferry_scene *scene, uint32_t index, double height,
                            const fy_blend_bone_gains *before, uint32_t made) {
    /* a model of no height has errors in units alone */
    const bool has_height = height > 0;
    const char *unit = has_height ? "%" : "units", *of = has_height ? " of the height" : "";
    double times = has_height ? 100 / height : 1, vertices = before->vertices ? (double)before->vertices : 1;
    char path[32];
    if (!r->blend_room || (!made && r->automatic)) return;
    snprintf(path, sizeof path, "skin[%" PRIu32 "]", index);
    ferry_say(r->job, FERRY_NOTE, "rigid.blend-joints", fy_scene_place(scene), path,
              "%" PRIu32 " %s between joints; over %" PRIu32 " poses the RMS error of vertices with several "
              "weights is %.3g %s%s (maximum %.3g %s), without them %.3g %s (%.3g %s)",
              made, made == 1 ? "bone added" : "bones added", r->poses, sqrt(r->squares / vertices) * times,
              unit, of, r->largest_error * times, unit, sqrt(before->squares / vertices) * times, unit,
              sqrt(before->largest) * times, unit);
}
