/*
 * t3dm_ticks.c: clips by the runtime's ticks.
 *
 * Format: docs/formats/t3dm.md, "Animations from clips".
 */
#include "formats/t3dm/pose/t3dm_ticks.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"
#include "core/scene/pose.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/pose/t3dm_pose.h"

enum { HELD = 6, MOST_LENGTH = 1 << 18 };

/* What is a whole tick but for rounding is that tick; else the one behind the end. */
static double ticks_of(double seconds) {
    double ticks = seconds * FY_T3DM_TICKS, whole = floor(ticks + 0.5);
    return fabs(ticks - whole) < 1e-6 ? whole : ceil(ticks);
}

/* There and back, and what holds the end: the runtime stops with the pose before the end. */
static double length_of(const ferry_clip *clip) {
    bool mirror = clip->loop == FERRY_LOOP_MIRROR || clip->loop == FERRY_LOOP_MIRROR_ONCE;
    double ticks = ticks_of(mirror ? 2 * clip->duration : clip->duration);
    if (ticks < 1) ticks = 1;
    return clip->loop == FERRY_LOOP_REPEAT || clip->loop == FERRY_LOOP_MIRROR ? ticks : ticks + HELD;
}

double fy_t3dm_longest_clip(void) {
    return MOST_LENGTH / (double)FY_T3DM_TICKS;
}

bool fy_t3dm_clip_fits(const ferry_clip *clip) {
    return length_of(clip) <= MOST_LENGTH;
}

uint32_t fy_t3dm_clip_ticks(const ferry_clip *clip) {
    return (uint32_t)length_of(clip);
}

double fy_t3dm_clip_duration(const ferry_clip *clip) {
    double ticks = length_of(clip), seconds = ticks / FY_T3DM_TICKS;
    if (clip->loop == FERRY_LOOP_REPEAT && clip->duration > 0 && ticks > 1) return clip->duration;
    return clip->loop == FERRY_LOOP_MIRROR && clip->duration > 0 && ticks > 1 ? 2 * clip->duration : seconds;
}

/* The end of what repeats is not its start: the value that it runs to. */
static double clip_time(const ferry_clip *clip, double tick) {
    double seconds = tick / FY_T3DM_TICKS, last = clip->duration - 0.001 / clip->rate;
    if (clip->loop == FERRY_LOOP_REPEAT && seconds > last) return last > 0 ? last : 0;
    return fy_clip_time(clip, seconds);
}

void fy_t3dm_clip_move(const ferry_clip *clip, double tick, fy_clip_player *player) {
    fy_clip_move(player, clip_time(clip, tick));
}

bool fy_t3dm_turned_alike(const ferry_node *a, const ferry_node *b) {
    if (a->has_quat != b->has_quat) return false;
    return a->has_quat ? memcmp(&a->quat, &b->quat, sizeof a->quat) == 0
                       : memcmp(&a->euler, &b->euler, sizeof a->euler) == 0;
}

uint32_t fy_t3dm_bone_parent(const ferry_scene *scene, const fy_t3dm_pose *pose, uint32_t bone) {
    uint32_t parent = scene->nodes.data[pose->nodes[bone]].parent;
    return parent == FERRY_NONE ? FERRY_NONE : pose->bones[parent];
}
