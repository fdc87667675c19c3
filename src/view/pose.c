/*
 * pose.c: a scene's nodes as a camera sees them (docs/formats/j3d.md, "Skinning"; docs/rendering.md, "Pose").
 */
#include "view/pose.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/scene.h"

static double column_length(const ferry_matrix *m, int column) {
    return sqrt(m->m[0][column] * m->m[0][column] + m->m[1][column] * m->m[1][column] +
                m->m[2][column] * m->m[2][column]);
}

static void set_column(ferry_matrix *m, int column, ferry_vec3 v, double length) {
    m->m[0][column] = (double)v.x * length;
    m->m[1][column] = (double)v.y * length;
    m->m[2][column] = (double)v.z * length;
}

/* Replaces the turn of a model-view matrix: spherical ones have none, cylindrical ones keep their own
 * y axis. */
static void face_camera(ferry_matrix *m, ferry_billboard billboard) {
    double lengths[3] = {column_length(m, 0), column_length(m, 1), column_length(m, 2)};
    ferry_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    if (billboard == FERRY_BILLBOARD_CYLINDRICAL) {
        y = fy_vec3_normalize((ferry_vec3){(float)m->m[0][1], (float)m->m[1][1], (float)m->m[2][1]});
        z = fy_vec3_normalize(fy_vec3_cross(x, y));
    }
    set_column(m, 0, x, lengths[0]);
    set_column(m, 1, y, lengths[1]);
    set_column(m, 2, z, lengths[2]);
}

bool fy_pose_open(ferry_job *job, const ferry_scene *scene, const ferry_matrix *view, fy_pose *pose) {
    ferry_matrix back;
    *pose = (fy_pose){.skin = FERRY_NONE};
    if (!scene->nodes.count) return true;
    pose->worlds = ferry_new(job, ferry_matrix, scene->nodes.count);
    if (!pose->worlds || !fy_matrix_invert(view, &back)) return false;
    ferry_world_matrices(scene, pose->worlds);
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        ferry_billboard billboard = scene->nodes.data[i].billboard;
        if (billboard == FERRY_BILLBOARD_NONE)
            continue; /* its children keep what they have: only shapes are turned */
        ferry_matrix seen = fy_matrix_multiply(view, &pose->worlds[i]);
        face_camera(&seen, billboard);
        pose->worlds[i] = fy_matrix_multiply(&back, &seen);
    }
    return true;
}

static ferry_vec3 translation(const ferry_matrix *m) {
    return (ferry_vec3){(float)m->m[0][3], (float)m->m[1][3], (float)m->m[2][3]};
}

bool fy_pose_skin(ferry_job *job, const ferry_scene *scene, uint32_t number, fy_pose *pose) {
    if (number == FERRY_NONE || number == pose->skin) return true;
    const ferry_skin *skin = &scene->skins.data[number];
    ferry_matrix *joints = ferry_new(job, ferry_matrix, (size_t)skin->joint_count + 1);
    pose->influences = ferry_new(job, ferry_matrix, (size_t)skin->influence_count + 1);
    pose->origins = ferry_new(job, ferry_vec3, (size_t)skin->influence_count + 1);
    if (!joints || !pose->influences || !pose->origins) return false;
    pose->skin = number;
    fy_skin_matrices(scene, skin, pose->worlds, joints);
    for (uint32_t i = 0; i < skin->influence_count; i++) {
        const ferry_influence *influence = &skin->influences[i];
        pose->influences[i] = fy_influence_matrix(skin, i, joints);
        const ferry_matrix *from = &pose->influences[i];
        if (influence->count == 1)
            from = &pose->worlds[skin->joints[skin->weights[influence->first].joint].node];
        pose->origins[i] = translation(from);
    }
    return true;
}

const ferry_matrix *fy_pose_matrix(const fy_pose *pose, const ferry_draw *draw, const ferry_mesh *mesh,
                                   uint32_t v) {
    return mesh->skin == FERRY_NONE ? &pose->worlds[draw->node] : &pose->influences[mesh->influences[v]];
}
