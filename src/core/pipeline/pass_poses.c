/*
 * pass_poses.c: vertices that morphs move become a few poses, each a draw of its own, of which one is shown
 * at a time (docs/what-is-lost.md, "Poses"). Meshes that hang on one node change together.
 *
 * What hides the others is a bone of scale 0, which every runtime plays; or a track of visibility, where the
 * user wants that or a skin leaves no bone to scale.
 */
#include "core/pipeline/pass_poses.h"

#include <inttypes.h>
#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/pipeline/pass_clips.h"
#include "core/pipeline/poses/pose_copies.h"
#include "core/pipeline/poses/pose_tracks.h"
#include "core/pipeline/poses/pose_units.h"
#include "core/pipeline/poses/poses.h"
#include "core/scene/scene.h"

static const double ENOUGH = 1e-4; /* of the model's height: no further pose for less */

static double height_of(const fy_posing *b, const ferry_matrix *worlds) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (uint32_t d = 0; d < b->scene->draws.count; d++) {
        const ferry_draw *draw = &b->scene->draws.data[d];
        const ferry_mesh *mesh = &b->scene->meshes.data[draw->mesh];
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            ferry_vec3 at = mesh->skin == FERRY_NONE
                                ? fy_matrix_point(&worlds[draw->node], mesh->positions[v])
                                : mesh->positions[v];
            least = fmin(least, (double)at.y);
            most = fmax(most, (double)at.y);
        }
    }
    return most > least ? most - least : 1;
}

static bool report_poses(const fy_posing *b, double height) {
    const fy_pose_unit *worst = &b->all[0];
    uint32_t poses = 0, meshes = 0, bones = b->scene->nodes.count - b->node_count;
    for (uint32_t i = 0; i < b->unit_count; i++) {
        poses += b->all[i].poses.count - 1;
        meshes += b->all[i].posed.mesh_count;
        if (b->all[i].poses.error > worst->poses.error) worst = &b->all[i];
    }
    const char *path =
        ferry_job_format(b->job, "mesh \"%s\"", b->scene->meshes.data[worst->posed.meshes[0]].name);
    ferry_say(b->job, FERRY_LOSS, "poses", fy_scene_place(b->scene), path,
              "animated vertices of %" PRIu32 " meshes are replaced by %" PRIu32 " poses, switched by %s: "
              "maximum error %.3g units, %.2g %% of the height (without poses: %.3g units)",
              meshes, poses,
              bones ? ferry_job_format(b->job, "%" PRIu32 " bones", bones) : "visibility tracks",
              worst->poses.error, 100 * worst->poses.error / height, worst->poses.rest);
    return !ferry_failed(b->job);
}

static bool choose_poses(fy_posing *b, double height) {
    fy_choice *c = &b->choice;
    c->job = b->job;
    c->scene = b->scene;
    c->offsets = b->offsets;
    c->sums = ferry_new(b->job, double, (size_t)b->scene->morphs.count + 1);
    c->most = (uint32_t)ferry_setting_number(b->job, "poses.max");
    c->enough = ENOUGH * height;
    if (!c->sums) return false;
    for (uint32_t i = 0; i < b->unit_count; i++)
        if (!fy_choose_poses(c, &b->all[i].posed, &b->all[i].poses)) return false;
    return true;
}

static bool build_poses(fy_posing *b) {
    if (!fy_pose_copies_add(b)) return false;
    for (uint32_t c = 0; c < b->scene->clips.count; c++)
        if (!fy_pose_tracks_build(b, c)) return false;
    return fy_drop_morphs(b->job, b->scene);
}

static bool bake(fy_posing *b) {
    ferry_matrix *worlds = ferry_new(b->job, ferry_matrix, (size_t)b->scene->nodes.count + 1);
    if (!worlds || !fy_pose_units_find(b)) return false;
    if (!b->unit_count) return true;
    if (!ferry_world_matrices(b->scene, worlds)) return false;
    double height = height_of(b, worlds);
    return fy_pose_units_fill(b, worlds, ferry_setting_is(b->job, "poses.visibility", "bones")) &&
           choose_poses(b, height) && build_poses(b) && report_poses(b, height);
}

bool fy_pass_poses(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    (void)caps;
    if (ferry_setting_is(job, "poses.max", "none") || !scene->morphs.count) return true;
    ferry_mark mark = ferry_job_mark(job);
    fy_posing b = {.job = job, .scene = scene};
    bool done = bake(&b);
    fy_job_drop(job, b.tracks);
    fy_job_drop(job, b.choice.changes.data);
    ferry_job_release(job, mark);
    return done;
}
