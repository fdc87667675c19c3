/*
 * pose.h: a scene at a moment of its clips (docs/scene.md, "Clips"): the same scene, its nodes, draws,
 * materials and meshes filled with the values of the tracks. Whatever works on a scene at rest works
 * on it, scale rules included.
 */
#ifndef FERRY_CORE_SCENE_POSE_H
#define FERRY_CORE_SCENE_POSE_H

#include "ferry64.h"

/* Nodes as the clip has them `time` seconds into it (not: after its start): `nodes`, at rest before, of the
 * scene's length. */
void fy_clip_nodes(const ferry_clip *clip, double time, ferry_node *nodes);

/* The same for many times one after the other, which is quicker: tracks that stay are not looked at again.
 * Times may go anywhere. */
typedef struct fy_moving_track {
    const ferry_track *track;
    uint32_t key; /* where it was last */
} fy_moving_track;

typedef struct fy_clip_player {
    ferry_node *nodes; /* of the list, as the clip has them at the time asked for last */
    fy_moving_track *tracks;
    uint32_t count;
} fy_clip_player;

/* In the job's memory. False at its limit. */
bool fy_clip_play(ferry_job *job, const ferry_node_list *nodes, const ferry_clip *clip,
                  fy_clip_player *player);
void fy_clip_move(fy_clip_player *player, double time);

/* Whether a track moves, turns or scales a node; whether one of a clip's does. */
bool fy_moves_node(const ferry_track *track);
bool fy_clip_moves_nodes(const ferry_clip *clip);

/* Whether a track changes a material with GX state, and such a material as it has it `time` seconds into its
 * clip. */
bool fy_moves_material(const ferry_track *track);
void fy_pose_gx(ferry_gx_material *gx, const ferry_track *track, double time);

/* The same of a material of the Nintendo 64: prim, env, low. */
void fy_pose_rdp(ferry_rdp_material *rdp, const ferry_track *track, double time);

#endif
