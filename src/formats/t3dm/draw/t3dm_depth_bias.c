/*
 * t3dm_depth_bias.c: layered scenes: which draws are coplanar layers, and the poses in which it is looked
 * where they lie (docs/formats/t3dm.md, "Depth bias").
 */
#include "formats/t3dm/draw/t3dm_depth_bias.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/visible.h"
#include "formats/t3dm/draw/t3dm_depth_bias_pairs.h"
#include "formats/t3dm/draw/t3dm_depth_bias_solve.h"
#include "formats/t3dm/draw/t3dm_layer.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* Boxes and triangles that may be looked at, in all and for each triangle there is. */
#define STEPS_IN_ALL 32000000u
#define STEPS_EACH 1024u

enum { POSES = 512, POSES_OF_A_CLIP = 48, EVEN_POSES = 16 };

/* Two corners are each rounded by up to half of the square root of 3; and something has to be left. */
#define LEAST_STEP 4.0

/* What the console tells apart of a figure that is seen from two of its lengths, D, with the near plane at a
 * quarter of that: reciprocals of nine bits put a corner's depth wrong by D (D / (2 near) - 1) / 512 at most,
 * and corners on quarters of a pixel, of 240 lines over 60 degrees, by D / 832 times the sine of its tilt, 30
 * degrees here: 1 / 196 of the length. */
#define STEPS_OF_LENGTH 192.0

typedef struct finder {
    fy_layers *layers;
    fy_coplanar_layer *coplanar_layers;
    uint32_t count, bent; /* drawn, but no coplanar layers */
    fy_coplanar_search search;
    fy_coplanar_pairs pairs;
} finder;

/* ---------------------------------------------------------------------------------------- coplanar layers */

static ferry_vec3 facet_normal(const ferry_mesh *mesh, uint32_t triangle) {
    const uint32_t *v = mesh->triangles + 3 * (size_t)triangle;
    return fy_vec3_cross(fy_vec3_sub(mesh->positions[v[1]], mesh->positions[v[0]]),
                         fy_vec3_sub(mesh->positions[v[2]], mesh->positions[v[0]]));
}

static ferry_vec3 mesh_normal(const ferry_mesh *mesh) {
    ferry_vec3 sum = {0, 0, 0};
    for (uint32_t t = 0; t < mesh->triangle_count; t++) sum = fy_vec3_add(sum, facet_normal(mesh, t));
    return fy_vec3_normalize(sum);
}

/* Within 26 degrees; triangles without area face anywhere. */
static bool faces_one_way(const ferry_mesh *mesh) {
    ferry_vec3 all = mesh_normal(mesh);
    if (all.x == 0 && all.y == 0 && all.z == 0) return false;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        ferry_vec3 own = facet_normal(mesh, t);
        if (fy_vec3_dot(own, all) < 0.894 * fy_vec3_length(own)) return false;
    }
    return true;
}

/* All of it lies on others and is seen from both sides: as a decal it stays one draw. */
static bool may_lie(const fy_layer_draw *summary) {
    return summary->decals && summary->decals == summary->triangles && !summary->over_holes &&
           summary->sides == (FY_SIDE_FRONT | FY_SIDE_BACK);
}

static bool list_coplanar_layers(finder *f) {
    const fy_layers *l = f->layers;
    f->coplanar_layers = ferry_new(l->job, fy_coplanar_layer, l->scene->draws.count + (size_t)1);
    if (!f->coplanar_layers) return false;
    for (uint32_t d = 0; d < l->scene->draws.count; d++) {
        const fy_layer_draw *summary = &l->draws[d];
        const ferry_mesh *mesh = &l->scene->meshes.data[l->scene->draws.data[d].mesh];
        if (!summary->sides || !summary->shows) continue;
        if (mesh->skin != FERRY_NONE || !faces_one_way(mesh)) {
            f->bent++;
            continue;
        }
        f->coplanar_layers[f->count++] = (fy_coplanar_layer){.draw = d,
                                                             .level = summary->level,
                                                             .sides = summary->sides,
                                                             .writes = summary->writes,
                                                             .lies = may_lie(summary)};
        f->search.steps_left += STEPS_EACH * (uint64_t)mesh->triangle_count;
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------- poses */

static int by_time(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* When draws appear and disappear, in order; in the job's memory. */
static bool list_switches(const finder *f, const ferry_clip *clip, double **times, uint32_t *count) {
    const ferry_scene *scene = f->layers->scene;
    size_t most = 0;
    const fy_switches *found = fy_find_switches(f->layers->job, scene, clip);
    for (uint32_t d = 0; found && d < scene->draws.count; d++) most += found[d].count;
    *times = ferry_new(f->layers->job, double, most + 2);
    *count = 0;
    if (!found || !*times) return false;
    for (uint32_t d = 0; most && d < scene->draws.count; d++)
        for (uint32_t i = 0; i < found[d].count; i++) (*times)[(*count)++] = found[d].times[i];
    if (*count) qsort(*times, *count, sizeof **times, by_time);
    (*times)[(*count)++] = clip->duration;
    return true;
}

static bool look_at(finder *f, uint32_t clip, double time) {
    ferry_mark mark = ferry_job_mark(f->layers->job);
    const ferry_scene *posed = ferry_pose(f->layers->job, f->layers->scene, &clip, 1, time);
    bool done = posed && fy_coplanar_find_pairs(&f->search, posed, f->coplanar_layers, f->count, &f->pairs);
    ferry_job_release(f->layers->job, mark);
    return done;
}

/* Evenly over the clip, its end too, and in the middle of each span in which the same draws are seen. */
static bool look_at_clip(finder *f, uint32_t number, uint32_t most) {
    const ferry_clip *clip = &f->layers->scene->clips.data[number];
    ferry_mark mark = ferry_job_mark(f->layers->job);
    uint32_t even = most < EVEN_POSES ? most : EVEN_POSES, count;
    double *times;
    bool done = list_switches(f, clip, &times, &count);
    for (uint32_t i = 0; done && i < even; i++)
        done = look_at(f, number, even > 1 ? clip->duration * i / (even - 1.0) : clip->duration);
    uint32_t each = 1 + (count - 1) / most;
    for (uint32_t i = 0; done && i + 1 < count; i += each)
        if (times[i + 1] > times[i]) done = look_at(f, number, times[i] + (times[i + 1] - times[i]) / 2);
    ferry_job_release(f->layers->job, mark);
    return done;
}

static bool look_at_all(finder *f) {
    const ferry_scene *scene = f->layers->scene;
    if (!fy_coplanar_find_pairs(&f->search, scene, f->coplanar_layers, f->count, &f->pairs)) return false;
    uint32_t clips = scene->clips.count, most = clips ? POSES / clips : 0;
    most = most > POSES_OF_A_CLIP ? POSES_OF_A_CLIP : most < 2 ? 2 : most;
    for (uint32_t c = 0; c < clips && f->search.steps_left; c++)
        if (!look_at_clip(f, c, most)) return false;
    return true;
}

/* ------------------------------------------------------------------------------------------------ results */

/* The longest side of all coplanar layers that are seen at rest, or of all there is, in units of the file. */
static double find_length(const finder *f) {
    const fy_t3dm_pose *pose = f->layers->pose;
    const ferry_scene *scene = f->layers->scene;
    double least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY},
           longest = 0;
    const bool *visible = fy_find_visible(f->layers->job, scene);
    for (uint32_t i = 0; visible && i < f->count; i++) {
        const ferry_draw *draw = &scene->draws.data[f->coplanar_layers[i].draw];
        const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
        if (!visible[f->coplanar_layers[i].draw]) continue;
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            double at[3];
            fy_t3dm_point(&pose->worlds[draw->node], mesh->positions[v], at);
            for (int k = 0; k < 3; k++) least[k] = fmin(least[k], at[k]), most[k] = fmax(most[k], at[k]);
        }
    }
    for (int k = 0; k < 3; k++) longest = fmax(longest, most[k] - least[k]);
    return (longest > 0 ? longest : pose->length) * pose->scale;
}

static double find_step(const finder *f, double length) {
    double asked = ferry_setting_number(f->layers->job, "t3dm.depth-bias");
    return isnan(asked) ? fmax(LEAST_STEP, ceil(length / STEPS_OF_LENGTH - 1e-9)) : asked;
}

static bool is_two(const fy_coplanar_layer *s) {
    return s->sides == (FY_SIDE_FRONT | FY_SIDE_BACK) && s->depth_bias[0] + s->depth_bias[1] != 0;
}

static bool is_biased(const fy_coplanar_layer *s) {
    return (s->sides & FY_SIDE_FRONT && s->depth_bias[0] != 0) ||
           (s->sides & FY_SIDE_BACK && s->depth_bias[1] != 0);
}

/* Decals lie on what is not raised: where anything is, none stay but those that this was made sure of. */
static void take_back_decals(fy_layers *l, const fy_coplanar_layer *coplanar_layers, uint32_t count) {
    for (uint32_t d = 0, next = 0; d < l->scene->draws.count; d++) {
        fy_layer_draw *summary = &l->draws[d];
        while (next < count && coplanar_layers[next].draw < d) next++;
        if (!summary->decals ||
            (next < count && coplanar_layers[next].draw == d && coplanar_layers[next].lies))
            continue;
        uint32_t triangles = l->scene->meshes.data[l->scene->draws.data[d].mesh].triangle_count;
        for (uint32_t t = 0; t < triangles; t++)
            if (summary->verdicts[t] == FY_LAYER_DECAL) summary->verdicts[t] = FY_LAYER_ORDINARY;
        summary->decals = summary->over_holes = 0;
    }
}

typedef struct sums {
    uint32_t depth_bias, two, lying, more; /* triangles more */
    double most;
} sums;

static sums add_up(const finder *f) {
    sums s = {0};
    for (uint32_t i = 0; i < f->count; i++) {
        const fy_coplanar_layer *coplanar_layer = &f->coplanar_layers[i];
        const fy_layer_draw *summary = &f->layers->draws[coplanar_layer->draw];
        s.lying += coplanar_layer->lies;
        if (!is_biased(coplanar_layer)) continue;
        s.depth_bias++;
        for (int k = 0; k < 2; k++)
            if (coplanar_layer->sides & (k ? FY_SIDE_BACK : FY_SIDE_FRONT))
                s.most = fmax(s.most, fabs(coplanar_layer->depth_bias[k]));
        if (!is_two(coplanar_layer)) continue;
        s.two++;
        s.more += summary->triangles - summary->overwritten;
    }
    return s;
}

static void report_bias(const finder *f, const sums *s, const char *file, double length, double step,
                        uint32_t beyond) {
    ferry_job *job = f->layers->job;
    if (s->depth_bias)
        ferry_say(job, FERRY_NOTE, "t3dm.depth-bias", file, "",
                  "%u of %u flat draws are coplanar with others or nearly so: moved by up to %g units of "
                  "the file, %.2g %% of the length, %g per layer (t3dm.depth-bias); %u of them became two "
                  "draws, one per side, with %u more triangles; %u more are decals",
                  s->depth_bias, f->count, s->most, length > 0 ? 100 * s->most / length : 0, step, s->two,
                  s->more, s->lying);
    if (s->depth_bias && f->bent)
        ferry_say(job, FERRY_NOTE, "t3dm.depth-bias", file, "",
                  "%u draws are not flat or are deformed, and were not moved", f->bent);
    if (beyond)
        ferry_say(job, FERRY_LOSS, "t3dm.depth-bias", file, "",
                  "%u draws overlap too many others, or their order changes in animations: %d layers are "
                  "not enough",
                  beyond, FY_DEPTH_BIAS_LEVELS);
    if (!f->search.steps_left)
        ferry_say(job, FERRY_NOTE, "t3dm.depth-bias", file, "",
                  "too many overlapping flat draws: not all animations were examined");
}

static bool raise(finder *f, const char *file) {
    fy_layers *l = f->layers;
    double length = find_length(f), step = find_step(f, length);
    uint32_t beyond = 0;
    f->search.reach = (FY_DEPTH_BIAS_LEVELS + 1) * step;
    if (!look_at_all(f)) return false;
    for (uint32_t i = 0; i < f->count && !f->search.steps_left; i++) f->coplanar_layers[i].lies = false;
    if (!fy_depth_bias_solve(l->job, f->coplanar_layers, f->count, &f->pairs, step, &beyond)) return false;
    sums s = add_up(f);
    if (s.depth_bias) take_back_decals(l, f->coplanar_layers, f->count);
    for (uint32_t i = 0; i < f->count; i++)
        for (int k = 0; k < 2 && is_biased(&f->coplanar_layers[i]); k++)
            l->draws[f->coplanar_layers[i].draw].depth_bias[k] = f->coplanar_layers[i].depth_bias[k];
    report_bias(f, &s, file, length, step, beyond);
    return true;
}

bool fy_layers_bias_depth(fy_layers *layers, const char *file) {
    finder f = {.layers = layers,
                .search = {.job = layers->job, .scale = layers->pose->scale, .steps_left = STEPS_IN_ALL},
                .pairs = {.job = layers->job}};
    ferry_mark mark = ferry_job_mark(layers->job);
    bool done = list_coplanar_layers(&f) && (!f.count || raise(&f, file));
    fy_coplanar_pairs_close(&f.pairs);
    ferry_job_release(layers->job, mark);
    return done;
}
