/*
 * poses.h: a few poses instead of moving vertices (docs/what-is-lost.md, "Poses"): which ones, when each is
 * shown, and how far vertices are off then.
 */
#ifndef FERRY_CORE_POSES_H
#define FERRY_CORE_POSES_H

#include "ferry64_format.h"

/* What a morph weighs at a moment. */
typedef struct fy_weighed {
    uint32_t morph;
    float weight; /* a share, where weights are shares */
} fy_weighed;

/* Moments of all clips: each key of a morph's weight, on both sides of a jump, and 120 a second. Between two
 * of them straight weights go straight. */
typedef struct fy_moments {
    uint32_t count;
    double *times;       /* seconds into the clip */
    bool *jumps;         /* what was before does not come up to here */
    uint32_t *firsts;    /* moments of clip c are firsts[c] to firsts[c + 1] - 1 */
    fy_weighed *weighed; /* those that weigh something at moment m are starts[m] to starts[m + 1] - 1 */
    uint32_t *starts;
} fy_moments;

/* In the job's memory. False at the limit. */
bool fy_list_moments(ferry_job *job, const ferry_scene *scene, fy_moments *moments);

/* Meshes that take their poses together. */
typedef struct fy_posed {
    uint32_t mesh_count, vertex_count;
    uint32_t *meshes;
    uint32_t *offsets; /* of each mesh of the scene, where its vertices stand among all; FERRY_NONE: not one
                          of these */
    double *scales; /* of mesh i: how much longer the model's space makes what is one unit long in its own, at
                       rest */
} fy_posed;

/* Pose 0 is the rest pose. */
typedef struct fy_poses {
    uint32_t count;
    ferry_vec3 *moves, *turns; /* of vertex v in pose k, as of a morph of weight 1: [k * vertex_count + v] */
    uint32_t *shown;           /* the pose of each moment, which holds up to the next one */
    double error, rest; /* how far a vertex is off in the model at worst; and if nothing moved at all */
} fy_poses;

/* At most `most` besides the rest pose: each time the moment that is off furthest, then the middles of what
 * each stands for, as long as that helps. No further one where the worst is off by `enough` at most. In the
 * job's memory. False at the limit. */
bool fy_choose_poses(ferry_job *job, const ferry_scene *scene, const fy_moments *moments,
                     const fy_posed *posed, uint32_t most, double enough, fy_poses *poses);

#endif
