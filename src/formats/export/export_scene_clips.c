/*
 * export_scene_clips.c: clips as keys for formats whose rotations are three angles (docs/formats/fbx.md,
 * "Animations").
 */
#include "formats/export/export_scene_clips.h"

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
#include "formats/export/export_scene_state.h"

static const double DEGREES = 180 / FY_PI;

/* ------------------------------------------------------------------------------------------------- angles */

static double nearest(double angle, double to) {
    return angle + 2 * FY_PI * fy_round((to - angle) / (2 * FY_PI));
}

static double apart(const double a[3], const double b[3]) {
    return fabs(a[0] - b[0]) + fabs(a[1] - b[1]) + fabs(a[2] - b[2]);
}

/* Two triples say the same rotation, and each angle may go round. Where y is a right angle only the sum or
 * the difference of the others counts: z stays as it was before. */
static void nearest_angles(ferry_quat q, const double before[3], double angles[3]) {
    ferry_matrix m = fy_matrix_quat(fy_quat_normalize(q));
    double level = sqrt(m.m[2][1] * m.m[2][1] + m.m[2][2] * m.m[2][2]);
    double other[3];
    angles[1] = fy_atan2(-m.m[2][0], level);
    if (level < 1e-6) {
        double sign = m.m[2][0] < 0 ? 1 : -1;
        angles[2] = before[2];
        angles[0] = sign * angles[2] + fy_atan2(sign * m.m[0][1], m.m[1][1]);
    } else {
        angles[0] = fy_atan2(m.m[2][1], m.m[2][2]);
        angles[2] = fy_atan2(m.m[1][0], m.m[0][0]);
    }
    other[0] = angles[0] + FY_PI;
    other[1] = FY_PI - angles[1];
    other[2] = angles[2] + FY_PI;
    for (int k = 0; k < 3; k++) {
        angles[k] = nearest(angles[k], before[k]);
        other[k] = nearest(other[k], before[k]);
    }
    if (level >= 1e-6 && apart(other, before) < apart(angles, before)) memcpy(angles, other, sizeof other);
}

static void rest_angles(const ferry_node *node, double angles[3]) {
    static const double none[3];
    for (int k = 0; k < 3; k++) angles[k] = (double)(&node->euler.x)[k];
    if (node->has_quat) nearest_angles(node->quat, none, angles);
}

void fy_export_rest_turn(const ferry_node *node, float degrees[3]) {
    double angles[3];
    rest_angles(node, angles);
    for (int k = 0; k < 3; k++) degrees[k] = (float)(angles[k] * DEGREES);
}

/* ------------------------------------------------------------------------------------------------ playing */

typedef struct playing {
    fy_export_scene *x;
    const ferry_clip *clip;
    uint32_t *shares;
    const ferry_track **weights; /* of each morph; NULL: none */
    const ferry_track **tracks;  /* room for those of one mesh */
    uint32_t *grouped;           /* of each group, the mesh that was last seen in it, from 1 */
    double *sums;                /* of each group */
    fy_export_take *take;
    void *user;
    uint32_t count;
} playing;

/* Degrees that angles change between two keys at most: most programs make quaternions of the keys, and go the
 * shortest way from one to the next. */
static const double LARGEST_TURN = 10;

static const float *key_of(const fy_export_curve *curve, uint32_t key) {
    return curve->values + (size_t)curve->keys[key] * curve->width;
}

/* Into how many the way from a key to the next is cut. */
static uint32_t pieces_after(fy_export_path path, const fy_export_curve *curve, uint32_t key) {
    double turn = 0, span = 0;
    if (path != FY_EXPORT_TURN || key + 1 >= curve->key_count) return 1;
    for (uint32_t i = 0; i < curve->width; i++)
        turn += fabs((double)key_of(curve, key + 1)[i] - (double)key_of(curve, key)[i]) * DEGREES;
    span = (double)curve->times[curve->keys[key + 1]] - (double)curve->times[curve->keys[key]];
    return span < 1e-4 ? 1 : (uint32_t)fmin(fmax(ceil(turn / LARGEST_TURN), 1), 1024);
}

static bool give(playing *p, fy_export_path path, uint32_t object, const fy_export_curve *curve) {
    ferry_job *job = p->x->e.job;
    size_t most = 0;
    for (uint32_t k = 0; k < curve->key_count; k++) most += pieces_after(path, curve, k);
    double *times = ferry_new(job, double, most);
    float *values = ferry_alloc(job, most, curve->width * sizeof *values), *to = values;
    double by = path == FY_EXPORT_MOVE ? p->x->e.scale : path == FY_EXPORT_TURN ? DEGREES : 1;
    uint32_t count = 0;
    if (!times || !values) return false;
    for (uint32_t k = 0; k < curve->key_count; k++) {
        uint32_t pieces = pieces_after(path, curve, k), next = pieces > 1 ? k + 1 : k;
        double from = (double)curve->times[curve->keys[k]],
               span = (double)curve->times[curve->keys[next]] - from;
        for (uint32_t i = 0; i < pieces; i++) {
            times[count++] = from + span * i / pieces;
            for (uint32_t c = 0; c < curve->width; c++) {
                double a = (double)key_of(curve, k)[c], b = (double)key_of(curve, next)[c];
                *to = (float)((a + (b - a) * i / pieces) * by);
                if (!fy_finite((double)*to++)) p->x->e.too_large = true;
            }
        }
    }
    const fy_export_channel channel = {path, object, curve->width, count, times, values};
    p->count++;
    return p->take(p->user, &channel);
}

/* -------------------------------------------------------------------------------------------------- nodes */

static void rest_of(const fy_export_scene *x, uint32_t number, fy_export_path path, double rest[3]) {
    const ferry_node *node = &x->e.scene->nodes.data[number];
    const ferry_vec3 *from = path == FY_EXPORT_MOVE ? &node->translate : &node->scale;
    for (int k = 0; k < 3; k++) rest[k] = (double)(&from->x)[k];
    if (path == FY_EXPORT_TURN) rest_angles(node, rest);
}

static void take_samples(const ferry_track *const *tracks, uint32_t count, const double rest[3],
                         fy_export_curve *curve) {
    double now[3] = {rest[0], rest[1], rest[2]}, value[4];
    for (uint32_t s = 0; s < curve->count; s++) {
        for (uint32_t i = 0; i < count; i++) {
            fy_track_at(tracks[i], curve->at[s], value);
            if (tracks[i]->width == 1) now[tracks[i]->channel] = value[0];
        }
        if (tracks[0]->width == 4) {
            ferry_quat q = {(float)value[0], (float)value[1], (float)value[2], (float)value[3]};
            const double before[3] = {now[0], now[1], now[2]};
            nearest_angles(q, before, now);
        }
        for (int k = 0; k < 3; k++) curve->values[3 * (size_t)s + (size_t)k] = (float)now[k];
    }
}

static bool rests(const double rest[3], const fy_export_curve *curve) {
    for (int k = 0; k < 3; k++)
        if (curve->values[k] != (float)rest[k]) return false;
    return true;
}

/* Programs join keys by straight lines whatever a file says: a step is two keys a float apart. */
static bool all_step(const ferry_track *const *tracks, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (tracks[i]->interpolation != FERRY_STEP && tracks[i]->key_count > 1) return false;
    return true;
}

/* Angles that are off by so much in all turn by no more than that. `must`: also what stays at rest
 * has keys. */
static bool play_node(playing *p, const ferry_track *const *tracks, uint32_t count, bool must) {
    fy_export_scene *x = p->x;
    uint32_t node = tracks[0]->object;
    fy_export_path path = tracks[0]->target == FERRY_TARGET_TRANSLATE ? FY_EXPORT_MOVE
                          : tracks[0]->target == FERRY_TARGET_ROTATE  ? FY_EXPORT_TURN
                                                                      : FY_EXPORT_SCALE;
    static const double turns[3] = {1, 1, 1};
    fy_export_curve curve = {.width = 3, .shares = tracks[0]->width == 4 || all_step(tracks, count)};
    double reach = x->reach[node].of[path], rest[3];
    if (path == FY_EXPORT_TURN) curve.sizes = turns;
    if (!fy_export_curve_open(&x->e, tracks, count, p->clip->duration, &curve)) return false;
    rest_of(x, node, path, rest);
    take_samples(tracks, count, rest, &curve);
    bool still = fy_export_curve_stays(&curve, 0);
    if (still && !must && rests(rest, &curve)) return true;
    if (still)
        fy_export_curve_keep_ends(&curve);
    else if (!fy_export_curve_reduce(&x->e, x->error / p->shares[node] / (reach > 0 ? reach : 1), &curve))
        return false;
    return give(p, path, node, &curve);
}

static bool play_nodes(playing *p, bool must) {
    const ferry_clip *clip = p->clip;
    const ferry_track *run[3];
    uint32_t count;
    for (uint32_t t = 0; t < clip->track_count && fy_moves_node(&clip->tracks[t]); t += count) {
        count = fy_export_node_run(clip, t, run);
        if (!play_node(p, run, count, must) || !ferry_tick(p->x->e.job)) return false;
        if (must) return true;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- morphs */

/* Of a mesh, the tracks of its morphs, and of all others in their groups. */
static uint32_t find_tracks(playing *p, uint32_t mesh) {
    const fy_export_scene *x = p->x;
    const ferry_morph_list *morphs = &x->e.scene->morphs;
    uint32_t count = 0;
    bool grouped = false;
    for (uint32_t k = x->first_morphs[mesh]; k < x->first_morphs[mesh + 1]; k++) {
        uint32_t morph = x->morphs[k], group = morphs->data[morph].group;
        if (group != FERRY_NONE)
            p->grouped[group] = mesh + 1, grouped = true;
        else if (p->weights[morph])
            p->tracks[count++] = p->weights[morph];
    }
    for (uint32_t m = 0; grouped && m < morphs->count; m++) {
        uint32_t group = morphs->data[m].group;
        if (group != FERRY_NONE && p->grouped[group] == mesh + 1 && p->weights[m])
            p->tracks[count++] = p->weights[m];
    }
    return count;
}

/* Weights of a group count by their share of what all of it have together. */
static void take_weights(playing *p, uint32_t mesh, uint32_t count, double at, float *to) {
    const fy_export_scene *x = p->x;
    const ferry_morph_list *morphs = &x->e.scene->morphs;
    double value[4];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = morphs->data[p->tracks[i]->object].group;
        if (group != FERRY_NONE) p->sums[group] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = morphs->data[p->tracks[i]->object].group;
        fy_track_at(p->tracks[i], at, value);
        if (group != FERRY_NONE) p->sums[group] += value[0];
    }
    for (uint32_t k = x->first_morphs[mesh]; k < x->first_morphs[mesh + 1]; k++) {
        uint32_t morph = x->morphs[k], group = morphs->data[morph].group;
        value[0] = 0;
        if (p->weights[morph]) fy_track_at(p->weights[morph], at, value);
        double sum = group == FERRY_NONE ? 1 : p->sums[group];
        to[k - x->first_morphs[mesh]] = sum != 0 ? (float)(value[0] / sum) : 0;
    }
}

/* All morphs of a mesh have their keys at the same times: some programs know no others. */
static bool play_mesh(playing *p, uint32_t mesh) {
    fy_export_scene *x = p->x;
    uint32_t width = x->first_morphs[mesh + 1] - x->first_morphs[mesh], count = find_tracks(p, mesh);
    double *sizes = ferry_new(x->e.job, double, (size_t)width + 1);
    fy_export_curve curve = {.width = width, .shares = true, .sizes = sizes};
    if (!sizes) return false;
    if (!count) return true;
    for (uint32_t k = 0; k < width; k++) sizes[k] = x->sizes[x->morphs[x->first_morphs[mesh] + k]];
    if (!fy_export_curve_open(&x->e, p->tracks, count, p->clip->duration, &curve)) return false;
    for (uint32_t s = 0; s < curve.count; s++) {
        take_weights(p, mesh, count, curve.at[s], curve.values + (size_t)s * width);
        if (!ferry_tick(x->e.job)) return false;
    }
    return fy_export_curve_reduce(&x->e, x->error, &curve) && give(p, FY_EXPORT_WEIGHTS, mesh, &curve);
}

static bool play_morphs(playing *p) {
    ferry_job *job = p->x->e.job;
    const ferry_scene *scene = p->x->e.scene;
    size_t count = scene->morphs.count + (size_t)1;
    bool any = false;
    p->weights = ferry_new(job, const ferry_track *, count);
    p->tracks = ferry_new(job, const ferry_track *, count);
    p->grouped = ferry_new(job, uint32_t, count);
    p->sums = ferry_new(job, double, count);
    if (!p->weights || !p->tracks || !p->grouped || !p->sums) return false;
    for (uint32_t t = 0; t < p->clip->track_count; t++) {
        const ferry_track *track = &p->clip->tracks[t];
        if (track->target != FERRY_TARGET_MORPH) continue;
        p->weights[track->object] = track;
        any = true;
    }
    for (uint32_t i = 0; any && i < scene->meshes.count; i++) {
        ferry_mark mark = ferry_job_mark(job);
        if (p->x->first_morphs[i] < p->x->first_morphs[i + 1] && !play_mesh(p, i)) return false;
        ferry_job_release(job, mark);
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------- clips */

bool fy_export_open_clips(fy_export_scene *x) {
    const ferry_morph_list *morphs = &x->e.scene->morphs;
    ferry_counts counts;
    if (!x->e.scene->clips.count) return true;
    if (!ferry_count(x->e.scene, &counts)) return false;
    x->height = fy_export_height(&counts.box);
    x->error = x->height * ferry_setting_number(x->e.job, "gltf.anim-error") / 100;
    x->sizes = ferry_new(x->e.job, double, morphs->count + (size_t)1);
    x->reach = fy_export_find_reach(&x->e, x->height);
    x->alone = fy_export_find_alone(&x->e);
    if (!x->sizes || !x->reach || !x->alone) return false;
    for (uint32_t m = 0; m < morphs->count; m++)
        for (uint32_t k = 0; morphs->data[m].positions && k < morphs->data[m].count; k++)
            x->sizes[m] = fmax(x->sizes[m], fy_vec3_length(morphs->data[m].positions[k]));
    return true;
}

bool fy_export_play(fy_export_scene *x, uint32_t number, fy_export_take *take, void *user, uint32_t *count) {
    const ferry_clip_list *clips = &x->e.scene->clips;
    if (!ferry_progress(x->e.job, "write", number / (double)clips->count)) return false;
    playing p = {.x = x, .clip = &clips->data[number], .take = take, .user = user};
    p.shares = fy_export_shares(&x->e, p.clip);
    if (!p.shares || !play_nodes(&p, false) || (!x->weightless && !play_morphs(&p))) return false;
    if (!p.count && !play_nodes(&p, true)) return false;
    *count = p.count;
    return true;
}

const char *fy_export_scene_clip_name(fy_export_scene *x, uint32_t number) {
    const ferry_clip *clip = &x->e.scene->clips.data[number];
    return fy_export_clip_name(&x->e, clip, x->alone[number]);
}
