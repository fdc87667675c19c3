/* gltf_channels.c: channels of an animation, with their samplers (docs/formats/gltf.md, "Animations"). */
#include "formats/gltf/write/gltf_channels.h"

#include <inttypes.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/order.h"
#include "core/scene/visible.h"
#include "formats/export/export_curve.h"
#include "formats/gltf/write/gltf_clips.h"
#include "formats/gltf/write/gltf_write_buffer.h"
#include "formats/gltf/write/gltf_writer.h"

/* Times of keys that stand in the file. */
struct fy_gltf_input {
    uint32_t accessor, count;
    const float *times;
};

static int by_times(const void *user, uint32_t a, uint32_t b) {
    const fy_gltf_input *inputs = user, *x = &inputs[a], *y = &inputs[b];
    if (x->count != y->count) return x->count < y->count ? -1 : 1;
    return memcmp(x->times, y->times, x->count * sizeof *x->times);
}

bool fy_gltf_open_channels(fy_gltf *g, const ferry_clip *clip, fy_gltf_channels *c) {
    *c = (fy_gltf_channels){.g = g, .clip = clip, .channels = json_array(), .samplers = json_array()};
    c->order.compare = by_times;
    c->played = ferry_new(g->e.job, uint8_t, clip->track_count + (size_t)1);
    if (!c->channels || !c->samplers) g->no_memory = true;
    fy_gltf_begin_run(g);
    return c->played && !g->no_memory;
}

void fy_gltf_close_channels(fy_gltf_channels *c) {
    fy_gltf_end_run(c->g);
    json_decref(c->channels);
    json_decref(c->samplers);
}

/* Channels with keys at the same times share them. */
static uint32_t put_times(fy_gltf_channels *c, const float *times, uint32_t count) {
    ferry_job *job = c->g->e.job;
    if (!fy_work_reserve(job, (void **)&c->inputs, c->input_count, &c->input_capacity, 1, sizeof *c->inputs))
        return FERRY_NONE;
    c->inputs[c->input_count] = (fy_gltf_input){FERRY_NONE, count, times};
    uint32_t found = fy_order_find(&c->order, c->inputs, c->input_count);
    if (found != UINT32_MAX) return c->inputs[found].accessor;
    uint32_t accessor = fy_gltf_floats(c->g, times, count, 1, FY_GLTF_NO_TARGET, true);
    c->inputs[c->input_count].accessor = accessor;
    return accessor != FERRY_NONE && fy_order_add(job, &c->order, c->inputs, c->input_count++) ? accessor
                                                                                               : FERRY_NONE;
}

/* Takes `target` over. */
static bool add_channel(fy_gltf_channels *c, uint32_t in, uint32_t out, bool steps, json_t *target) {
    fy_gltf *g = c->g;
    json_t *sampler = json_object(), *channel = json_object();
    fy_gltf_set(g, sampler, "input", fy_gltf_index(in));
    fy_gltf_set(g, sampler, "interpolation", json_string(steps ? "STEP" : "LINEAR"));
    fy_gltf_set(g, sampler, "output", fy_gltf_index(out));
    fy_gltf_set(g, channel, "sampler", fy_gltf_index(fy_gltf_add(g, c->samplers, sampler)));
    fy_gltf_set(g, channel, "target", target);
    fy_gltf_add(g, c->channels, channel);
    return !g->no_memory;
}

static json_t *node_target(fy_gltf_channels *c, uint32_t node, const char *path) {
    fy_gltf *g = c->g;
    json_t *target = json_object();
    fy_gltf_set(g, target, "node", fy_gltf_index(node));
    fy_gltf_set(g, target, "path", json_string(path));
    c->plain++;
    return target;
}

static json_t *pointer_target(fy_gltf *g, const char *pointer) {
    json_t *target = json_object(), *extensions = json_object(), *extension = json_object();
    fy_gltf_set(g, target, "path", json_string("pointer"));
    fy_gltf_set(g, target, "extensions", extensions);
    fy_gltf_set(g, extensions, "KHR_animation_pointer", extension);
    fy_gltf_set(g, extension, "pointer", json_string(pointer));
    g->pointed = true;
    return target;
}

/* Accessors of a curve's keys; elements of `wide` numbers. */
static bool put_keys(fy_gltf_channels *c, const fy_export_curve *curve, uint32_t wide, uint32_t *in,
                     uint32_t *out) {
    uint32_t count = curve->key_count, width = curve->width;
    float *times = ferry_new(c->g->e.job, float, count),
          *values = ferry_new(c->g->e.job, float, (size_t)count *width);
    if (!times || !values) return false;
    for (uint32_t k = 0; k < count; k++) {
        times[k] = curve->times[curve->keys[k]];
        memcpy(values + (size_t)k * width, curve->values + (size_t)curve->keys[k] * width,
               width * sizeof *values);
    }
    *in = put_times(c, times, count);
    *out = fy_gltf_floats(c->g, values, count * (width / wide), wide, FY_GLTF_NO_TARGET, false);
    c->keys += count;
    return *in != FERRY_NONE && *out != FERRY_NONE;
}

bool fy_gltf_put_channel(fy_gltf_channels *c, const fy_export_curve *curve, uint32_t node, const char *path) {
    uint32_t wide = curve->width > 4 || strcmp(path, "weights") == 0 ? 1 : curve->width, in, out;
    return put_keys(c, curve, wide, &in, &out) &&
           add_channel(c, in, out, curve->steps, node_target(c, node, path));
}

bool fy_gltf_put_pointer(fy_gltf_channels *c, const fy_export_curve *curve, const char *pointer) {
    uint32_t in, out;
    return pointer && put_keys(c, curve, curve->width, &in, &out) &&
           add_channel(c, in, out, curve->steps, pointer_target(c->g, pointer));
}

/* ------------------------------------------------------------------------------------------- switches */

typedef struct switch_keys {
    float *times;
    uint8_t *on;
    uint32_t count;
} switch_keys;

/* A key for each, and one at the end to say how long it all takes. Of two that the file cannot tell apart the
 * later one holds. */
static bool take_switches(fy_gltf_channels *c, const fy_switches *from, switch_keys *keys) {
    float end = (float)c->clip->duration;
    *keys = (switch_keys){ferry_new(c->g->e.job, float, from->count + (size_t)1),
                          ferry_new(c->g->e.job, uint8_t, from->count + (size_t)1), 0};
    if (!keys->times || !keys->on) return false;
    for (uint32_t i = 0; i < from->count; i++) {
        float time = (float)from->times[i];
        if (keys->count && time <= keys->times[keys->count - 1]) keys->count--;
        keys->times[keys->count] = time;
        keys->on[keys->count++] = from->on[i];
    }
    if (end > keys->times[keys->count - 1]) {
        keys->times[keys->count] = end;
        keys->on[keys->count] = keys->on[keys->count - 1];
        keys->count++;
    }
    c->keys += keys->count;
    return ferry_tick(c->g->e.job);
}

bool fy_gltf_put_scales(fy_gltf_channels *c, const fy_switches *switches, uint32_t node) {
    switch_keys keys;
    if (!take_switches(c, switches, &keys)) return false;
    float *sizes = ferry_new(c->g->e.job, float, 3 * (size_t)keys.count);
    for (size_t i = 0; sizes && i < 3 * (size_t)keys.count; i++) sizes[i] = keys.on[i / 3];
    uint32_t in = put_times(c, keys.times, keys.count), out = FERRY_NONE;
    if (sizes) out = fy_gltf_floats(c->g, sizes, keys.count, 3, FY_GLTF_NO_TARGET, false);
    return in != FERRY_NONE && out != FERRY_NONE &&
           add_channel(c, in, out, true, node_target(c, node, "scale"));
}

bool fy_gltf_put_visible(fy_gltf_channels *c, const fy_switches *switches, uint32_t node) {
    const char *pointer =
        ferry_job_format(c->g->e.job, "/nodes/%" PRIu32 "/extensions/KHR_node_visibility/visible", node);
    switch_keys keys;
    if (!take_switches(c, switches, &keys)) return false;
    uint32_t in = put_times(c, keys.times, keys.count), out = fy_gltf_u8s(c->g, keys.on, keys.count);
    return in != FERRY_NONE && out != FERRY_NONE &&
           add_channel(c, in, out, true, pointer_target(c->g, pointer));
}

/* ---------------------------------------------------------------------------------------------- nothing */

bool fy_gltf_find_still(fy_gltf *g, uint32_t *node) {
    bool *moves = ferry_new(g->e.job, bool, g->e.scene->nodes.count + (size_t)1);
    if (!moves) return false;
    for (uint32_t c = 0; c < g->e.scene->clips.count; c++)
        for (uint32_t t = 0; t < g->e.scene->clips.data[c].track_count; t++) {
            const ferry_track *track = &g->e.scene->clips.data[c].tracks[t];
            if (track->target == FERRY_TARGET_TRANSLATE) moves[track->object] = true;
        }
    for (*node = 0; *node < g->e.scene->nodes.count && moves[*node];) ++*node;
    if (*node == g->e.scene->nodes.count) *node = g->e.scene->nodes.count ? 0 : FERRY_NONE;
    return true;
}

bool fy_gltf_put_still(fy_gltf_channels *c, uint32_t node) {
    const fy_gltf *g = c->g;
    uint32_t keys[2] = {0, 1};
    const ferry_vec3 *at = &g->e.scene->nodes.data[node].translate;
    float times[2] = {0, (float)c->clip->duration}, values[6];
    for (int k = 0; k < 6; k++) values[k] = (float)((double)(&at->x)[k % 3] * g->e.scale);
    const fy_export_curve curve = {.width = 3,
                                   .steps = true,
                                   .times = times,
                                   .values = values,
                                   .keys = keys,
                                   .key_count = times[1] > 0 ? 2 : 1};
    return fy_gltf_put_channel(c, &curve, node, "translation");
}
