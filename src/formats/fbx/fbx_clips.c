/*
 * fbx_clips.c: clips as stacks of an FBX file (docs/formats/fbx.md, "Animations"). A stack has one
 * layer, a layer a node for each thing that moves, that one a curve for each number.
 */
#include "formats/fbx/fbx_clips.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/pipeline/pass_clips.h"
#include "formats/export/export_scene_clips.h"
#include "formats/export/export_scene_state.h"
#include "formats/fbx/fbx_objects.h"
#include "formats/fbx/fbx_out.h"

/* The format's ticks in a second. */
static const double TICKS = 46186158000.0;

/* Of keys: joined by straight lines. */
enum { LINEAR = 0x6104 };

enum {
    HELD = 1 << FERRY_TARGET_TRANSLATE | 1 << FERRY_TARGET_ROTATE | 1 << FERRY_TARGET_SCALE |
           1 << FERRY_TARGET_MORPH
};

typedef struct playing {
    fy_fbx *f;
    int64_t layer;
} playing;

/* What 64 bits hold, with room to add. */
static const double MOST_TICKS = 9e18;

static int64_t ticks_of(double seconds) {
    return (int64_t)fmin(fmax(fy_round(seconds * TICKS), -MOST_TICKS), MOST_TICKS);
}

static bool put_curve(fy_fbx *f, const fy_export_channel *channel, uint32_t k, double by, int64_t node,
                      const char *property) {
    static const float slopes[4] = {0, 0, 0, 0};
    const int32_t flags = LINEAR, count = (int32_t)channel->count;
    fy_fbx_out *o = &f->o;
    int64_t *times = ferry_new(f->x.e.job, int64_t, channel->count);
    float *values = ferry_new(f->x.e.job, float, channel->count);
    if (!times || !values) return false;
    for (uint32_t i = 0; i < channel->count; i++) {
        times[i] = ticks_of(channel->times[i]);
        values[i] = (float)((double)channel->values[(size_t)i * channel->width + k] * by);
    }
    int64_t number = fy_fbx_open_object(f, FY_FBX_CURVE, "", "");
    fy_fbx_put_f64(o, "Default", (double)values[0]);
    fy_fbx_put_i32(o, "KeyVer", 4008);
    fy_fbx_open(o, "KeyTime");
    fy_fbx_i64s(o, times, channel->count);
    fy_fbx_close(o);
    fy_fbx_open(o, "KeyValueFloat");
    fy_fbx_f32s(o, values, channel->count);
    fy_fbx_close(o);
    fy_fbx_open(o, "KeyAttrFlags");
    fy_fbx_i32s(o, &flags, 1);
    fy_fbx_close(o);
    fy_fbx_open(o, "KeyAttrDataFloat");
    fy_fbx_f32s(o, slopes, 4);
    fy_fbx_close(o);
    fy_fbx_open(o, "KeyAttrRefCount");
    fy_fbx_i32s(o, &count, 1);
    fy_fbx_close(o);
    fy_fbx_close(o);
    return fy_fbx_link_to(f, number, node, property);
}

/* `target`: the object whose property moves, by `width` numbers from `first` on. */
static bool put_node(playing *p, const fy_export_channel *channel, uint32_t first, uint32_t width,
                     const char *name, const char *const *numbers, double by, int64_t target,
                     const char *property) {
    fy_fbx *f = p->f;
    ferry_mark mark = ferry_job_mark(f->x.e.job);
    int64_t node = fy_fbx_open_object(f, FY_FBX_CURVE_NODE, name, "");
    fy_fbx_open(&f->o, "Properties70");
    for (uint32_t k = 0; k < width; k++)
        fy_fbx_property_number(&f->o, numbers[k], "Number", "A", (double)channel->values[first + k] * by);
    fy_fbx_close(&f->o);
    fy_fbx_close(&f->o);
    if (!fy_fbx_link_to(f, node, p->layer, NULL) || !fy_fbx_link_to(f, node, target, property)) return false;
    for (uint32_t k = 0; k < width; k++)
        if (!put_curve(f, channel, first + k, by, node, numbers[k])) return false;
    ferry_job_release(f->x.e.job, mark);
    return true;
}

static bool take_channel(void *user, const fy_export_channel *channel) {
    static const char *const axes[] = {"d|X", "d|Y", "d|Z"}, *const percent[] = {"d|DeformPercent"};
    static const struct {
        const char *name, *property;
    } of[] = {{"T", "Lcl Translation"}, {"R", "Lcl Rotation"}, {"S", "Lcl Scaling"}};
    playing *p = user;
    const fy_fbx *f = p->f;
    if (channel->path != FY_EXPORT_WEIGHTS)
        return put_node(p, channel, 0, 3, of[channel->path].name, axes, 1, f->nodes[channel->object],
                        of[channel->path].property);
    for (uint32_t k = 0; k < channel->width; k++) {
        uint32_t morph = f->x.morphs[f->x.first_morphs[channel->object] + k];
        for (uint32_t c = f->first_channel[morph]; c != FERRY_NONE; c = f->channels[c].next)
            if (!put_node(p, channel, k, 1, "DeformPercent", percent, 100, f->channels[c].number,
                          "DeformPercent"))
                return false;
    }
    return true;
}

static bool is_too_long(const ferry_clip *clip) {
    return !(clip->duration * TICKS <= MOST_TICKS);
}

static void tell_too_long(const fy_fbx *f, uint32_t c) {
    const ferry_clip *clip = &f->x.e.scene->clips.data[c];
    ferry_say(f->x.e.job, FERRY_LOSS, "fbx.animation-length", f->x.e.file,
              ferry_job_format(f->x.e.job, "clip[%u] \"%s\"", (unsigned)c, clip->name),
              "lasts %g seconds; the limit is %.0f; left out", clip->duration, floor(MOST_TICKS / TICKS));
}

static bool put_clip(fy_fbx *f, uint32_t c) {
    const ferry_clip *clip = &f->x.e.scene->clips.data[c];
    const char *name = fy_export_scene_clip_name(&f->x, c);
    playing p = {.f = f};
    uint32_t count;
    int64_t stack = fy_fbx_open_object(f, FY_FBX_STACK, name, "");
    fy_fbx_open(&f->o, "Properties70");
    fy_fbx_property_time(&f->o, "LocalStop", ticks_of(clip->duration));
    fy_fbx_property_time(&f->o, "ReferenceStop", ticks_of(clip->duration));
    fy_fbx_close(&f->o);
    fy_fbx_close(&f->o);
    p.layer = fy_fbx_open_object(f, FY_FBX_LAYER, name, "");
    fy_fbx_inside(&f->o);
    fy_fbx_close(&f->o);
    if (!fy_fbx_link_to(f, p.layer, stack, NULL) || !fy_export_play(&f->x, c, take_channel, &p, &count))
        return false;
    if (!count)
        ferry_say(f->x.e.job, FERRY_LOSS, "export.empty-clip", f->x.e.file, "",
                  "animation \"%s.%s\" is empty: it has no target that the format supports", clip->name,
                  clip->kind);
    return true;
}

bool fy_fbx_put_clips(fy_fbx *f) {
    for (uint32_t c = 0; c < f->x.e.scene->clips.count; c++) {
        ferry_mark mark = ferry_job_mark(f->x.e.job);
        if (is_too_long(&f->x.e.scene->clips.data[c]))
            tell_too_long(f, c);
        else if (!put_clip(f, c))
            return false;
        ferry_job_release(f->x.e.job, mark);
    }
    fy_clips_report_left_out(f->x.e.job, f->x.e.scene, HELD);
    return true;
}
