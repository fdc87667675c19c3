/*
 * gltf_read_clips.c: animations of glTF become clips (docs/formats/generic.md, "Animations"): every key at
 * its own time, cubic splines with their slopes.
 */
#include "formats/gltf/read/gltf_read_clips.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_extras.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"
#include "formats/gltf/read/gltf_read_accessors.h"
#include "formats/gltf/read/gltf_read_attributes.h"
#include "formats/gltf/read/gltf_read_tracks.h"
#include "formats/gltf/read/gltf_read_uses.h"

/* How far from a whole frame a time may be for its rate to count, in frames; and, as a part of the time, to
 * mean that frame: some roundings of floats. */
static const double NEAR_FRAME = 2e-3, SAME_TIME = 3e-7;

/* Channels, or tracks, that are left out, and the first of them. */
typedef struct left_out {
    uint32_t count, first;
} left_out;

typedef struct recording {
    fy_gltf_in *g;
    uint32_t index, channel; /* of the animation; that is read */
    const json_t *from;
    const char *name;
    ferry_track *tracks;
    uint32_t count;
    double end; /* of the last key of all */
    left_out lost, pointers, unread;
    uint32_t broken; /* keys, */
    fy_gltf_element_in first_broken;
} recording;

static void leave_out(left_out *list, uint32_t number) {
    if (!list->count++) list->first = number;
}

/* Keys of one channel, in the order of their times: `width` numbers each, with slopes before and behind them
 * if `cubic`. */
typedef struct keys {
    uint32_t count, width;
    ferry_interpolation candidate; /* FERRY_STEP, FERRY_LINEAR, FERRY_HERMITE */
    double *times;
    uint32_t *numbers; /* key of the file that each is */
    const float *values;
    fy_gltf_numbers_in from[2]; /* times, values */
} keys;

/* `part` 0: the slope before the key, 1: its value, 2: the slope behind it; of a file without slopes there is
 * but the value. */
static const float *part_of(const keys *k, uint32_t key, uint32_t part) {
    size_t at = k->candidate == FERRY_HERMITE ? 3 * (size_t)k->numbers[key] + part : k->numbers[key];
    return k->values + at * k->width;
}

/* -------------------------------------------------------------------------------------------------- keys */

typedef struct moment {
    double time;
    uint32_t number;
} moment;

static int by_time(const void *a, const void *b) {
    const moment *x = a, *y = b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Whether key `number` can be taken; if not, the first element that is wrong is noted. */
static bool is_sound(recording *r, const keys *k, uint32_t number, float time) {
    size_t count = (k->candidate == FERRY_HERMITE ? 3u : 1u) * k->width, first = number * count, i = first;
    bool timely = fabs((double)time) < 1e9;
    while (i < first + count && fabs((double)k->values[i]) < 1e18) i++;
    if (timely && i == first + count) return true;
    if (!r->broken++)
        r->first_broken = timely ? (fy_gltf_element_in){k->from[1], (uint32_t)(i / k->from[1].width)}
                                 : (fy_gltf_element_in){k->from[0], number};
    return false;
}

/* In order of time, none that is no number; of several at one time the first and the last. */
static bool order_keys(recording *r, const float *times, keys *k) {
    moment *moments = ferry_new(r->g->job, moment, (size_t)k->count + 1);
    uint32_t kept = 0, sound = 0;
    k->times = ferry_new(r->g->job, double, (size_t)k->count + 1);
    k->numbers = ferry_new(r->g->job, uint32_t, (size_t)k->count + 1);
    if (!moments || !k->times || !k->numbers) return false;
    for (uint32_t i = 0; i < k->count; i++) {
        if (is_sound(r, k, i, times[i])) moments[sound++] = (moment){(double)times[i], i};
    }
    if (sound) qsort(moments, sound, sizeof *moments, by_time);
    for (uint32_t i = 0; i < sound; i++) {
        if (kept > 1 && k->times[kept - 2] == moments[i].time) kept--;
        k->times[kept] = moments[i].time;
        k->numbers[kept++] = moments[i].number;
    }
    k->count = kept;
    if (kept && k->times[kept - 1] > r->end) r->end = k->times[kept - 1];
    return true;
}

/* The keys of a channel, `width` numbers each. `k->count` 0: there are none, or they do not fit, which is
 * told. */
static bool read_keys(recording *r, const json_t *sampler, uint32_t width, keys *k) {
    uint32_t count = fy_gltf_list_count(r->g, "accessors"), input = fy_gltf_index_of(sampler, "input", count),
             output = fy_gltf_index_of(sampler, "output", count);
    const char *candidate = json_string_value(json_object_get(sampler, "interpolation"));
    *k = (keys){.width = width, .candidate = FERRY_LINEAR};
    fy_gltf_numbers_in *times = &k->from[0], *values = &k->from[1];
    if (candidate && strcmp(candidate, "STEP") == 0) k->candidate = FERRY_STEP;
    if (candidate && strcmp(candidate, "CUBICSPLINE") == 0) k->candidate = FERRY_HERMITE;
    if ((input != FERRY_NONE && !fy_gltf_find_accessor(r->g, input, times)) ||
        (output != FERRY_NONE && !fy_gltf_find_accessor(r->g, output, values)))
        return false;
    uint64_t needed =
        input == FERRY_NONE ? 0 : (uint64_t)times->count * width * (k->candidate == FERRY_HERMITE ? 3 : 1);
    if (input == FERRY_NONE || output == FERRY_NONE || times->width != 1 ||
        (uint64_t)values->count * values->width < needed) {
        leave_out(&r->lost, r->channel);
        return true;
    }
    if (!times->count || !width) return true;
    const float *at = fy_gltf_read_floats(r->g, times);
    k->values = fy_gltf_read_floats(r->g, values);
    k->count = times->count;
    return at && k->values && order_keys(r, at, k);
}

/* ------------------------------------------------------------------------------------------------- tracks */

static ferry_track *append_track(recording *r) {
    return ferry_scene_append(r->g->scene, (void **)&r->tracks, &r->count, sizeof *r->tracks);
}

static ferry_track *add_track(recording *r, const ferry_track *like, uint32_t width, uint32_t count) {
    ferry_track *track = append_track(r);
    if (!track) return NULL;
    *track = *like;
    track->width = width;
    track->key_count = count;
    track->times = ferry_scene_new(r->g->scene, double, count);
    track->values = ferry_scene_new(r->g->scene, float, (size_t)count *width);
    bool slopes = track->interpolation == FERRY_HERMITE;
    if (slopes) track->in = ferry_scene_new(r->g->scene, float, (size_t)count *width);
    if (slopes) track->out = ferry_scene_new(r->g->scene, float, (size_t)count *width);
    return track->times && track->values && (!slopes || (track->in && track->out)) ? track : NULL;
}

/* Nothing changes: the value `width` numbers from `i` on, and no slope. */
static bool is_still(const keys *k, uint32_t i, uint32_t width) {
    for (uint32_t key = 0; key < k->count; key++)
        for (uint32_t n = i; n < i + width; n++) {
            bool slope =
                k->candidate == FERRY_HERMITE && (part_of(k, key, 0)[n] != 0 || part_of(k, key, 2)[n] != 0);
            if (slope || part_of(k, key, 1)[n] != part_of(k, 0, 1)[n]) return false;
        }
    return true;
}

/* Number `i` of each key, counted from `rest`; a channel that never changes is one key. */
static bool add_scalar(recording *r, ferry_track like, const keys *k, uint32_t i, float rest) {
    bool still = is_still(k, i, 1);
    like.interpolation = still && k->candidate == FERRY_HERMITE ? FERRY_LINEAR : k->candidate;
    ferry_track *track = add_track(r, &like, 1, still ? 1 : k->count);
    for (uint32_t key = 0; track && key < track->key_count; key++) {
        track->times[key] = k->times[key];
        track->values[key] = part_of(k, key, 1)[i] - rest;
        if (track->in) track->in[key] = part_of(k, key, 0)[i];
        if (track->out) track->out[key] = part_of(k, key, 2)[i];
    }
    return track != NULL;
}

/* Quaternions are made unit length, and their slopes with them. */
static bool add_turns(recording *r, ferry_track like, const keys *k) {
    bool still = is_still(k, 0, 4);
    like.interpolation =
        k->candidate == FERRY_LINEAR || (still && k->candidate == FERRY_HERMITE) ? FERRY_SLERP : k->candidate;
    ferry_track *track = add_track(r, &like, 4, still ? 1 : k->count);
    for (uint32_t key = 0; track && key < track->key_count; key++) {
        const float *v = part_of(k, key, 1);
        double length = sqrt((double)v[0] * (double)v[0] + (double)v[1] * (double)v[1] +
                             (double)v[2] * (double)v[2] + (double)v[3] * (double)v[3]);
        ferry_quat q = fy_quat_normalize((ferry_quat){v[0], v[1], v[2], v[3]});
        const float values[4] = {q.x, q.y, q.z, q.w};
        track->times[key] = k->times[key];
        memcpy(&track->values[4 * (size_t)key], values, sizeof values);
        for (uint32_t i = 0; track->in && i < 4; i++) {
            double by = length > 1e-6 && length < 1e6 ? 1 / length : 1;
            track->in[4 * (size_t)key + i] = (float)((double)part_of(k, key, 0)[i] * by);
            track->out[4 * (size_t)key + i] = (float)((double)part_of(k, key, 2)[i] * by);
        }
    }
    return track != NULL;
}

/* ---------------------------------------------------------------------------------------------- channels */

static bool add_weights(recording *r, uint32_t node, const json_t *sampler) {
    const fy_gltf_use *use = fy_gltf_use_of(r->g, node);
    uint32_t count = use ? fy_gltf_target_count(r->g, use->mesh) : 0;
    keys k;
    if (!count) {
        leave_out(&r->lost, r->channel);
        return true;
    }
    if (!read_keys(r, sampler, count, &k)) return false;
    const float *rests = r->g->rests[use - r->g->uses];
    size_t primitives =
        json_array_size(json_object_get(fy_gltf_item(r->g, "meshes", use->mesh), "primitives"));
    for (uint32_t p = 0; k.count && p < primitives; p++)
        for (uint32_t t = 0; t < r->g->morph_counts[use->first + p]; t++) {
            ferry_track like = {.target = FERRY_TARGET_MORPH, .object = r->g->morphs[use->first + p] + t};
            if (!ferry_tick(r->g->job) || !add_scalar(r, like, &k, t, rests[t])) return false;
        }
    return true;
}

static bool add_moves(recording *r, uint32_t node, const char *path, const json_t *sampler) {
    bool turns = strcmp(path, "rotation") == 0;
    ferry_track like = {.target = turns                              ? FERRY_TARGET_ROTATE
                                  : strcmp(path, "translation") == 0 ? FERRY_TARGET_TRANSLATE
                                                                     : FERRY_TARGET_SCALE,
                        .object = r->g->tops[node]};
    keys k;
    if (!read_keys(r, sampler, turns ? 4 : 3, &k)) return false;
    if (!k.count) return true;
    if (r->g->tops[node] != r->g->bottoms[node])
        fy_gltf_tell(r->g, FERRY_LOSS, "import.shear", "nodes", node, "matrix",
                     "node \"%s\" is sheared at rest and animated by clip \"%s\": the shear keeps its "
                     "rest value",
                     r->g->scene->nodes.data[like.object].name, r->name);
    if (turns) return add_turns(r, like, &k);
    for (like.channel = 0; like.channel < 3; like.channel++)
        if (!add_scalar(r, like, &k, like.channel, 0)) return false;
    return true;
}

static bool stands_in(const recording *r, uint32_t node) {
    return r->g->stand_ins[node] != FERRY_NONE;
}

/* Whether a node is seen; of other things that a pointer moves it is told that they stand still. In files of
 * this library tracks in extras say all of it. */
static bool add_pointer(recording *r, const json_t *sampler, const json_t *target) {
    static const char start[] = "/nodes/", rest[] = "/extensions/KHR_node_visibility/visible";
    const json_t *extension = json_object_get(json_object_get(target, "extensions"), "KHR_animation_pointer");
    const char *pointer = json_string_value(json_object_get(extension, "pointer"));
    char *end = NULL;
    const char *digits =
        pointer && strncmp(pointer, start, sizeof start - 1) == 0 ? pointer + sizeof start - 1 : "";
    unsigned long node = *digits >= '0' && *digits <= '9' ? strtoul(digits, &end, 10) : 0;
    keys k;
    if (r->g->ferry64_extras) return true;
    if (!end || strcmp(end, rest) != 0 || node >= r->g->node_count || r->g->tops[node] == FERRY_NONE ||
        !sampler) {
        leave_out(&r->pointers, r->channel);
        return true;
    }
    if (!read_keys(r, sampler, 1, &k)) return false;
    k.candidate = FERRY_STEP;
    return !k.count ||
           add_scalar(r, (ferry_track){.target = FERRY_TARGET_NODE_VISIBLE, .object = r->g->tops[node]}, &k,
                      0, 0);
}

static bool add_channel(recording *r, const json_t *channel) {
    const json_t *samplers = json_object_get(r->from, "samplers"),
                 *target = json_object_get(channel, "target");
    size_t count = json_array_size(samplers);
    uint32_t number =
        fy_gltf_index_of(channel, "sampler", count < FERRY_NONE ? (uint32_t)count : FERRY_NONE - 1);
    uint32_t node = fy_gltf_index_of(target, "node", r->g->node_count);
    const char *path = json_string_value(json_object_get(target, "path"));
    const json_t *sampler = number == FERRY_NONE ? NULL : json_array_get(samplers, number);
    bool there = sampler && path && node != FERRY_NONE && r->g->tops[node] != FERRY_NONE;
    if (path && strcmp(path, "pointer") == 0) return add_pointer(r, sampler, target);
    if (there && strcmp(path, "weights") == 0) return add_weights(r, node, sampler);
    if (there && stands_in(r, node)) return true; /* what hides draws stands in extras */
    if (there &&
        (strcmp(path, "translation") == 0 || strcmp(path, "rotation") == 0 || strcmp(path, "scale") == 0))
        return add_moves(r, node, path, sampler);
    if (json_object_get(target, "node") || there)
        leave_out(&r->lost, r->channel); /* a channel without a node is one that may be left out */
    return true;
}

/* -------------------------------------------------------------------------------------------------- clips */

static bool all_whole(const recording *r, double rate) {
    for (uint32_t t = 0; t < r->count; t++)
        for (uint32_t k = 0; k < r->tracks[t].key_count; k++) {
            double frames = r->tracks[t].times[k] * rate;
            if (!(fabs(frames - fy_round(frames)) < NEAR_FRAME)) return false;
        }
    return true;
}

/* ---- what this library wrote beside them */

static ferry_loop loop_of(const json_t *extras) {
    const char *name = json_string_value(json_object_get(extras, "loop"));
    for (ferry_loop loop = 0; name && loop <= FERRY_LOOP_MIRROR; loop++)
        if (strcmp(fy_loop_name(loop), name) == 0) return loop;
    return FERRY_LOOP_REPEAT;
}

/* Up to eight small letters and digits; NULL: none. */
static const char *kind_of(const fy_gltf_in *g, uint32_t index) {
    const json_t *extras =
        g->ferry64_extras ? json_object_get(fy_gltf_item(g, "animations", index), "extras") : NULL;
    const char *kind = json_string_value(json_object_get(extras, "kind"));
    size_t size = kind ? strlen(kind) : 0;
    bool fits = size > 0 && size <= 8 && strspn(kind, "abcdefghijklmnopqrstuvwxyz0123456789") == size;
    return fits ? kind : NULL;
}

/* An animation whose name ends in its kind. */
typedef struct kinded {
    const char *name, *kind;
    size_t stem; /* characters of the name before the kind and its point */
    uint32_t animation;
} kinded;

static int by_stem(const void *a, const void *b) {
    const kinded *x = a, *y = b;
    if (x->stem != y->stem) return x->stem < y->stem ? -1 : 1;
    return memcmp(x->name, y->name, x->stem);
}

static int by_stem_and_kind(const void *a, const void *b) {
    const kinded *x = a, *y = b;
    int stem = by_stem(x, y), kind = strcmp(x->kind, y->kind);
    return stem ? stem : kind ? kind : (x->animation > y->animation) - (x->animation < y->animation);
}

static bool ends_in_kind(const fy_gltf_in *g, uint32_t index, kinded *to) {
    const char *name = json_string_value(json_object_get(fy_gltf_item(g, "animations", index), "name")),
               *kind = kind_of(g, index);
    size_t size = name ? strlen(name) : 0, less = kind ? strlen(kind) + 1 : 0;
    if (!less || size <= less || name[size - less] != '.' || strcmp(name + size - less + 1, kind) != 0)
        return false;
    *to = (kinded){name, kind, size - less, index};
    return true;
}

/* Animations of one name and several kinds bear their kind in the file. */
static bool find_kinds(fy_gltf_in *g) {
    uint32_t all = fy_gltf_list_count(g, "animations"), count = 0;
    kinded *list = ferry_new(g->job, kinded, (size_t)all + 1);
    g->kinds = ferry_new(g->job, bool, (size_t)all + 1);
    if (!list || !g->kinds) return false;
    for (uint32_t i = 0; i < all; i++) {
        count += ends_in_kind(g, i, &list[count]);
        if (!ferry_tick(g->job)) return false;
    }
    if (count) qsort(list, count, sizeof *list, by_stem_and_kind);
    for (uint32_t first = 0, last; first < count; first = last) {
        for (last = first + 1; last < count && by_stem(&list[first], &list[last]) == 0;) last++;
        bool several = strcmp(list[first].kind, list[last - 1].kind) != 0;
        for (uint32_t k = first; k < last; k++) g->kinds[list[k].animation] = several;
    }
    return true;
}

static bool add_tracks(recording *r, const json_t *tracks, double rate) {
    for (size_t i = 0; i < json_array_size(tracks); i++) {
        ferry_track made, *track;
        if (!ferry_tick(r->g->job) || !fy_gltf_read_track(r->g, json_array_get(tracks, i), rate, &made))
            return false;
        if (!made.key_count) {
            leave_out(&r->unread, (uint32_t)i);
            continue;
        }
        if ((track = append_track(r)) == NULL) return false;
        *track = made;
    }
    return true;
}

/* What extras say, else the usual rate whose frames all keys stand on; 60 if there is none. */
static double find_rate(const recording *r, const json_t *extras) {
    double given = json_number_value(json_object_get(extras, "rate"));
    if (given > 1e-6 && given < 1e6) return given;
    static const double usual[] = {24, 25, 30, 60};
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
        if (all_whole(r, usual[k])) return usual[k];
    return 60;
}

/* A time that is a whole frame's but for the rounding of floats is that frame's. */
static double settled(double time, double rate) {
    double frame = fy_round(time * rate) / rate;
    return fabs(time - frame) <= SAME_TIME * fabs(frame) ? frame : time;
}

static void move_key(ferry_track *track, uint32_t from, uint32_t to) {
    size_t size = track->width * sizeof(float), a = (size_t)from * track->width,
           b = (size_t)to * track->width;
    track->times[to] = track->times[from];
    memmove(&track->values[b], &track->values[a], size);
    if (track->in) memmove(&track->in[b], &track->in[a], size);
    if (track->out) memmove(&track->out[b], &track->out[a], size);
}

/* Keys a float apart, as jumps are written, come to stand at one time: of several the first and the last. */
static void settle_times(recording *r, double rate) {
    for (uint32_t t = 0; t < r->count; t++) {
        ferry_track *track = &r->tracks[t];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < track->key_count; k++) {
            track->times[k] = settled(track->times[k], rate);
            if (kept > 1 && track->times[kept - 2] == track->times[k]) kept--;
            move_key(track, k, kept++);
        }
        track->key_count = kept;
    }
    r->end = settled(r->end, rate);
}

/* At the first of them. */
static void tell_list(const recording *r, const left_out *list, ferry_severity severity, const char *code,
                      const char *of, const char *thing, const char *what) {
    char within[32];
    if (!list->count) return;
    snprintf(within, sizeof within, "%s[%" PRIu32 "]", of, list->first);
    fy_gltf_tell(r->g, severity, code, "animations", r->index, within,
                 "clip \"%s\": %" PRIu32 " %s%s %s; left out", r->name, list->count, thing,
                 list->count == 1 ? "" : "s", what);
}

static void tell_left_out(const recording *r) {
    tell_list(r, &r->unread, FERRY_WARNING, "gltf.extras", "extras.tracks", "track",
              "without a valid target, or malformed");
    tell_list(r, &r->pointers, FERRY_LOSS, "gltf.animation-pointer", "channels", "channel",
              "for neither nodes nor weights nor visibility");
    tell_list(r, &r->lost, FERRY_WARNING, "import.channel-target", "channels", "channel",
              "without a valid target, or without valid keys");
    if (r->broken)
        fy_gltf_tell_element(r->g, FERRY_WARNING, "import.key-not-finite", &r->first_broken,
                             "clip \"%s\": %" PRIu32 " keys are not finite; left out", r->name, r->broken);
}

static bool add_clip(fy_gltf_in *g, uint32_t index) {
    recording r = {.g = g, .index = index, .from = fy_gltf_item(g, "animations", index)};
    const json_t *channels = json_object_get(r.from, "channels");
    r.name = fy_gltf_name_of(g, "animations", index, "animation");
    for (; r.channel < json_array_size(channels); r.channel++) {
        ferry_mark mark = ferry_job_mark(g->job);
        bool added = ferry_tick(g->job) && add_channel(&r, json_array_get(channels, r.channel));
        ferry_job_release(g->job, mark);
        if (!added) return false;
    }
    const json_t *extras = g->ferry64_extras ? json_object_get(r.from, "extras") : NULL;
    double rate = find_rate(&r, extras), duration = json_number_value(json_object_get(extras, "duration"));
    settle_times(&r, rate);
    if (duration >= r.end * (1 - 1e-6) && duration < 1e9) r.end = duration;
    if (!add_tracks(&r, json_object_get(extras, "tracks"), rate)) return false;
    r.count = fy_tracks_one_each(r.tracks, r.count);
    tell_left_out(&r);
    const char *kind = kind_of(g, index);
    if (g->kinds[index])
        r.name = ferry_scene_format(g->scene, "%.*s", (int)(strlen(r.name) - strlen(kind) - 1), r.name);
    ferry_clip *clip = ferry_append(g->scene, &g->scene->clips, ferry_clip);
    if (!clip) return false;
    *clip = (ferry_clip){.name = r.name,
                         .kind = kind ? ferry_scene_text(g->scene, kind, strlen(kind)) : g->scene->format,
                         .duration = r.end,
                         .loop = loop_of(extras),
                         .rate = rate,
                         .tracks = r.tracks,
                         .track_count = r.count};
    return true;
}

bool fy_gltf_read_clips(fy_gltf_in *g) {
    uint32_t count = fy_gltf_list_count(g, "animations");
    if (!find_kinds(g)) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!ferry_progress(g->job, "clips", (double)i / count) || !add_clip(g, i)) return false;
    return true;
}
