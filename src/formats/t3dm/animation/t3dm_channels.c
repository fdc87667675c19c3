/* t3dm_channels.c: which parts of which bones the clips move, and a channel for each. */
#include "formats/t3dm/animation/t3dm_channels.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/animation/t3dm_bone_bounds.h"

enum { PARTS = FY_T3DM_PARTS, ROTATION_PART = FY_T3DM_ROTATION_PART, MOST_CHANNELS = 0xFFFF };

/* What the code of a rotation turns it by at most, in radians; what that may move, in heights, before
 * channels are added that move it back. */
#define WORST_TURN 0.0024
#define WORST_MOVE 0.01

/* What counts as the rest pose: lengths in heights, factors; of rotations 1 - |cosine of half the angle|. */
#define STILL 1e-5
#define STILL_TURN 1e-10

static void compare_parts(const fy_t3dm_sampler *s, uint32_t bone) {
    const float *rest = s->rests[bone];
    const ferry_node *node = &s->player.nodes[s->pose.nodes[bone]];
    const float now[ROTATION_PART] = {node->translate.x, node->translate.y, node->translate.z,
                                      node->scale.x,     node->scale.y,     node->scale.z};
    bool *moved = s->moved_now + PARTS * (size_t)bone;
    for (int k = 0; k < ROTATION_PART; k++)
        moved[k] |= fabs((double)now[k] - (double)rest[k]) > STILL * (k < 3 ? s->height : 1);
    if (moved[ROTATION_PART]) return;
    const ferry_quat q = fy_t3dm_sampler_turn(s, bone);
    const float turn[4] = {q.x, q.y, q.z, q.w};
    double cosine = 0;
    for (int k = 0; k < 4; k++) cosine += (double)turn[k] * (double)rest[ROTATION_PART + k];
    moved[ROTATION_PART] = 1 - fabs(cosine) > STILL_TURN;
}

void fy_t3dm_compare_with_rest(fy_t3dm_sampler *s) {
    for (uint32_t b = 0; b < s->pose.bone_count; b++) compare_parts(s, b);
}

/* A bone that turns what is far from its origin is moved, too, so that the middle of that stays in place.
 * Others are moved as the clip says: their translations need not follow the rounding of rotations. */
static void add_moves(fy_t3dm_sampler *s, uint32_t bone) {
    bool *moved = s->moved + PARTS * (size_t)bone;
    double arm = 0, own = fy_t3dm_stretch_of(&s->pose.worlds[s->pose.nodes[bone]]);
    for (int i = 0; i < 3; i++) arm += s->middles[bone][i] * s->middles[bone][i];
    if (moved[ROTATION_PART] && sqrt(arm) / s->pose.scale * own * WORST_TURN > WORST_MOVE * s->height)
        moved[0] = moved[1] = moved[2] = true;
    else
        memset(s->middles[bone], 0, sizeof s->middles[bone]);
}

/* What the clips move that are written. Of clips that all keep still, the first bone's x: they can be asked
 * for. */
void fy_t3dm_settle_moved(fy_t3dm_sampler *s) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < PARTS * s->pose.bone_count; i++) found += s->moved[i];
    if (!found) s->moved[0] = true;
    for (uint32_t b = 0; b < s->pose.bone_count; b++) add_moves(s, b);
    fy_t3dm_find_lever_arms(s);
}

static void add_channel(fy_t3dm_sampler *s, uint32_t bone, uint32_t part) {
    bool turn = part == ROTATION_PART;
    s->of_part[PARTS * (size_t)bone + part] = s->channel_count;
    s->channels[s->channel_count++] = (fy_t3dm_channel){.bone = (uint16_t)bone,
                                                        .kind = turn       ? FY_T3DM_ROTATION
                                                                : part < 3 ? FY_T3DM_TRANSLATION
                                                                           : FY_T3DM_SCALING,
                                                        .component = turn ? 0 : (uint8_t)(part % 3)};
    s->rotations += turn;
}

bool fy_t3dm_list_channels(fy_t3dm_sampler *s) {
    size_t most = PARTS * (size_t)s->pose.bone_count;
    s->channels = ferry_new(s->job, fy_t3dm_channel, most);
    s->of_part = ferry_new(s->job, uint32_t, most);
    s->allowances = ferry_new(s->job, double, most);
    if (!s->channels || !s->of_part || !s->allowances) return false;
    for (size_t i = 0; i < most; i++) s->of_part[i] = FERRY_NONE;
    for (uint32_t b = 0; b < s->pose.bone_count; b++)
        if (s->moved[PARTS * (size_t)b + ROTATION_PART]) add_channel(s, b, ROTATION_PART);
    for (uint32_t b = 0; b < s->pose.bone_count; b++)
        for (uint32_t k = 0; k < ROTATION_PART; k++)
            if (s->moved[PARTS * (size_t)b + k]) add_channel(s, b, k);
    if (s->channel_count <= MOST_CHANNELS) return true;
    ferry_say(s->job, FERRY_ERROR, "t3dm.channel-count", s->file, "",
              "animations use %u channels of %u bones; the limit is %d", s->channel_count, s->pose.bone_count,
              MOST_CHANNELS);
    return false;
}
