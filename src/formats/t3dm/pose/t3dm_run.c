/* t3dm_run.c: see t3dm_run.h. */
#include "formats/t3dm/pose/t3dm_run.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/pose/t3dm_ticks.h"

enum { RUN = FY_T3DM_RUN };

static void take_vector(ferry_vec3 from, uint32_t at, float to[3][RUN]) {
    to[0][at] = from.x, to[1][at] = from.y, to[2][at] = from.z;
}

static void take_node(const ferry_node *node, uint32_t at, fy_t3dm_run_parts *to) {
    take_vector(node->translate, at, to->translate);
    take_vector(node->scale, at, to->scale);
    to->has_quat = node->has_quat;
    if (node->has_quat) {
        take_vector((ferry_vec3){node->quat.x, node->quat.y, node->quat.z}, at, to->turn);
        to->turn[3][at] = node->quat.w;
    } else {
        take_vector(node->euler, at, to->turn);
    }
}

void fy_t3dm_run_take(fy_t3dm_run *run, uint32_t at, const ferry_node *nodes) {
    for (uint32_t b = 0; b < run->pose->bone_count; b++)
        if (!run->known || run->moves[b]) take_node(&nodes[run->pose->nodes[b]], at, &run->parts[b]);
}

void fy_t3dm_run_start(fy_t3dm_run *run) {
    memset(run->moves, 0, run->pose->bone_count * sizeof *run->moves);
    run->known = false;
}

void fy_t3dm_run_follow(fy_t3dm_run *run, const fy_clip_player *player) {
    for (uint32_t i = 0; i < player->count; i++) {
        const ferry_track *track = player->tracks[i].track;
        uint32_t bone = fy_moves_node(track) ? run->pose->bones[track->object] : FY_T3DM_NO_BONE;
        if (bone != FY_T3DM_NO_BONE) run->moves[bone] = true;
    }
}

bool fy_t3dm_run_open(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose, fy_t3dm_run *run) {
    size_t room = pose->bone_count + (size_t)1;
    *run = (fy_t3dm_run){.pose = pose,
                         .parents = ferry_new(job, uint32_t, room),
                         .parts = ferry_new(job, fy_t3dm_run_parts, room),
                         .worlds = ferry_new(job, fy_t3dm_run_matrix, room),
                         .moves = ferry_new(job, bool, room),
                         .carried = ferry_new(job, bool, room)};
    if (!run->parents || !run->parts || !run->worlds || !run->moves || !run->carried) return false;
    for (uint32_t b = 0; b < pose->bone_count; b++) run->parents[b] = fy_t3dm_bone_parent(scene, pose, b);
    for (uint32_t t = 0; t < RUN; t++) fy_t3dm_run_take(run, t, scene->nodes.data);
    return true;
}

/* --------------------------------------------------------------------------------------------- matrices */

/* What fy_node_local() makes of a rotation. */
static inline void put_local(const fy_t3dm_run_parts *parts, const double turn[3][3], int t,
                             fy_t3dm_run_matrix *to) {
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) to->m[i][k][t] = turn[i][k] * (double)parts->scale[k][t];
        to->m[i][3][t] = (double)parts->translate[i][t];
    }
}

static inline void turn_by_quat(const fy_t3dm_run_parts *parts, fy_t3dm_run_matrix *restrict to) {
    for (int t = 0; t < RUN; t++) {
        double x = (double)parts->turn[0][t], y = (double)parts->turn[1][t], z = (double)parts->turn[2][t],
               w = (double)parts->turn[3][t];
        const double turn[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                                   {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                                   {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
        put_local(parts, turn, t, to);
    }
}

/* Sines and cosines of a part of the angles. */
static inline void find_sines(const float angles[RUN], double part, fy_t3dm_row sines, fy_t3dm_row cosines) {
    bool near = true;
    for (int t = 0; t < RUN; t++) near = near && fabs((double)angles[t]) < FY_FAR_ROUND;
    if (near)
        for (int t = 0; t < RUN; t++) fy_sin_cos_near((double)angles[t] * part, &sines[t], &cosines[t]);
    else
        for (int t = 0; t < RUN; t++) fy_sin_cos((double)angles[t] * part, &sines[t], &cosines[t]);
}

static inline void turn_by_euler(const fy_t3dm_run_parts *parts, fy_t3dm_run_matrix *restrict to) {
    fy_t3dm_row s[3], c[3];
    for (int k = 0; k < 3; k++) find_sines(parts->turn[k], 1, s[k], c[k]);
    for (int t = 0; t < RUN; t++) {
        double sx = s[0][t], sy = s[1][t], sz = s[2][t], cx = c[0][t], cy = c[1][t], cz = c[2][t];
        const double turn[3][3] = {{cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx},
                                   {sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx},
                                   {-sy, cy * sx, cy * cx}};
        put_local(parts, turn, t, to);
    }
}

/* What fy_matrix_multiply() does. */
static inline void multiply(const fy_t3dm_run_matrix *a, const fy_t3dm_run_matrix *b,
                            fy_t3dm_run_matrix *restrict to) {
    for (int i = 0; i < 3; i++)
        for (int t = 0; t < RUN; t++)
            for (int k = 0; k < 4; k++) {
                double sum = k < 3 ? 0 : a->m[i][3][t];
                sum += a->m[i][0][t] * b->m[0][k][t];
                sum += a->m[i][1][t] * b->m[1][k][t];
                sum += a->m[i][2][t] * b->m[2][k][t];
                to->m[i][k][t] = sum;
            }
}

/* Parents have the lower numbers. */
static inline void stand(fy_t3dm_run *run) {
    for (uint32_t b = 0; b < run->pose->bone_count; b++) {
        const uint32_t parent = run->parents[b];
        const fy_t3dm_run_parts *parts = &run->parts[b];
        fy_t3dm_run_matrix local;
        run->carried[b] = !run->known || run->moves[b] || (parent != FERRY_NONE && run->carried[parent]);
        if (!run->carried[b]) continue;
        fy_t3dm_run_matrix *to = parent == FERRY_NONE ? &run->worlds[b] : &local;
        if (parts->has_quat)
            turn_by_quat(parts, to);
        else
            turn_by_euler(parts, to);
        if (parent != FERRY_NONE) multiply(&run->worlds[parent], &local, &run->worlds[b]);
    }
    run->known = true;
}

FY_WIDE static void stand_wide(fy_t3dm_run *run) {
    stand(run);
}

void fy_t3dm_run_stand(fy_t3dm_run *run) {
    (FY_HAS_WIDE ? stand_wide : stand)(run);
}

static inline void find_turns(const fy_t3dm_run_parts *parts, float turns[4][RUN]) {
    fy_t3dm_row s[3], c[3];
    for (int k = 0; k < 3; k++) find_sines(parts->turn[k], 0.5, s[k], c[k]);
    for (int t = 0; t < RUN; t++) {
        double sx = s[0][t], sy = s[1][t], sz = s[2][t], cx = c[0][t], cy = c[1][t], cz = c[2][t];
        turns[0][t] = (float)(sx * cy * cz - cx * sy * sz);
        turns[1][t] = (float)(cx * sy * cz + sx * cy * sz);
        turns[2][t] = (float)(cx * cy * sz - sx * sy * cz);
        turns[3][t] = (float)(cx * cy * cz + sx * sy * sz);
    }
}

FY_WIDE static void find_turns_wide(const fy_t3dm_run_parts *parts, float turns[4][RUN]) {
    find_turns(parts, turns);
}

void fy_t3dm_run_turns(const fy_t3dm_run *run, uint32_t bone, float turns[4][RUN]) {
    const fy_t3dm_run_parts *parts = &run->parts[bone];
    if (parts->has_quat)
        memcpy(turns, parts->turn, sizeof parts->turn);
    else
        (FY_HAS_WIDE ? find_turns_wide : find_turns)(parts, turns);
}

ferry_matrix fy_t3dm_run_at(const fy_t3dm_run_matrix *of, uint32_t at) {
    ferry_matrix one;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) one.m[i][k] = of->m[i][k][at];
    return one;
}
