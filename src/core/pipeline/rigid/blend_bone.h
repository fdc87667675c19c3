/*
 * blend_bone.h: bones that move as several joints do together, each by its weight (docs/what-is-lost.md,
 * "Skinning"): they bend elbows and shoulders smoothly on targets that allow only one joint per vertex.
 */
#ifndef FERRY_CORE_PIPELINE_RIGID_BLEND_BONE_H
#define FERRY_CORE_PIPELINE_RIGID_BLEND_BONE_H

#include "ferry64.h"

typedef struct fy_blend_bone {
    const ferry_weight *weights; /* joints of a skin; they sum to 1 */
    uint32_t count;
    uint32_t a, b;     /* the two heaviest of them: the bone is named after both */
    uint32_t parent;   /* node: the lowest that is one of the joints or above, for all; FERRY_NONE: none */
    ferry_vec3 pivot;  /* in bind pose: the origin of the lower one, or the middle of both */
    float size;        /* of bind pose in the bone's space: that of joint a */
    bool own_axes;     /* to be found; else those of bind pose */
    ferry_matrix axes; /* rotation: the bone's, in bind pose */
    ferry_matrix inverse_bind;
} fy_blend_bone;

/* The mean of the joints' matrices in a pose, seen from the bone's parent; and the same, but for what it
 * moves: turned, after it was stretched along any axes by a symmetric matrix, in bind pose. */
typedef struct fy_blend_bone_mean {
    ferry_matrix mean, turn, stretch;
} fy_blend_bone_mean;

/* The bone that moves by `weights`, of which the joints `a` and `b` are the heaviest; the weights stay the
 * caller's. Its axes are those of bind pose. */
fy_blend_bone fy_blend_bone_of(const ferry_scene *scene, const ferry_skin *skin, const ferry_weight *weights,
                               uint32_t count, uint32_t a, uint32_t b);

/* Gives it other axes. */
void fy_blend_bone_turn(fy_blend_bone *blend, ferry_matrix axes);

/* `worlds` are the nodes' matrices in a pose, `joints` those of the skin from bind pose. */
fy_blend_bone_mean fy_blend_bone_mean_of(const fy_blend_bone *blend, const ferry_matrix *worlds,
                                         const ferry_matrix *joints);

/* Its node in that pose: the matrix without shear of its axes that is closest to the mean, exact at the
 * pivot. */
ferry_node fy_blend_bone_node(const fy_blend_bone *blend, const fy_blend_bone_mean *mean);

/* From bind pose to that pose. */
ferry_matrix fy_blend_bone_matrix(const fy_blend_bone *blend, const ferry_node *node,
                                  const ferry_matrix *worlds);

/* How many poses of one bone the tracks for all clips need. */
double fy_blend_bone_samples(const ferry_scene *scene);

/* Adds nodes, joints of the skin (the last ones) and the tracks of all clips that move nodes, sampled 60
 * times a second. False at the memory limit, or if the job was stopped. */
bool fy_blend_bone_add(ferry_job *job, ferry_scene *scene, ferry_skin *skin, const fy_blend_bone *blends,
                       uint32_t count);

#endif
