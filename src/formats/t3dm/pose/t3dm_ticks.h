/* t3dm_ticks.h: clips by the runtime's ticks. */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_TICKS_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_TICKS_H

#include "ferry64.h"
#include "core/scene/pose.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* Whether a clip is short enough to be written. */
bool fy_t3dm_clip_fits(const ferry_clip *clip);

/* Seconds. */
double fy_t3dm_longest_clip(void);

/* Of a clip that fits, loop mode included: the number of its last tick, 1 at least, and its length in
 * seconds. */
uint32_t fy_t3dm_clip_ticks(const ferry_clip *clip);
double fy_t3dm_clip_duration(const ferry_clip *clip);

/* The scene's nodes at a tick of the clip that is played. */
void fy_t3dm_clip_move(const ferry_clip *clip, double tick, fy_clip_player *player);

/* Whether two nodes have one rotation, bit by bit. */
bool fy_t3dm_turned_alike(const ferry_node *a, const ferry_node *b);

/* FERRY_NONE: none. */
uint32_t fy_t3dm_bone_parent(const ferry_scene *scene, const fy_t3dm_pose *pose, uint32_t bone);

#endif
