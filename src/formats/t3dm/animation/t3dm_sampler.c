/* t3dm_sampler.c: the bones at rest, and as a clip has them; room for what is worked out. */
#include "formats/t3dm/animation/t3dm_sampler.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/pose/t3dm_scale.h"
#include "formats/t3dm/pose/t3dm_skeleton.h"

enum { PARTS = FY_T3DM_PARTS, ROTATION_PART = FY_T3DM_ROTATION_PART };

static void take_parts(const ferry_node *node, float parts[PARTS + 3]) {
    ferry_quat turn = fy_node_quat(node);
    const float all[PARTS + 3] = {node->translate.x,
                                  node->translate.y,
                                  node->translate.z,
                                  node->scale.x,
                                  node->scale.y,
                                  node->scale.z,
                                  turn.x,
                                  turn.y,
                                  turn.z,
                                  turn.w};
    memcpy(parts, all, sizeof all);
}

/* Not worked out again for what stands as it rests. */
ferry_quat fy_t3dm_sampler_turn(const fy_t3dm_sampler *s, uint32_t bone) {
    const ferry_node *rest = &s->scene->nodes.data[s->pose.nodes[bone]],
                     *now = &s->player.nodes[s->pose.nodes[bone]];
    const float *q = s->rests[bone] + ROTATION_PART;
    return fy_t3dm_turned_alike(rest, now) ? (ferry_quat){q[0], q[1], q[2], q[3]} : fy_node_quat(now);
}

static double largest_of(ferry_vec3 v) {
    return fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z)));
}

fy_t3dm_chain fy_t3dm_sampler_chain(const fy_t3dm_sampler *s, uint32_t bone) {
    const ferry_node *node = &s->player.nodes[s->pose.nodes[bone]];
    const uint32_t parent = s->posed.parents[bone];
    const fy_t3dm_chain above = parent == FERRY_NONE ? (fy_t3dm_chain){0, 1} : s->chains[parent];
    return (fy_t3dm_chain){above.far + above.stretch * fy_vec3_length(node->translate) * (1 + 1e-6),
                           above.stretch * largest_of(node->scale) * (1 + 1e-4)};
}

static float clamp_to(float value, double most) {
    return fabs((double)value) <= most ? value : (float)(value < 0 ? -most : most);
}

double fy_t3dm_held_back_at(const fy_t3dm_sampler *s) {
    return INT16_MAX * FY_T3DM_SCALE_MARGIN / s->pose.scale / 2;
}

void fy_t3dm_hold_back(fy_t3dm_sampler *s, const ferry_clip *clip, bool holds) {
    s->holds_back = holds;
    memset(s->shifted, 0, s->pose.bone_count * sizeof *s->shifted);
    for (uint32_t i = 0; holds && i < clip->track_count; i++) {
        const ferry_track *track = &clip->tracks[i];
        const uint32_t bone =
            track->target == FERRY_TARGET_TRANSLATE ? s->pose.bones[track->object] : FY_T3DM_NO_BONE;
        if (bone != FY_T3DM_NO_BONE) s->shifted[bone] = true;
    }
}

/* What carries nothing, and is shifted by the clip, goes half as far along each axis as there is room, which
 * leaves some for what hangs on it. */
static void hold_back(fy_t3dm_sampler *s) {
    for (uint32_t b = 0; b < s->pose.bone_count; b++) {
        ferry_vec3 *at = &s->player.nodes[s->pose.nodes[b]].translate;
        const uint32_t parent = s->posed.parents[b];
        const fy_t3dm_chain above = parent == FERRY_NONE ? (fy_t3dm_chain){0, 1} : s->chains[parent];
        s->chains[b] = fy_t3dm_sampler_chain(s, b);
        if (s->bounds[b].carries || !s->shifted[b] || !(above.stretch > 0)) continue;
        const double most = fmax(0, fy_t3dm_held_back_at(s) - above.far) / above.stretch;
        *at = (ferry_vec3){clamp_to(at->x, most), clamp_to(at->y, most), clamp_to(at->z, most)};
        s->chains[b] = fy_t3dm_sampler_chain(s, b);
    }
}

void fy_t3dm_sampler_move(fy_t3dm_sampler *s, const ferry_clip *clip, double tick) {
    fy_t3dm_clip_move(clip, tick, &s->player);
    if (s->holds_back) hold_back(s);
}

/* What is held back may move because of what it hangs on. */
void fy_t3dm_sampler_start(fy_t3dm_sampler *s) {
    fy_t3dm_run_start(&s->posed);
    fy_t3dm_run_follow(&s->posed, &s->player);
    for (uint32_t b = 0; b < s->pose.bone_count; b++)
        s->posed.moves[b] = s->posed.moves[b] || (s->holds_back && s->shifted[b]);
}

void fy_t3dm_sampler_pose(fy_t3dm_sampler *s, const ferry_clip *clip, double first, double last) {
    for (uint32_t t = 0; t < FY_T3DM_RUN; t++) {
        fy_t3dm_sampler_move(s, clip, first + t < last ? first + t : last);
        fy_t3dm_run_take(&s->posed, t, s->player.nodes);
    }
    fy_t3dm_run_stand(&s->posed);
    s->before = s->posed.worlds;
}

/* Of the vertices at rest. What is flat, or a placeholder far from its bones, counts as high as a tenth of
 * the longest side of all of it. */
static double find_height(const fy_t3dm_sampler *s, const ferry_box *box) {
    const float least[3] = {box->min.x, box->min.y, box->min.z},
                most[3] = {box->max.x, box->max.y, box->max.z};
    double longest = 0, height = (double)most[1] - (double)least[1];
    for (int i = 0; i < 3; i++) {
        double low = (double)least[i], high = (double)most[i];
        for (uint32_t b = 0; b < s->pose.bone_count; b++) {
            double at = s->pose.worlds[s->pose.nodes[b]].m[i][3];
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        longest = high - low > longest ? high - low : longest;
    }
    if (height < longest / 10) height = longest / 10;
    return height > 0 ? height : 1;
}

static bool open_room(fy_t3dm_sampler *s) {
    s->bounds = ferry_new(s->job, fy_t3dm_bone_bounds, s->pose.bone_count);
    s->middles = ferry_alloc(s->job, s->pose.bone_count, sizeof *s->middles);
    s->moved = ferry_new(s->job, bool, PARTS *(size_t)s->pose.bone_count);
    s->moved_now = ferry_new(s->job, bool, PARTS *(size_t)s->pose.bone_count);
    s->rests = ferry_alloc(s->job, s->pose.bone_count, sizeof *s->rests);
    s->chains = ferry_new(s->job, fy_t3dm_chain, s->pose.bone_count);
    s->shifted = ferry_new(s->job, bool, s->pose.bone_count);
    s->held_back = ferry_new(s->job, bool, s->scene->clips.count + (size_t)1);
    return s->bounds && s->chains && s->middles && s->moved && s->moved_now && s->rests && s->held_back;
}

bool fy_t3dm_sampler_take(fy_t3dm_sampler *s, const ferry_clip *clip) {
    return fy_clip_play(s->job, &s->scene->nodes, clip, &s->player) &&
           fy_t3dm_run_open(s->job, s->scene, &s->pose, &s->posed) &&
           fy_t3dm_run_open(s->job, s->scene, &s->pose, &s->after);
}

bool fy_t3dm_sampler_open(fy_t3dm_sampler *s) {
    ferry_counts counts;
    if (!fy_t3dm_build_pose(s->job, s->scene, s->file, &s->pose)) return false;
    if (!s->pose.bone_count || !s->pose.layout->animations) return true;
    if (!ferry_count(s->scene, &counts)) return false;
    s->height = find_height(s, &counts.box);
    s->error = s->height * ferry_setting_number(s->job, "t3dm.anim-error") / 100;
    if (!open_room(s)) return false;
    for (uint32_t b = 0; b < s->pose.bone_count; b++)
        take_parts(&s->scene->nodes.data[s->pose.nodes[b]], s->rests[b]);
    return true;
}
