/*
 * pose.h: a scene at a moment of its clips (docs/scene.md, "Clips"): the same scene with the values of the
 * tracks in its nodes, draws, materials and meshes. Everything that works on a scene at rest works on it,
 * scale rules included.
 */
#ifndef FERRY_CORE_SCENE_POSE_H
#define FERRY_CORE_SCENE_POSE_H

#include "ferry64.h"

/* Sets `nodes`, an array like the scene's with the nodes at rest, to the state at clip time `time` (not the
 * time since the clip's start). */
void fy_clip_nodes(const ferry_clip *clip, double time, ferry_node *nodes);

/* The scene with its nodes at clip time `time`; they are shown as at rest, and so is all else. In the job's
 * memory; NULL at its limit. */
const ferry_scene *fy_clip_scene(ferry_job *job, const ferry_scene *scene, uint32_t clip, double time);

/* fy_clip_nodes() for many times in succession, which is faster: constant tracks are evaluated only once.
 * Times may be in any order. */
typedef struct fy_moving_track {
    const ferry_track *track;
    uint32_t key;   /* the key used last */
    float *number;  /* what it moves of its node, if that is one number; else NULL */
    bool *has_quat; /* of its node, if it turns that */
} fy_moving_track;

typedef struct fy_clip_player {
    ferry_node *nodes; /* the nodes at the time that was requested last */
    fy_moving_track *tracks;
    uint32_t count;
} fy_clip_player;

/* In the job's memory. False at its limit. */
bool fy_clip_play(ferry_job *job, const ferry_node_list *nodes, const ferry_clip *clip,
                  fy_clip_player *player);
void fy_clip_move(fy_clip_player *player, double time);

/* Whether a track, or any track of a clip, moves, rotates or scales a node. */
bool fy_moves_node(const ferry_track *track);
bool fy_clip_moves_nodes(const ferry_clip *clip);

/* Whether a track changes a material with GX state; and changes such a material to its state at clip time
 * `time`. */
bool fy_moves_material(const ferry_track *track);
void fy_pose_gx(ferry_gx_material *gx, const ferry_track *track, double time);

/* The same for a Nintendo 64 material: primitive colour, environment colour, tile offset. */
void fy_pose_rdp(ferry_rdp_material *rdp, const ferry_track *track, double time);

#endif
