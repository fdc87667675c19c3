/*
 * t3dm_tracks_morph.c: vertices that morphs move (docs/formats/t3dm.md, "Tracks").
 *
 * A morph of the scene becomes one of the file, of positions or of texture coordinates: each of its vertices
 * as often as it is stored, moved in the space that it is stored in. Parts of one shape in several meshes are
 * one again where they weigh the same. Weights that are shares of a sum are looked at frame by frame.
 */
#include "formats/t3dm/tracks/t3dm_tracks_morph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_moments.h"
#include "formats/t3dm/pose/t3dm_morphs.h"
#include "formats/t3dm/pose/t3dm_normal.h"
#include "formats/t3dm/pose/t3dm_normal_space.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_vertex_uv.h"
#include "formats/t3dm/tracks/t3dm_tracks_keys.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

#define NORMAL_STEPS 64.0
#define TEXEL 32.0
#define CLOSE 0.25 /* a key may be off by: units of the file; steps of a normal; texels */

/* Of each morph of the scene two, one behind the other: moves, and shifts of texture coordinates. Most are
 * empty. */
struct fy_t3dm_morphs {
    fy_t3dm_sets sets;
    fy_t3dm_morph *made;
    uint32_t *numbers; /* once a track drives it: that of the file; else FERRY_NONE */
    double *longest;   /* move in units of the file, in steps of normals, or in texels */
};

typedef struct collector {
    fy_t3dm_tracker *tracker;
    fy_t3dm_move **moves;
    uint32_t *counts, *capacities;
    double *longest;
    uint32_t *leaders; /* of each morph of the scene, the one that it is written with: itself or one before */
    uint32_t cut;      /* moves that do not fit */
    double cut_by;
} collector;

static int16_t fit(collector *c, double value, int16_t least, int16_t most) {
    double rounded = fy_round(value);
    if (rounded >= least && rounded <= most) return (int16_t)rounded;
    double kept = rounded < least ? least : most;
    c->cut++;
    c->cut_by = fmax(c->cut_by, fabs(rounded - kept));
    return (int16_t)kept;
}

/* What a morph adds to a stored normal before that is made unit length. Games add it to what was rounded: the
 * whole morph makes up for that, since little may be left of a normal that turns far. */
static void carry_turn(const fy_t3dm_pose *pose, const fy_t3dm_frame *frame, ferry_vec3 normal,
                       ferry_vec3 turn, double to[3]) {
    ferry_vec3 carried = fy_matrix_direction(&frame->normals.to_file, normal),
               by = fy_matrix_direction(&frame->normals.to_file, turn),
               rest = fy_t3dm_carry_normal(&frame->normals, normal, true);
    double length = fy_vec3_length(carried), rounded[3];
    if (!(length > 0) || !(fy_vec3_length(by) > 0)) return;
    fy_t3dm_rounded_normal(fy_t3dm_store_normal(pose, NULL, rest), rounded);
    if (pose->mirrored) rest.x = -rest.x, by.x = -by.x;
    to[0] = (double)by.x / length + (double)rest.x - rounded[0];
    to[1] = (double)by.y / length + (double)rest.y - rounded[1];
    to[2] = (double)by.z / length + (double)rest.z - rounded[2];
}

/* Move `k` of a morph, but for the vertex. */
static fy_t3dm_move carry(collector *c, const ferry_morph *morph, uint32_t k, const fy_t3dm_frame *frame,
                          double *longest) {
    const fy_t3dm_pose *pose = c->tracker->pose;
    const ferry_mesh *mesh = &c->tracker->scene->meshes.data[morph->mesh];
    ferry_vec3 by = morph->positions[k];
    const double from[3] = {(double)by.x, (double)by.y, (double)by.z};
    fy_t3dm_move move = {0};
    double turn[3] = {0, 0, 0};
    if (morph->normals && mesh->normals)
        carry_turn(pose, frame, mesh->normals[morph->vertices[k]], morph->normals[k], turn);
    for (int i = 0; i < 3; i++) {
        const double *row = frame->to_file.m[i];
        double side = pose->mirrored && i == 0 ? -1 : 1;
        double length = side * pose->scale * (row[0] * from[0] + row[1] * from[1] + row[2] * from[2]);
        move.move[i] = fit(c, length, INT16_MIN, INT16_MAX);
        move.normal[i] = (int8_t)fy_round(fmax(-127, fmin(127, turn[i] * NORMAL_STEPS)));
        *longest = fmax(*longest, fmax(fabs(length), fabs(turn[i] * NORMAL_STEPS)));
    }
    return move;
}

/* Texture coordinates go through the material's matrix. */
static fy_t3dm_move carry_shift(collector *c, const fy_t3dm_material *material, ferry_vec2 by,
                                double *longest) {
    fy_t3dm_move move = {0};
    for (int i = 0; i < 2; i++) {
        const double *row = material->uv_matrix[i];
        double length = (row[0] * (double)by.x + row[1] * (double)by.y) * fy_t3dm_texel_steps(material, i);
        move.shift[i] = fit(c, length, INT16_MIN, INT16_MAX);
        *longest = fmax(*longest, fabs(length) / TEXEL);
    }
    return move;
}

static bool moves_at_all(const fy_t3dm_move *move) {
    for (int i = 0; i < 3; i++)
        if (move->move[i] || move->normal[i]) return true;
    return move->shift[0] || move->shift[1];
}

static bool add_move(collector *c, uint32_t number, const fy_t3dm_move *move) {
    if (!fy_job_reserve(c->tracker->job, (void **)&c->moves[number], c->counts[number],
                        &c->capacities[number], 1, sizeof *move))
        return false;
    c->moves[number][c->counts[number]++] = *move;
    return true;
}

static bool add_everywhere(collector *c, uint32_t number, fy_t3dm_move move, const fy_t3dm_places *places,
                           uint32_t v) {
    for (uint32_t i = places->starts[v]; moves_at_all(&move) && i < places->starts[v + 1]; i++) {
        move.vertex = places->vertices[i];
        if (!add_move(c, number, &move)) return false;
    }
    return true;
}

static bool collect_morph(collector *c, uint32_t number, const fy_t3dm_object *object,
                          const fy_t3dm_places *places) {
    const fy_t3dm_tracker *t = c->tracker;
    const ferry_morph *morph = &t->scene->morphs.data[number];
    const ferry_mesh *mesh = &t->scene->meshes.data[morph->mesh];
    const fy_t3dm_material *material = &t->plan->materials[object->material];
    uint32_t moves = 2 * c->leaders[number], shifts = moves + 1;
    bool shift = morph->shifts && material->uv_source == FY_T3DM_UV_SET && material->uv_set == morph->set;
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames =
        fy_t3dm_frames(t->pose, t->scene, &t->scene->draws.data[object->draw], &own);
    for (uint32_t k = 0; k < morph->count; k++) {
        uint32_t v = morph->vertices[k];
        fy_t3dm_move move = {0};
        if (places->starts[v] == places->starts[v + 1]) continue;
        if (morph->positions)
            move = carry(c, morph, k, &frames[fy_t3dm_joint(t->scene, mesh, v)], &c->longest[moves]);
        if (!add_everywhere(c, moves, move, places, v)) return false;
        if (!shift) continue;
        move = carry_shift(c, material, morph->shifts[k], &c->longest[shifts]);
        if (!add_everywhere(c, shifts, move, places, v)) return false;
    }
    return true;
}

/* Morphs by their meshes: the first of each, and behind each the next. */
static bool collect_objects(collector *c, const uint32_t *first, const uint32_t *next) {
    fy_t3dm_tracker *t = c->tracker;
    for (uint32_t i = 0; i < t->object_count; i++) {
        const fy_t3dm_object *object = &t->objects[i];
        fy_t3dm_places places;
        if (object->first_source == FERRY_NONE) continue;
        const ferry_draw *draw = &t->scene->draws.data[object->draw];
        ferry_mark mark = ferry_job_mark(t->job);
        if (first[draw->mesh] == FERRY_NONE) continue;
        if (!ferry_tick(t->job) || !fy_t3dm_find_places(t, i, &places)) return false;
        for (uint32_t m = first[draw->mesh]; m != FERRY_NONE; m = next[m])
            if (!collect_morph(c, m, object, &places)) return false;
        ferry_job_release(t->job, mark);
    }
    return true;
}

static bool collect_moves(collector *c) {
    const ferry_scene *scene = c->tracker->scene;
    uint32_t *first = ferry_new(c->tracker->job, uint32_t, scene->meshes.count + (size_t)1);
    uint32_t *next = ferry_new(c->tracker->job, uint32_t, scene->morphs.count + (size_t)1);
    if (!first || !next) return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++) first[m] = FERRY_NONE;
    for (uint32_t i = scene->morphs.count; i-- > 0;) {
        next[i] = first[scene->morphs.data[i].mesh];
        first[scene->morphs.data[i].mesh] = i;
    }
    return collect_objects(c, first, next);
}

static int by_vertex(const void *a, const void *b) {
    const fy_t3dm_move *x = a, *y = b;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* ------------------------------------------------------------------------------- parts of one shape */

static bool same_track(const ferry_track *a, const ferry_track *b) {
    if (!a || !b) return a == b;
    if (a->interpolation != b->interpolation || a->key_count != b->key_count) return false;
    size_t size = a->key_count * sizeof *a->values;
    bool same = memcmp(a->times, b->times, a->key_count * sizeof *a->times) == 0 &&
                memcmp(a->values, b->values, size) == 0;
    bool uv_morph = same && a->interpolation == FERRY_HERMITE;
    return uv_morph ? memcmp(a->in, b->in, size) == 0 && memcmp(a->out, b->out, size) == 0 : same;
}

/* Whether each morph of a set is of the same shape as the one before it and has its tracks, and those are a
 * set. */
static bool follows(const fy_t3dm_sets *sets, const uint32_t *places, const bool *alike, uint32_t set) {
    const uint32_t *own = sets->members + sets->firsts[set];
    uint32_t count = sets->firsts[set + 1] - sets->firsts[set], before;
    if (!alike[own[0]]) return false;
    before = places[own[0] - 1];
    if (sets->firsts[before + 1] - sets->firsts[before] != count) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!alike[own[i]] || sets->members[sets->firsts[before] + i] != own[i] - 1) return false;
    return true;
}

static bool find_alike(collector *c, bool *alike) {
    const ferry_scene *scene = c->tracker->scene;
    const ferry_morph *morphs = scene->morphs.data;
    uint32_t count = scene->morphs.count;
    for (uint32_t i = 1; i < count; i++)
        alike[i] = morphs[i].number == morphs[i - 1].number && morphs[i].mesh != morphs[i - 1].mesh;
    for (uint32_t k = 0; k < scene->clips.count; k++) {
        ferry_mark mark = ferry_job_mark(c->tracker->job);
        const ferry_track **tracks = fy_t3dm_weight_tracks(c->tracker->job, scene, &scene->clips.data[k]);
        if (!tracks) return false;
        for (uint32_t i = 1; i < count; i++) alike[i] = alike[i] && same_track(tracks[i], tracks[i - 1]);
        ferry_job_release(c->tracker->job, mark);
    }
    return true;
}

static bool find_leaders(collector *c, const fy_t3dm_sets *sets) {
    uint32_t count = c->tracker->scene->morphs.count;
    bool *alike = ferry_new(c->tracker->job, bool, count + (size_t)1); /* to the one before */
    uint32_t *places = ferry_new(c->tracker->job, uint32_t, count + (size_t)1);
    bool *joins = ferry_new(c->tracker->job, bool, sets->count + (size_t)1);
    if (!alike || !places || !joins || !find_alike(c, alike)) return false;
    for (uint32_t s = 0; s < sets->count; s++)
        for (uint32_t i = sets->firsts[s]; i < sets->firsts[s + 1]; i++) places[sets->members[i]] = s;
    for (uint32_t s = 0; s < sets->count; s++) joins[s] = follows(sets, places, alike, s);
    for (uint32_t i = 0; i < count; i++) c->leaders[i] = joins[places[i]] ? c->leaders[i - 1] : i;
    return true;
}

/* ---------------------------------------------------------------------------------------------- all */

/* Out of the lists that grow. */
static bool settle_moves(collector *c, fy_t3dm_morphs *to) {
    ferry_job *job = c->tracker->job;
    uint32_t count = 2 * c->tracker->scene->morphs.count;
    for (uint32_t i = 0; i < count; i++) {
        fy_t3dm_move *moves = ferry_new(job, fy_t3dm_move, c->counts[i] + (size_t)1);
        if (!moves) return false;
        if (c->counts[i]) memcpy(moves, c->moves[i], c->counts[i] * sizeof *moves);
        fy_job_drop(job, c->moves[i]);
        c->moves[i] = NULL;
        if (c->counts[i]) qsort(moves, c->counts[i], sizeof *moves, by_vertex);
        to->made[i] = (fy_t3dm_morph){.shifts = i % 2, .count = c->counts[i], .moves = moves};
        to->longest[i] = c->longest[i];
        to->numbers[i] = FERRY_NONE;
    }
    return true;
}

static void drop_lists(collector *c) {
    for (uint32_t i = 0; c->moves && i < 2 * c->tracker->scene->morphs.count; i++)
        fy_job_drop(c->tracker->job, c->moves[i]);
}

const fy_t3dm_morphs *fy_t3dm_list_morphs(fy_t3dm_tracker *t) {
    size_t count = 2 * (size_t)t->scene->morphs.count + 1;
    fy_t3dm_morphs *to = ferry_new(t->job, fy_t3dm_morphs, 1);
    collector c = {.tracker = t,
                   .moves = ferry_new(t->job, fy_t3dm_move *, count),
                   .counts = ferry_new(t->job, uint32_t, count),
                   .capacities = ferry_new(t->job, uint32_t, count),
                   .longest = ferry_new(t->job, double, count),
                   .leaders = ferry_new(t->job, uint32_t, count)};
    if (!to) return NULL;
    to->numbers = ferry_new(t->job, uint32_t, count);
    to->longest = ferry_new(t->job, double, count);
    to->made = ferry_new(t->job, fy_t3dm_morph, count);
    bool done = c.moves && c.counts && c.capacities && c.longest && c.leaders && to->numbers && to->longest &&
                to->made && fy_t3dm_list_sets(t->job, t->scene, &to->sets) && find_leaders(&c, &to->sets) &&
                collect_moves(&c) && settle_moves(&c, to);
    drop_lists(&c);
    if (done && c.cut)
        ferry_say(t->job, FERRY_LOSS, "t3dm.morph-range", t->file, "",
                  "%u morph offsets do not fit in 16 bits at base scale %.9g and were clamped, by up to "
                  "%g units of the file",
                  c.cut, t->pose->scale, c.cut_by);
    return done ? to : NULL;
}

/* ------------------------------------------------------------------------------------------ weights */

/* A set of morphs in a clip. */
typedef struct weighed {
    const ferry_track **tracks; /* those that there are */
    uint32_t track_count;
    fy_t3dm_moments moments;
    double *weights; /* of a moment */
    float *values;   /* of one morph after the other */
} weighed;

static bool weigh_set(fy_t3dm_tracker *t, const ferry_clip *clip, uint32_t set,
                      const ferry_track *const *tracks, weighed *w) {
    const fy_t3dm_sets *sets = &t->morphs->sets;
    uint32_t first = sets->firsts[set], count = sets->firsts[set + 1] - first;
    bool shares = t->scene->morphs.data[sets->members[first]].group != FERRY_NONE;
    w->tracks = ferry_new(t->job, const ferry_track *, count);
    w->weights = ferry_new(t->job, double, count);
    if (!w->tracks || !w->weights) return false;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_track *track = tracks[sets->members[first + i]];
        if (track) w->tracks[w->track_count++] = track;
    }
    if (!fy_t3dm_list_moments(t->job, clip, w->tracks, w->track_count, shares && count > 1, &w->moments))
        return false;
    w->values = ferry_new(t->job, float, (size_t)count * w->moments.count);
    for (uint32_t i = 0; w->values && i < w->moments.count; i++) {
        fy_t3dm_weigh(t->scene, sets, set, tracks, w->moments.samples[i], w->weights);
        for (uint32_t k = 0; k < count; k++)
            w->values[(size_t)k * w->moments.count + i] = (float)w->weights[k];
    }
    return w->values;
}

static bool add_weights(fy_t3dm_tracker *t, uint32_t morph, const fy_t3dm_moments *moments,
                        const float *values) {
    const fy_t3dm_morphs *all = t->morphs;
    fy_t3dm_track track = {.target = FY_T3DM_TARGET_MORPH, .width = 1};
    bool at_rest = true;
    for (uint32_t i = 0; i < moments->count; i++) at_rest = at_rest && values[i] == 0;
    if (at_rest || !all->made[morph].count) return true;
    float tolerance = (float)(CLOSE / fmax(all->longest[morph], CLOSE));
    if (all->numbers[morph] == FERRY_NONE &&
        !fy_t3dm_add_morph(t->tracks, &all->made[morph], &all->numbers[morph]))
        return false;
    track.object = all->numbers[morph];
    return fy_t3dm_linear_keys(t->job, moments, values, &tolerance, &track) &&
           fy_t3dm_add_track(t->tracks, &track);
}

bool fy_t3dm_morph_tracks(fy_t3dm_tracker *t, const ferry_clip *clip) {
    const fy_t3dm_sets *sets = &t->morphs->sets;
    const ferry_track **tracks = fy_t3dm_weight_tracks(t->job, t->scene, clip);
    for (uint32_t s = 0; tracks && s < sets->count; s++) {
        weighed w = {0};
        if (!fy_t3dm_set_moves(sets, s, tracks)) continue;
        if (!ferry_tick(t->job) || !weigh_set(t, clip, s, tracks, &w)) return false;
        for (uint32_t i = sets->firsts[s]; i < sets->firsts[s + 1]; i++) {
            const float *values = w.values + (size_t)(i - sets->firsts[s]) * w.moments.count;
            for (uint32_t kind = 0; kind < 2; kind++)
                if (!add_weights(t, 2 * sets->members[i] + kind, &w.moments, values)) return false;
        }
    }
    return tracks;
}
