/*
 * poses.h: chooses a few poses to replace moving vertices (docs/what-is-lost.md, "Poses"): which ones, when
 * each is shown, and the remaining error.
 */
#ifndef FERRY_CORE_PIPELINE_POSES_POSES_H
#define FERRY_CORE_PIPELINE_POSES_POSES_H

#include "ferry64.h"

/* A clip's track that weights a morph. */
typedef struct fy_weighing {
    uint32_t clip;
    const ferry_track *track;
} fy_weighing;

/* Meshes that take their poses together. */
typedef struct fy_posed {
    uint32_t mesh_count, vertex_count, track_count;
    uint32_t *meshes;
    /* of mesh i: how much longer the model's space makes what is one unit long in its own, at rest */
    double *scales;
    fy_weighing *tracks; /* of their morphs and of what shares weights with those, clip by clip */
} fy_posed;

/* From this time in a clip on a pose is shown, until the clip's next change. */
typedef struct fy_change {
    double time; /* seconds into the clip; the first is 0 */
    uint32_t clip, pose;
} fy_change;

typedef struct fy_change_list {
    fy_change *data;
    uint32_t count, capacity;
} fy_change_list;

/* What is the same for all that take poses. */
typedef struct fy_choice {
    ferry_job *job;
    const ferry_scene *scene;
    /* of each mesh, where its vertices stand among all of its fy_posed; FERRY_NONE: no poses */
    const uint32_t *offsets;
    uint32_t track_count;   /* of all fy_posed */
    double *sums;           /* as many as there are morphs, 0 */
    uint32_t most;          /* poses besides the rest pose */
    double enough;          /* no more poses are added once the worst error is at most this */
    fy_change_list changes; /* dropped by the caller with fy_job_drop() */
} fy_choice;

/* Pose 0 is the rest pose. */
typedef struct fy_poses {
    uint32_t count;
    ferry_vec3 *moves, *turns; /* of vertex v in pose k, as of a morph of weight 1: [k * vertex_count + v] */
    uint32_t first_change, change_count; /* of the choice's; none in clips that move nothing of it */
    double error, rest; /* the worst error of a vertex in the model, and the same if nothing moved at all */
} fy_poses;

/* Examines each key of the weights, on both sides of a jump, and 120 times a second (less often if that would
 * be too many moments in all). Between two moments weights are linear, so errors are no larger there. Each
 * new pose is the moment with the largest error; then each pose moves to the middle of the moments it
 * represents, as long as that helps. In the job's memory. False at the limit. */
bool fy_choose_poses(fy_choice *choice, const fy_posed *posed, fy_poses *poses);

#endif
