/* t3dm_clips_choose.c: each clip is posed as the source has it: what it moves, and how far. */
#include "formats/t3dm/animation/t3dm_clips_choose.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/pose.h"
#include "formats/t3dm/animation/t3dm_channels.h"
#include "formats/t3dm/animation/t3dm_clip_error.h"
#include "formats/t3dm/pose/t3dm_scale.h"

enum { PARTS = FY_T3DM_PARTS };

bool fy_t3dm_is_made(const ferry_clip *clip) {
    return (clip->whole || fy_clip_moves_nodes(clip)) && !clip->kept;
}

static void report_too_long(const fy_t3dm_sampler *s, uint32_t clip) {
    const ferry_clip *of = &s->scene->clips.data[clip];
    ferry_say(s->job, FERRY_LOSS, "t3dm.animation-length", s->file,
              ferry_job_format(s->job, "clip[%u] \"%s\"", clip, of->name),
              "lasts %g seconds; the limit is %.0f; left out", of->duration, floor(fy_t3dm_longest_clip()));
}

/* A base scale at which what is `farthest` out fits, with a margin as the automatic one has. */
static double scale_for(const fy_t3dm_sampler *s, double farthest) {
    return s->pose.scale * INT16_MAX * FY_T3DM_SCALE_MARGIN / farthest;
}

static const char *bone_name(const fy_t3dm_sampler *s, uint32_t bone) {
    return s->scene->nodes.data[s->pose.nodes[bone]].name;
}

/* Another base scale would do, and leave enough of the model: who asked for this one is to know. */
static bool refuse_clip(fy_t3dm_sampler *s, uint32_t clip) {
    double scale = scale_for(s, s->farthest);
    if (s->pose.own_scale || s->turned || !(scale * s->pose.length >= FY_T3DM_LEAST_STEPS)) return false;
    if (s->farthest > s->worst.farthest) s->worst = (fy_t3dm_refusal){clip, s->farthest_bone, s->farthest};
    return true;
}

void fy_t3dm_leave_out(fy_t3dm_sampler *s, uint32_t clip) {
    const char *name = bone_name(s, s->farthest_bone);
    const char *path = ferry_job_format(s->job, "clip[%u] \"%s\"", clip, s->scene->clips.data[clip].name);
    if (refuse_clip(s, clip)) return;
    if (s->turned)
        ferry_say(s->job, FERRY_LOSS, "t3dm.animation-range", s->file, path,
                  "scales \"%s\" by %g; the console's matrices hold at most %d; left out", name, s->farthest,
                  INT16_MAX);
    else
        ferry_say(s->job, FERRY_LOSS, "t3dm.animation-range", s->file, path,
                  "moves \"%s\" out to %g units, which is %g at base scale %.9g; the limit is %d; left "
                  "out; base scale %.9g would fit",
                  name, s->farthest / s->pose.scale, s->farthest, s->pose.scale, INT16_MAX,
                  scale_for(s, s->farthest));
}

bool fy_t3dm_report_refused(const fy_t3dm_sampler *s) {
    const fy_t3dm_refusal *r = &s->worst;
    if (r->farthest <= 0) return true;
    ferry_say(s->job, FERRY_ERROR, "t3dm.base-scale", s->file,
              ferry_job_format(s->job, "clip[%u] \"%s\"", r->clip, s->scene->clips.data[r->clip].name),
              "moves \"%s\" out to %g units, which is %g at base scale %.9g; the limit is %d; use base "
              "scale %g",
              bone_name(s, r->bone), r->farthest / s->pose.scale, r->farthest, s->pose.scale, INT16_MAX,
              scale_for(s, r->farthest));
    return false;
}

/* Whether the console's matrices hold all bones for sure, by the lengths of their chains, which no turn
 * changes and which take a small part of the time of matrices. */
static bool is_held_by_lengths(fy_t3dm_sampler *s) {
    const double most = INT16_MAX * (1 - 1e-3);
    bool held = true;
    for (uint32_t b = 0; b < s->pose.bone_count; b++) {
        const ferry_node *node = &s->player.nodes[s->pose.nodes[b]];
        const ferry_quat q = node->quat;
        const double square = (double)q.x * (double)q.x + (double)q.y * (double)q.y +
                              (double)q.z * (double)q.z + (double)q.w * (double)q.w;
        fy_t3dm_chain *to = &s->chains[b];
        *to = fy_t3dm_sampler_chain(s, b);
        held = held && to->far * s->pose.scale < most && to->stretch < most &&
               (!node->has_quat || fabs(square - 1) < 1e-5);
    }
    return held;
}

/* False once the job was ended. */
static bool find_farthest(fy_t3dm_sampler *s, const ferry_clip *clip) {
    const uint32_t last = fy_t3dm_clip_ticks(clip);
    if (!fy_t3dm_sampler_take(s, clip)) return false;
    fy_t3dm_sampler_start(s);
    for (uint32_t t = 0; t <= last; t += FY_T3DM_RUN) {
        if (!ferry_tick(s->job)) return false;
        fy_t3dm_sampler_pose(s, clip, t, last);
        fy_t3dm_find_farthest(s, s->before);
    }
    return true;
}

/* Poses the clip as the source has it: what it moves, and how far: that only where it may be too far. False
 * once the job was ended. */
static bool look_at(fy_t3dm_sampler *s, const ferry_clip *clip, bool far) {
    s->farthest = 0;
    memset(s->moved_now, 0, PARTS * (size_t)s->pose.bone_count * sizeof *s->moved_now);
    if (!fy_t3dm_sampler_take(s, clip)) return false;
    for (uint32_t t = 0, last = fy_t3dm_clip_ticks(clip); t <= last; t++) {
        if (!ferry_tick(s->job)) return false;
        fy_t3dm_sampler_move(s, clip, t);
        far = far || !is_held_by_lengths(s);
        fy_t3dm_compare_with_rest(s);
    }
    return !far || find_farthest(s, clip);
}

/* Where all that goes too far carries nothing, it is held back instead. */
static bool hold_back(fy_t3dm_sampler *s, uint32_t clip) {
    const uint32_t bone = s->farthest_bone;
    const double farthest = s->farthest;
    if (fy_t3dm_is_held(s) || s->turned || s->bounds[bone].carries) return true;
    fy_t3dm_hold_back(s, &s->scene->clips.data[clip], true);
    if (!look_at(s, &s->scene->clips.data[clip], true)) return false;
    fy_t3dm_hold_back(s, NULL, false);
    if (!fy_t3dm_is_held(s)) return true;
    s->held_back[clip] = true;
    ferry_say(s->job, FERRY_LOSS, "t3dm.animation-range", s->file,
              ferry_job_format(s->job, "clip[%u] \"%s\"", clip, s->scene->clips.data[clip].name),
              "moves \"%s\", which carries nothing that is drawn, out to %g units, which is %g at base scale "
              "%.9g; the limit is %d; held back at %g units along each axis",
              bone_name(s, bone), farthest / s->pose.scale, farthest, s->pose.scale, INT16_MAX,
              fy_t3dm_held_back_at(s));
    return true;
}

/* A clip that is left out gives the others no channels, and takes no time to be encoded. */
bool fy_t3dm_choose_clips(fy_t3dm_sampler *s) {
    for (uint32_t c = 0; c < s->scene->clips.count; c++) {
        const ferry_clip *clip = &s->scene->clips.data[c];
        if (!fy_t3dm_is_made(clip)) continue;
        s->left_out[c] = !fy_t3dm_clip_fits(clip);
        if (s->left_out[c]) {
            report_too_long(s, c);
            continue;
        }
        ferry_mark mark = ferry_job_mark(s->job);
        if (!look_at(s, clip, false) || !hold_back(s, c)) return false;
        ferry_job_release(s->job, mark);
        s->left_out[c] = !fy_t3dm_is_held(s);
        if (s->left_out[c]) fy_t3dm_leave_out(s, c);
        for (uint32_t i = 0; fy_t3dm_is_held(s) && i < PARTS * s->pose.bone_count; i++)
            s->moved[i] |= s->moved_now[i];
    }
    fy_t3dm_settle_moved(s);
    return fy_t3dm_report_refused(s);
}
