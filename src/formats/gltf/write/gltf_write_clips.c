/*
 * gltf_write_clips.c: clips as animations of a glTF file (docs/formats/gltf.md, "Animations").
 *
 * What a channel may be off is its share of the error that is allowed: no chain of nodes has more channels
 * than shares.
 */
#include "formats/gltf/write/gltf_write_clips.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "core/scene/pose.h"
#include "formats/export/export_clip_names.h"
#include "formats/export/export_curve.h"
#include "formats/export/export_reach.h"
#include "formats/gltf/write/gltf_channels.h"
#include "formats/gltf/write/gltf_clips.h"
#include "formats/gltf/write/gltf_pointers.h"
#include "formats/gltf/write/gltf_visibility.h"
#include "formats/gltf/write/gltf_write_buffer.h"
#include "formats/gltf/write/gltf_write_tracks.h"
#include "formats/gltf/write/gltf_writer.h"

static const char *const path_names[] = {"translation", "rotation", "scale"};

typedef struct animator {
    fy_gltf *g;
    double height, error; /* source units */
    fy_export_reach *reach;
    uint32_t *shares; /* of each node in the clip at hand: channels on the longest chain through it */
    double *off;      /* of each node: how far its own channels move what it carries */
    double *sizes;    /* of each morph: its longest move */
    const ferry_track **weights; /* of each morph in the clip at hand; NULL: none */
    const ferry_clip *clip;
    fy_gltf_channels channels; /* of the clip at hand */
    double farthest;           /* of weights */
    uint32_t still;            /* the node of clips that move none */
    fy_gltf_told told;
} animator;

/* ---------------------------------------------------------------------------------------------- shares */

static bool find_shares(animator *a) {
    a->shares = fy_export_shares(&a->g->e, a->clip);
    a->off = ferry_new(a->g->e.job, double, a->g->e.scene->nodes.count + (size_t)1);
    return a->shares && a->off;
}

/* The sum along the worst chain. */
static double find_farthest(const animator *a) {
    const ferry_node_list *nodes = &a->g->e.scene->nodes;
    double worst = a->farthest;
    for (uint32_t i = 0; i < nodes->count; i++) {
        uint32_t parent = nodes->data[i].parent;
        if (parent != FERRY_NONE) a->off[i] += a->off[parent];
        worst = fmax(worst, a->off[i] + a->farthest);
    }
    return worst;
}

/* ----------------------------------------------------------------------------------------------- nodes */

static void rest_of(const fy_gltf *g, uint32_t node, fy_export_path path, float out[4]) {
    const ferry_node *from = &g->e.scene->nodes.data[node];
    ferry_quat turn = fy_quat_normalize(fy_node_quat(from));
    const float turned[4] = {turn.x, turn.y, turn.z, turn.w};
    const ferry_vec3 *v = path == FY_EXPORT_MOVE ? &from->translate : &from->scale;
    memcpy(out, turned, sizeof turned);
    if (path != FY_EXPORT_TURN) memcpy(out, &v->x, 3 * sizeof *out);
}

/* One quaternion, or angles; next to the sample before. */
static void take_turn(const ferry_track *const *tracks, uint32_t count, double at, const float *before,
                      float out[4]) {
    double value[4];
    float angles[3] = {0, 0, 0};
    ferry_quat q;
    fy_track_at(tracks[0], at, value);
    q = (ferry_quat){(float)value[0], (float)value[1], (float)value[2], (float)value[3]};
    for (uint32_t i = 0; i < count && tracks[i]->width == 1; i++) {
        fy_track_at(tracks[i], at, value);
        angles[tracks[i]->channel] = (float)value[0];
    }
    if (tracks[0]->width == 1) q = fy_quat_euler((ferry_vec3){angles[0], angles[1], angles[2]});
    q = fy_quat_normalize(q);
    const float found[4] = {q.x, q.y, q.z, q.w};
    double along = 0;
    for (int k = 0; before && k < 4; k++) along += (double)found[k] * (double)before[k];
    for (int k = 0; k < 4; k++) out[k] = along < 0 ? -found[k] : found[k];
}

static void take_samples(const animator *a, const ferry_track *const *tracks, uint32_t count,
                         fy_export_path path, fy_export_curve *curve) {
    float rest[4];
    rest_of(a->g, tracks[0]->object, path, rest);
    for (uint32_t s = 0; s < curve->count; s++) {
        float *to = curve->values + (size_t)s * curve->width;
        if (path == FY_EXPORT_TURN) {
            take_turn(tracks, count, curve->at[s], s ? to - 4 : NULL, to);
            continue;
        }
        memcpy(to, rest, 3 * sizeof *to);
        for (uint32_t i = 0; i < count; i++) {
            double value[4];
            fy_track_at(tracks[i], curve->at[s], value);
            to[tracks[i]->channel] = (float)value[0];
        }
    }
}

static bool rests(const animator *a, uint32_t node, fy_export_path path, const fy_export_curve *curve) {
    float rest[4];
    double same = 0, opposite = 0;
    rest_of(a->g, node, path, rest);
    for (uint32_t k = 0; k < curve->width; k++) {
        same = fmax(same, fabs((double)rest[k] - (double)curve->values[k]));
        opposite = fmax(opposite, fabs((double)rest[k] + (double)curve->values[k]));
    }
    return same == 0 || (path == FY_EXPORT_TURN && opposite == 0);
}

/* What stays as it is at rest has no channel. */
static bool animate_node(animator *a, const ferry_track *const *tracks, uint32_t count) {
    uint32_t node = tracks[0]->object;
    fy_export_path path = tracks[0]->target == FERRY_TARGET_TRANSLATE ? FY_EXPORT_MOVE
                          : tracks[0]->target == FERRY_TARGET_ROTATE  ? FY_EXPORT_TURN
                                                                      : FY_EXPORT_SCALE;
    fy_export_curve curve = {.width = path == FY_EXPORT_TURN ? 4 : 3, .turns = path == FY_EXPORT_TURN};
    double reach = a->reach[node].of[path], allowance = a->error / a->shares[node] / (reach > 0 ? reach : 1);
    if (!fy_export_curve_open(&a->g->e, tracks, count, a->clip->duration, &curve)) return false;
    take_samples(a, tracks, count, path, &curve);
    bool still = fy_export_curve_stays(&curve, 0);
    if (still && rests(a, node, path, &curve)) return true;
    if (still)
        fy_export_curve_keep_ends(&curve);
    else if (!fy_export_curve_reduce(&a->g->e, allowance, &curve))
        return false;
    a->off[node] += curve.error * reach;
    for (size_t i = 0; path == FY_EXPORT_MOVE && i < 3 * (size_t)curve.count; i++)
        curve.values[i] = (float)((double)curve.values[i] * a->g->e.scale);
    return fy_gltf_put_channel(&a->channels, &curve, node, path_names[path]);
}

static bool animate_nodes(animator *a) {
    const ferry_clip *clip = a->clip;
    const ferry_track *run[3];
    uint32_t count;
    for (uint32_t t = 0; t < clip->track_count && fy_moves_node(&clip->tracks[t]); t += count) {
        count = fy_export_node_run(clip, t, run);
        if (!animate_node(a, run, count)) return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------- morphs */

/* Weights of a group count by their share of what all of it have together. `sums`: by group. */
static double weight_at(const animator *a, uint32_t morph, double at, const double *sums) {
    double value[4] = {0, 0, 0, 0};
    uint32_t group = a->g->e.scene->morphs.data[morph].group;
    if (a->weights[morph]) fy_track_at(a->weights[morph], at, value);
    if (group == FERRY_NONE) return value[0];
    return sums[group] != 0 ? value[0] / sums[group] : 0;
}

typedef struct shape {
    const ferry_track **tracks; /* of its own morphs, and of all others in their groups */
    uint32_t count;
    bool groups;
} shape;

static bool find_tracks(animator *a, uint32_t mesh, shape *s) {
    const ferry_morph_list *morphs = &a->g->e.scene->morphs;
    const fy_gltf_streams *streams = &a->g->streams[mesh];
    bool *in = ferry_new(a->g->e.job, bool, morphs->count + (size_t)1);
    s->tracks = ferry_new(a->g->e.job, const ferry_track *, morphs->count + (size_t)1);
    if (!in || !s->tracks) return false;
    for (uint32_t k = 0; k < streams->target_count; k++) {
        uint32_t morph = a->g->morphs[streams->first_target + k], group = morphs->data[morph].group;
        if (group != FERRY_NONE)
            in[group] = s->groups = true;
        else if (a->weights[morph])
            s->tracks[s->count++] = a->weights[morph];
    }
    for (uint32_t m = 0; s->groups && m < morphs->count; m++) {
        uint32_t group = morphs->data[m].group;
        if (group != FERRY_NONE && in[group] && a->weights[m]) s->tracks[s->count++] = a->weights[m];
    }
    return true;
}

static bool take_weights(animator *a, uint32_t mesh, const shape *s, fy_export_curve *curve) {
    const fy_gltf_streams *streams = &a->g->streams[mesh];
    const ferry_morph_list *morphs = &a->g->e.scene->morphs;
    double *sums = ferry_new(a->g->e.job, double, morphs->count + (size_t)1);
    if (!sums) return false;
    for (uint32_t i = 0; i < curve->count; i++) {
        for (uint32_t t = 0; t < s->count; t++) {
            uint32_t group = morphs->data[s->tracks[t]->object].group;
            if (group != FERRY_NONE) sums[group] = 0;
        }
        for (uint32_t t = 0; t < s->count; t++) {
            double value[4];
            uint32_t group = morphs->data[s->tracks[t]->object].group;
            fy_track_at(s->tracks[t], curve->at[i], value);
            if (group != FERRY_NONE) sums[group] += value[0];
        }
        for (uint32_t k = 0; k < curve->width; k++)
            curve->values[(size_t)i * curve->width + k] =
                (float)weight_at(a, a->g->morphs[streams->first_target + k], curve->at[i], sums);
        if (!ferry_tick(a->g->e.job)) return false;
    }
    return true;
}

static bool animate_shape(animator *a, uint32_t mesh, fy_export_curve *curve, bool *moves) {
    const fy_gltf_streams *streams = &a->g->streams[mesh];
    shape s = {0};
    *curve = (fy_export_curve){.width = streams->target_count};
    double *sizes = ferry_new(a->g->e.job, double, curve->width + (size_t)1);
    *moves = false;
    if (!sizes || !find_tracks(a, mesh, &s)) return false;
    if (!s.count) return true;
    for (uint32_t k = 0; k < curve->width; k++) sizes[k] = a->sizes[a->g->morphs[streams->first_target + k]];
    curve->shares = s.groups;
    curve->sizes = sizes;
    *moves = true;
    if (!fy_export_curve_open(&a->g->e, s.tracks, s.count, a->clip->duration, curve) ||
        !take_weights(a, mesh, &s, curve) || !fy_export_curve_reduce(&a->g->e, a->error, curve))
        return false;
    a->farthest = fmax(a->farthest, curve->error);
    return true;
}

static bool find_weights(animator *a) {
    bool any = false;
    a->weights = ferry_new(a->g->e.job, const ferry_track *, a->g->e.scene->morphs.count + (size_t)1);
    for (uint32_t t = 0; a->weights && t < a->clip->track_count; t++) {
        const ferry_track *track = &a->clip->tracks[t];
        if (track->target != FERRY_TARGET_MORPH) continue;
        a->weights[track->object] = track;
        any = true;
    }
    if (!any) a->farthest = 0;
    return a->weights;
}

/* Draws of one mesh stand in no order: each has its curve made anew, from the same tracks. */
static bool animate_shapes(animator *a) {
    const fy_gltf *g = a->g;
    if (!find_weights(a)) return false;
    for (uint32_t d = 0; d < g->e.scene->draws.count; d++) {
        uint32_t mesh = g->e.scene->draws.data[d].mesh;
        fy_export_curve curve;
        bool moves;
        if (g->draw_nodes[d] == FERRY_NONE || !g->streams[mesh].target_count) continue;
        if (!animate_shape(a, mesh, &curve, &moves)) return false;
        if (moves && !fy_gltf_put_channel(&a->channels, &curve, g->draw_nodes[d], "weights")) return false;
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------- clips */

static void report_clip(const animator *a, double farthest) {
    ferry_say(a->g->e.job, FERRY_NOTE, "gltf.animation", a->g->e.file, "",
              "%s.%s: %zu channels, %llu keys; maximum sampled error %.2g %% of the height", a->clip->name,
              a->clip->kind, json_array_size(a->channels.channels), (unsigned long long)a->channels.keys,
              100 * farthest / a->height);
}

static json_t *facts(animator *a) {
    fy_gltf *g = a->g;
    const ferry_clip *clip = a->clip;
    json_t *extras = json_object(), *tracks = fy_gltf_list_tracks(&a->channels, &a->told);
    fy_gltf_set(g, extras, "kind", json_string(clip->kind));
    fy_gltf_set(g, extras, "duration", json_real(clip->duration));
    fy_gltf_set(g, extras, "loop", json_string(fy_loop_name(clip->loop)));
    fy_gltf_set(g, extras, "rate", json_real(clip->rate));
    if (tracks) fy_gltf_set(g, extras, "tracks", tracks);
    return extras;
}

/* The format has no animations without a channel, and how long one lasts is what its keys say. */
static bool put_channels(animator *a) {
    a->farthest = 0;
    if (!find_shares(a) || !animate_nodes(a) || !animate_shapes(a) || !fy_gltf_put_visibility(&a->channels))
        return false;
    if (!fy_gltf_put_pointers(&a->channels)) return false;
    if (a->channels.plain || a->still == FERRY_NONE) return true;
    return fy_gltf_put_still(&a->channels, a->still);
}

static bool put_clip(animator *a, bool alone) {
    fy_gltf *g = a->g;
    if (!put_channels(a)) return false;
    if (!json_array_size(a->channels.channels)) {
        ferry_say(g->e.job, FERRY_LOSS, "gltf.empty-clip", g->e.file, "",
                  "animation \"%s.%s\" left out: no node can carry it", a->clip->name, a->clip->kind);
        return true;
    }
    json_t *object = json_object();
    fy_gltf_name(g, object, fy_export_clip_name(&g->e, a->clip, alone));
    fy_gltf_set(g, object, "channels", json_incref(a->channels.channels));
    fy_gltf_set(g, object, "samplers", json_incref(a->channels.samplers));
    fy_gltf_set(g, object, "extras", facts(a));
    fy_gltf_add(g, g->animations, object);
    report_clip(a, find_farthest(a));
    return true;
}

static void find_sizes(animator *a) {
    for (uint32_t m = 0; m < a->g->e.scene->morphs.count; m++) {
        const ferry_morph *morph = &a->g->e.scene->morphs.data[m];
        for (uint32_t k = 0; morph->positions && k < morph->count; k++)
            a->sizes[m] = fmax(a->sizes[m], fy_vec3_length(morph->positions[k]));
        if (!morph->positions) a->sizes[m] = a->height; /* coordinates: weights of a thousandth */
    }
}

bool fy_gltf_put_clips(fy_gltf *g) {
    ferry_counts counts;
    animator a = {.g = g};
    if (!g->e.scene->clips.count) return true;
    bool *alone = fy_export_find_alone(&g->e);
    if (!alone || !ferry_count(g->e.scene, &counts)) return false;
    a.height = fy_export_height(&counts.box);
    a.error = a.height * ferry_setting_number(g->e.job, "gltf.anim-error") / 100;
    a.reach = fy_export_find_reach(&g->e, a.height);
    a.sizes = ferry_new(g->e.job, double, g->e.scene->morphs.count + (size_t)1);
    if (!a.reach || !a.sizes || !fy_gltf_find_still(g, &a.still) || !fy_gltf_put_vertex_color_groups(g))
        return false;
    find_sizes(&a);
    for (uint32_t c = 0; c < g->e.scene->clips.count; c++) {
        ferry_mark mark = ferry_job_mark(g->e.job);
        a.clip = &g->e.scene->clips.data[c];
        bool done = fy_gltf_open_channels(g, a.clip, &a.channels) && put_clip(&a, alone[c]);
        fy_gltf_close_channels(&a.channels);
        ferry_job_release(g->e.job, mark);
        if (!done || !ferry_progress(g->e.job, "write", c / (double)g->e.scene->clips.count)) return false;
    }
    fy_gltf_tell_tracks(g, &a.told);
    return true;
}
