/*
 * pass_rigid.c: for targets with one joint a vertex, each weighted vertex is hung on one joint of its
 * influence.
 *
 * Which one, and at which place, is decided by least squares over the rest pose and poses sampled from the
 * clips (docs/what-is-lost.md, "Skinning"):
 *
 *     rigid_poses.c        what poses make of joints and influences, summed up
 *     rigid_fit.c          the joint on which a vertex is least off
 *     rigid_blend_bones.c  bones between joints, where they are worth it
 */
#include "core/pipeline/rigid/pass_rigid.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/pipeline/rigid/rigid_blend_bones.h"
#include "core/pipeline/rigid/rigid_fit.h"
#include "core/pipeline/rigid/rigid_poses.h"
#include "core/scene/scene.h"

static void measure_shift(fy_rigid *r, uint32_t influence, const fy_rigid_fit *f, ferry_vec3 bind,
                          ferry_vec3 now) {
    const ferry_influence *run = &r->skin->influences[influence];
    uint32_t w = f->weight, joint = r->candidates[w].joint;
    bool between = w >= r->skin->weight_count;
    const fy_blend_bone *blend = between ? &r->blends[joint - r->skin->joint_count] : NULL;
    double kept =
        between ? fy_rigid_weight_of(r->skin, run, blend->a) + fy_rigid_weight_of(r->skin, run, blend->b)
                : fy_rigid_weight_of(r->skin, run, joint);
    ferry_vec3 at_rest = fy_matrix_point(&r->joints[joint], now),
               blended = fy_matrix_point(&r->influences[influence], bind);
    r->moved++;
    r->kept += kept;
    if (kept < r->least_kept) r->least_kept = kept;
    fy_raise(&r->largest_shift, fy_vec3_length(fy_vec3_sub(at_rest, blended)));
    fy_raise(&r->largest_move, fy_vec3_length(fy_vec3_sub(now, bind)));
    fy_raise(&r->largest_error, sqrt(f->error));
    r->squares += f->error;
    r->beyond += !r->at_bind && f->rest > r->bound;
}

static void turn_direction(ferry_vec3 *directions, uint32_t v, const ferry_matrix *by) {
    if (directions) directions[v] = fy_vec3_normalize(fy_matrix_direction(by, directions[v]));
}

static void hang_vertex(fy_rigid *r, ferry_mesh *mesh, uint32_t v) {
    uint32_t influence = mesh->influences[v];
    ferry_vec3 bind = mesh->positions[v];
    const fy_rigid_fit f = *r->next_fit++;
    uint32_t w = f.weight;
    fy_hung to = {r->candidates[w].stays && f.share == 0, fy_rigid_place_at(r, influence, &f),
                  fy_rigid_normals_at(r, influence, &f), 1};
    const ferry_vec3 place = fy_matrix_point(&to.place, bind);
    to.stays = to.stays || !fy_vec3_finite(place); /* so far away that it would be no number */
    uint32_t joint = r->candidates[w].joint, joints = r->skin->joint_count;
    mesh->influences[v] = joint < joints ? joint : joints + r->ranks[joint - joints];
    if (!to.stays) mesh->positions[v] = place;
    measure_shift(r, influence, &f, bind, mesh->positions[v]);
    if (!to.stays && mesh->normals)
        to.stretch = fy_vec3_length(fy_matrix_direction(&to.normals, mesh->normals[v]));
    r->hung[v] = to;
    if (to.stays) return;
    turn_direction(mesh->normals, v, &to.normals);
    turn_direction(mesh->tangents, v, &to.place);
    turn_direction(mesh->binormals, v, &to.place);
}

/* From here on influence j of the skin is "joint j alone", and vertices name joints. */
static void hang_mesh(fy_rigid *r, ferry_mesh *mesh) {
    r->vertices += mesh->vertex_count;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t influence = mesh->influences[v];
        const ferry_influence *run = &r->skin->influences[influence];
        r->hung[v].stays = true;
        if (run->count > 1)
            hang_vertex(r, mesh, v);
        else
            mesh->influences[v] = r->skin->weights[run->first].joint;
    }
}

/* What moves a vertex moves it in its new place. */
static void carry_morph(const fy_rigid *r, const ferry_morph *morph) {
    for (uint32_t k = 0; k < morph->count; k++) {
        const fy_hung *of = &r->hung[morph->vertices[k]];
        if (of->stays) continue;
        if (morph->positions) morph->positions[k] = fy_matrix_direction(&of->place, morph->positions[k]);
        if (morph->normals && of->stretch > 0)
            morph->normals[k] =
                fy_vec3_scale(fy_matrix_direction(&of->normals, morph->normals[k]), (float)(1 / of->stretch));
    }
}

static bool hang_meshes(fy_rigid *r, ferry_scene *scene, uint32_t skin) {
    uint32_t *first = ferry_new(r->job, uint32_t, (size_t)scene->meshes.count + 1); /* morph of each mesh */
    uint32_t *next = ferry_new(r->job, uint32_t, (size_t)scene->morphs.count + 1);
    if (!first || !next) return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++) first[m] = FERRY_NONE;
    for (uint32_t i = 0; i < scene->morphs.count; i++) {
        next[i] = first[scene->morphs.data[i].mesh];
        first[scene->morphs.data[i].mesh] = i;
    }
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        ferry_mesh *mesh = &scene->meshes.data[m];
        if (!ferry_tick(r->job)) return false;
        if (mesh->skin != skin) continue;
        ferry_mark mark = ferry_job_mark(r->job);
        r->hung = ferry_new(r->job, fy_hung, (size_t)mesh->vertex_count + 1);
        if (!r->hung) return false;
        hang_mesh(r, mesh);
        for (uint32_t i = first[m]; i != FERRY_NONE; i = next[i]) carry_morph(r, &scene->morphs.data[i]);
        ferry_job_release(r->job, mark);
    }
    return true;
}

static bool one_joint_each(ferry_scene *scene, ferry_skin *skin) {
    ferry_weight *weights = ferry_scene_new(scene, ferry_weight, skin->joint_count);
    ferry_influence *influences = ferry_scene_new(scene, ferry_influence, skin->joint_count);
    if (skin->joint_count && (!weights || !influences)) return false;
    for (uint32_t j = 0; j < skin->joint_count; j++) {
        weights[j] = (ferry_weight){.joint = j, .weight = 1};
        influences[j] = (ferry_influence){.first = j, .count = 1};
    }
    skin->weights = weights;
    skin->influences = influences;
    skin->weight_count = skin->influence_count = skin->joint_count;
    return true;
}

static bool prepare(fy_rigid *r, const ferry_scene *scene) {
    if (!fy_rigid_open_room(r) || !fy_rigid_sum_poses(r, scene)) return false;
    fy_rigid_place_candidates(r);
    return true;
}

/* What is done with each vertex of several weights. */
typedef void visit_vertex(fy_rigid *r, uint32_t influence, ferry_vec3 bind);

static void fit_joint(fy_rigid *r, uint32_t influence, ferry_vec3 bind) {
    *r->next_fit++ = fy_rigid_choose_joint(r, influence, bind);
}

static void fit_blend(fy_rigid *r, uint32_t influence, ferry_vec3 bind) {
    const fy_rigid_fit joint = *r->next_fit, best = fy_rigid_choose_blend(r, influence, bind, &joint);
    if (r->candidates[best.weight].choice == FERRY_NONE)
        r->candidates[best.weight].choice = r->choice_count++;
    *r->next_fit++ = best;
}

static bool visit_vertices(fy_rigid *r, const ferry_scene *scene, uint32_t skin, visit_vertex *visit) {
    r->next_fit = r->fits;
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        const ferry_mesh *mesh = &scene->meshes.data[m];
        if (!ferry_tick(r->job)) return false;
        for (uint32_t v = 0; mesh->skin == skin && v < mesh->vertex_count; v++)
            if (r->skin->influences[mesh->influences[v]].count > 1)
                visit(r, mesh->influences[v], mesh->positions[v]);
    }
    r->next_fit = r->fits;
    return true;
}

static bool fit_joints(fy_rigid *r, const ferry_scene *scene, uint32_t skin) {
    size_t count = 0;
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        const ferry_mesh *mesh = &scene->meshes.data[m];
        for (uint32_t v = 0; mesh->skin == skin && v < mesh->vertex_count; v++)
            count += r->skin->influences[mesh->influences[v]].count > 1;
    }
    r->fits = ferry_new(r->job, fy_rigid_fit, count + 1);
    return r->fits && visit_vertices(r, scene, skin, fit_joint);
}

/* Where each vertex goes in the end. */
static bool settle(fy_rigid *r, const ferry_scene *scene, uint32_t skin) {
    return visit_vertices(r, scene, skin, fit_blend) && (!r->choice_count || fy_rigid_sum_normals(r, scene));
}

/* A length as a share of the height, in parentheses; nothing for a model that has none. */
static const char *in_heights(const fy_rigid *r, double length, double height, const char *of) {
    return height > 0 ? ferry_job_format(r->job, " (%.2g %%%s)", 100 * length / height, of) : "";
}

/* What hangs where no joint of its own brings it to its place at rest. */
static void report_beyond(const fy_rigid *r, const ferry_scene *scene, uint32_t index, double height) {
    char path[32];
    snprintf(path, sizeof path, "skin[%" PRIu32 "]", index);
    ferry_say(r->job, FERRY_LOSS, "rigid.rest-error", fy_scene_place(scene), path,
              "%" PRIu64 " vertices differ at rest by more than %s %% of the height, by up to %.3g "
              "units%s: none of their joints comes closer",
              r->beyond, ferry_setting_text(r->job, "rigid.rest-error"), r->largest_shift,
              in_heights(r, r->largest_shift, height, ""));
}

static void report_shifts(const fy_rigid *r, const ferry_scene *scene, uint32_t index, double height) {
    char path[32], animated[128] = "";
    snprintf(path, sizeof path, "skin[%" PRIu32 "]", index);
    if (r->poses > 1)
        snprintf(animated, sizeof animated, "; over %" PRIu32 " poses up to %.3g units%s", r->poses,
                 r->largest_error, in_heights(r, r->largest_error, height, ""));
    ferry_say(r->job, FERRY_LOSS, "rigid.weights", fy_scene_place(scene), path,
              "%" PRIu64 " of %" PRIu64 " vertices have several weights and are now bound to %s; maximum "
              "error at rest %.3g units%s, in bind pose %.3g units%s; the chosen "
              "joint has %.0f %% of the weight on average, at least %.0f %%",
              r->moved, r->vertices,
              r->by_weight ? "the joint with the largest weight" : "the joint with the smallest error",
              r->largest_shift, in_heights(r, r->largest_shift, height, " of the height"), r->largest_move,
              animated, 100 * r->kept / (double)r->moved, 100 * r->least_kept);
}

bool fy_pass_rigid(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    (void)caps;
    ferry_counts counts;
    if (!ferry_count(scene, &counts)) return false;
    double height = (double)counts.box.max.y - counts.box.min.y;
    for (uint32_t i = 0; i < scene->skins.count; i++) {
        ferry_mark mark = ferry_job_mark(job);
        fy_rigid r = fy_rigid_open(job, &scene->skins.data[i], &counts.box, height);
        fy_blend_bone_gains before;
        uint32_t made = 0;
        if (!prepare(&r, scene) || !fit_joints(&r, scene, i) ||
            !fy_rigid_choose_blends(&r, scene, i, &before, &made) || !settle(&r, scene, i) ||
            !hang_meshes(&r, scene, i) || !fy_rigid_make_blends(&r, scene, made))
            return false;
        fy_rigid_report_blends(&r, scene, i, height, &before, made);
        if (r.moved) report_shifts(&r, scene, i, height);
        if (r.beyond) report_beyond(&r, scene, i, height);
        ferry_job_release(job, mark);
        if (!one_joint_each(scene, r.skin)) return false;
    }
    return true;
}
