/*
 * t3dm_tracks_uv_morph.c: texture coordinates that clips scale and turn (docs/formats/t3dm.md, "Tracks").
 *
 * What a texture matrix does is affine, so six morphs of a material's vertices make all of it: along s and
 * along t, the vertex's u, its v, and 1. Their weights are what the matrix is more than at rest. u and v
 * count from the middle of all, so that moves are short.
 */
#include "formats/t3dm/tracks/t3dm_tracks_uv_morph.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_moments.h"
#include "formats/t3dm/pose/t3dm_vertex_uv.h"
#include "formats/t3dm/tracks/t3dm_tracks_hold.h"
#include "formats/t3dm/tracks/t3dm_tracks_keys.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

enum { TERMS = FY_T3DM_UV_TERMS, TEXEL = 32 };

#define CLOSE (TEXEL / 8.0) /* a key may be off by: steps of texture coordinates, for each term */

/* A material of the plan. */
typedef struct uv_morph {
    uint32_t material;
    double least[2], most[2]; /* of u and v */
    fy_t3dm_morph terms[TERMS];
    double units[TERMS];     /* weight that stands for 1 in the matrix */
    double longest[TERMS];   /* move, in steps */
    uint32_t numbers[TERMS]; /* once a track drives it; else FERRY_NONE */
} uv_morph;

struct fy_t3dm_uv_morphs {
    uv_morph *list;
    uint32_t count;
};

/* A stored vertex and where it is in the texture. */
typedef struct corner {
    uint32_t vertex;
    double at[2];
} corner;

/* ----------------------------------------------------------------------------------------- vertices */

static bool has_material(const fy_t3dm_tracker *t, uint32_t object, uint32_t material) {
    return t->objects[object].first_source != FERRY_NONE && t->objects[object].material == material;
}

static void take_corners(const fy_t3dm_tracker *t, uint32_t number, const fy_t3dm_material *material,
                         corner *to) {
    const fy_t3dm_object *object = &t->objects[number];
    const ferry_mesh *mesh = &t->scene->meshes.data[t->scene->draws.data[object->draw].mesh];
    const ferry_vec2 *uvs = mesh->uvs[material->uv_set % FERRY_UV_SETS];
    for (uint32_t i = 0; i < object->vertex_count; i++) {
        uint32_t source = t->sources[object->first_source + i];
        to[i].vertex = object->first_vertex + i;
        to[i].at[0] = uvs ? (double)uvs[source].x : 0;
        to[i].at[1] = uvs ? (double)uvs[source].y : 0;
    }
}

static void find_range(const corner *corners, uint32_t count, uv_morph *to) {
    for (int i = 0; i < 2; i++) {
        to->least[i] = to->most[i] = corners[0].at[i];
        for (uint32_t k = 1; k < count; k++) {
            to->least[i] = fmin(to->least[i], corners[k].at[i]);
            to->most[i] = fmax(to->most[i], corners[k].at[i]);
        }
    }
}

/* What a term multiplies: u, v or 1. */
static double factor_of(const uv_morph *of, int term, const corner *at) {
    int k = term % 3;
    return k == 2 ? 1 : at->at[k] - (of->least[k] + of->most[k]) / 2;
}

static bool make_term(fy_t3dm_tracker *t, const corner *corners, uint32_t count, int term, uv_morph *to) {
    double steps = fy_t3dm_texel_steps(&t->plan->materials[to->material], term / 3), most = 0;
    fy_t3dm_move *moves = ferry_new(t->job, fy_t3dm_move, count);
    if (!moves) return false;
    for (uint32_t i = 0; i < count; i++) most = fmax(most, fabs(steps * factor_of(to, term, &corners[i])));
    double shrink = most > INT16_MAX ? INT16_MAX / most : 1;
    to->units[term] = 1 / shrink;
    to->longest[term] = most * shrink;
    to->numbers[term] = FERRY_NONE;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        fy_t3dm_move move = {.vertex = corners[i].vertex};
        move.shift[term / 3] = (int16_t)fy_round(shrink * steps * factor_of(to, term, &corners[i]));
        if (move.shift[term / 3]) moves[kept++] = move;
    }
    to->terms[term] = (fy_t3dm_morph){.shifts = true, .count = kept, .moves = moves};
    return true;
}

/* Objects stand in the order of their vertices. */
static bool make_uv_morph(fy_t3dm_tracker *t, uint32_t material, fy_t3dm_uv_morphs *to) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->object_count; i++)
        if (has_material(t, i, material)) count += t->objects[i].vertex_count;
    if (!count) return true;
    corner *corners = ferry_new(t->job, corner, count);
    if (!corners) return false;
    count = 0;
    for (uint32_t i = 0; i < t->object_count; i++) {
        if (!has_material(t, i, material)) continue;
        take_corners(t, i, &t->plan->materials[material], corners + count);
        count += t->objects[i].vertex_count;
    }
    uv_morph *made = &to->list[to->count++];
    made->material = material;
    find_range(corners, count, made);
    for (int k = 0; k < TERMS; k++)
        if (!make_term(t, corners, count, k, made)) return false;
    return true;
}

const fy_t3dm_uv_morphs *fy_t3dm_list_uv_morphs(fy_t3dm_tracker *t) {
    fy_t3dm_uv_morphs *to = ferry_new(t->job, fy_t3dm_uv_morphs, 1);
    uint32_t uv_morphs = 0;
    for (uint32_t i = 0; i < t->plan->material_count; i++)
        uv_morphs += t->plan->materials[i].uv_motion == FY_T3DM_UV_MORPH;
    if (to) to->list = ferry_new(t->job, uv_morph, uv_morphs + (size_t)1);
    if (!to || !to->list) return NULL;
    for (uint32_t i = 0; i < t->plan->material_count; i++)
        if (t->plan->materials[i].uv_motion == FY_T3DM_UV_MORPH && !make_uv_morph(t, i, to)) return NULL;
    return to;
}

/* ------------------------------------------------------------------------------------------ weights */

/* What the matrix is more than at rest, about the middle of all vertices. */
static void find_weights(const fy_t3dm_tracker *t, const uv_morph *of, const double rows[2][4],
                         double weights[TERMS]) {
    const fy_t3dm_material *material = &t->plan->materials[of->material];
    for (int axis = 0; axis < 2; axis++) {
        double *to = weights + 3 * axis;
        const double *rest = material->uv_matrix[axis];
        to[2] = rows[axis][3] - rest[3];
        for (int k = 0; k < 2; k++) {
            to[k] = rows[axis][k] - rest[k];
            to[2] += to[k] * (of->least[k] + of->most[k]) / 2;
        }
    }
}

static bool add_term(fy_t3dm_tracker *t, uv_morph *of, int term, const fy_t3dm_moments *moments,
                     const float *values) {
    fy_t3dm_track track = {.target = FY_T3DM_TARGET_MORPH, .width = 1};
    double most = 0;
    for (uint32_t i = 0; i < moments->count; i++) most = fmax(most, fabs((double)values[i]));
    if (!of->terms[term].count || most * of->longest[term] < .5) return true;
    float tolerance = (float)(CLOSE / fmax(of->longest[term], CLOSE));
    if (of->numbers[term] == FERRY_NONE &&
        !fy_t3dm_add_morph(t->tracks, &of->terms[term], &of->numbers[term]))
        return false;
    track.object = of->numbers[term];
    return fy_t3dm_linear_keys(t->job, moments, values, &tolerance, &track) &&
           fy_t3dm_add_track(t->tracks, &track);
}

static bool add_terms(fy_t3dm_tracker *t, const ferry_clip *clip, uv_morph *of,
                      const fy_t3dm_moments *moments) {
    const fy_t3dm_material *material = &t->plan->materials[of->material];
    float *values = ferry_new(t->job, float, TERMS *(size_t)moments->count);
    double held = 0;
    if (!values) return false;
    for (uint32_t i = 0; i < moments->count; i++) {
        double rows[2][4], weights[TERMS];
        if (!fy_t3dm_uv_at(t->scene, material, clip, moments->samples[i], rows))
            memcpy(rows, material->uv_matrix, sizeof rows);
        find_weights(t, of, (const double(*)[4])rows, weights);
        for (int k = 0; k < TERMS; k++) weights[k] *= of->units[k];
        held = fmax(held, fy_t3dm_hold_shifts(t, of->terms, of->longest, weights));
        for (int k = 0; k < TERMS; k++) values[(size_t)k * moments->count + i] = (float)weights[k];
    }
    if (held > 0)
        ferry_say_measured(t->job, FERRY_LOSS, "t3dm.uv-range", t->file,
                           ferry_job_format(t->job, "clip \"%s.%s\"", clip->name, clip->kind),
                           (ferry_measure){held / TEXEL, "texels", false},
                           "texture coordinates of \"%s\" are clamped to 1024 texels: the animation goes "
                           "up to %.5g texels further",
                           material->name, held / TEXEL);
    for (int k = 0; k < TERMS; k++)
        if (!add_term(t, of, k, moments, values + (size_t)k * moments->count)) return false;
    return !ferry_failed(t->job);
}

static bool bend(fy_t3dm_tracker *t, const ferry_clip *clip, uv_morph *of) {
    uint32_t source = t->plan->materials[of->material].source, count = 0;
    const ferry_track **tracks = ferry_new(t->job, const ferry_track *, clip->track_count + (size_t)1);
    fy_t3dm_moments moments;
    if (!tracks) return false;
    for (uint32_t k = 0; k < clip->track_count; k++) {
        const ferry_track *track = &clip->tracks[k];
        if (track->target == FERRY_TARGET_TEXTURE_MATRIX && track->object == source) tracks[count++] = track;
    }
    if (!count) return true;
    return fy_t3dm_list_moments(t->job, clip, tracks, count, true, &moments) &&
           add_terms(t, clip, of, &moments);
}

bool fy_t3dm_uv_tracks(fy_t3dm_tracker *t, const ferry_clip *clip) {
    for (uint32_t i = 0; i < t->uv_morphs->count; i++)
        if (!ferry_tick(t->job) || !bend(t, clip, &t->uv_morphs->list[i])) return false;
    return true;
}
