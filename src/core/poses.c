/* poses.c: see the header. */
#include "core/poses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/curve.h"
#include "core/job.h"
#include "core/maths.h"

enum { LOOKS_A_SECOND = 120, MOST_LOOKS = 1 << 14, ROUNDS = 8 };

static const double JUST_BEFORE = 1e-6;

/* ----------------------------------------------------------------------------------------------------------
 * times */

typedef struct moment {
    double time;
    bool jump;
} moment;

typedef struct moment_list {
    ferry_job *job;
    moment *data;
    uint32_t count, capacity;
} moment_list;

static bool add_moment(moment_list *list, const ferry_clip *clip, double time, bool jump) {
    if (time < 0 || time > clip->duration) return true;
    if (!fy_job_reserve(list->job, (void **)&list->data, list->count, &list->capacity, 1, sizeof *list->data))
        return false;
    list->data[list->count++] = (moment){time, jump};
    return true;
}

static bool add_keys(moment_list *list, const ferry_clip *clip, const ferry_track *track) {
    for (uint32_t k = 0; k < track->key_count; k++) {
        bool jump = k && (track->interpolation == FERRY_STEP || track->times[k - 1] >= track->times[k]);
        if (jump && !add_moment(list, clip, track->times[k] - JUST_BEFORE, false)) return false;
        if (!add_moment(list, clip, track->times[k], jump)) return false;
    }
    return true;
}

static int by_time(const void *a, const void *b) {
    const moment *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

static uint32_t join_times(moment *data, uint32_t count) {
    uint32_t kept = 0;
    qsort(data, count, sizeof *data, by_time);
    for (uint32_t k = 0; k < count; k++) {
        bool again = kept && data[kept - 1].time >= data[k].time;
        if (again)
            data[kept - 1].jump |= data[k].jump;
        else
            data[kept++] = data[k];
    }
    return kept;
}

/* All moments of a clip; one if no morph moves in it. */
static bool add_clip(moment_list *list, const ferry_clip *clip, uint32_t most) {
    uint32_t first = list->count;
    bool moves = false;
    if (!add_moment(list, clip, 0, false)) return false;
    for (uint32_t k = 0; k < clip->track_count; k++) {
        if (clip->tracks[k].target != FERRY_TARGET_MORPH) continue;
        moves = true;
        if (!add_keys(list, clip, &clip->tracks[k])) return false;
    }
    double wanted = floor(clip->duration * LOOKS_A_SECOND);
    uint32_t looks = !moves ? 0 : wanted < most ? (uint32_t)wanted : most;
    for (uint32_t i = 1; i <= looks; i++)
        if (!add_moment(list, clip, wanted > most ? clip->duration * i / looks : i / (double)LOOKS_A_SECOND,
                        false))
            return false;
    if (moves && !add_moment(list, clip, clip->duration, false)) return false;
    list->count = first + join_times(list->data + first, list->count - first);
    return true;
}

static bool list_times(moment_list *list, const ferry_scene *scene, fy_moments *to) {
    uint32_t clips = scene->clips.count, most = MOST_LOOKS / (clips ? clips : 1) + 1;
    to->firsts = ferry_new(list->job, uint32_t, (size_t)clips + 2);
    if (!to->firsts) return false;
    for (uint32_t c = 0; c < clips; c++) {
        to->firsts[c] = list->count;
        if (!ferry_tick(list->job) || !add_clip(list, &scene->clips.data[c], most)) return false;
    }
    to->firsts[clips] = to->count = list->count;
    to->times = ferry_new(list->job, double, (size_t)to->count + 1);
    to->jumps = ferry_new(list->job, bool, (size_t)to->count + 1);
    if (!to->times || !to->jumps) return false;
    for (uint32_t m = 0; m < to->count; m++) {
        to->times[m] = list->data[m].time;
        to->jumps[m] = list->data[m].jump;
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------------
 * weights */

/* The first moment of [low, high) that is not before `time`. */
static uint32_t find_moment(const fy_moments *m, uint32_t low, uint32_t high, double time) {
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->times[middle] < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Moments at which the track may be other than 0: from `*first` on, before the result. */
static uint32_t find_span(const fy_moments *m, uint32_t clip, const ferry_track *track, uint32_t *first) {
    uint32_t low = m->firsts[clip], end = m->firsts[clip + 1], from = 0, to = track->key_count;
    bool straight = track->interpolation <= FERRY_LINEAR;
    while (straight && from < to && track->values[from] == 0) from++;
    while (straight && to > from && track->values[to - 1] == 0) to--;
    *first = from ? find_moment(m, low, end, track->times[from - 1]) : low;
    return to < track->key_count ? find_moment(m, low, end, nextafter(track->times[to], HUGE_VAL)) : end;
}

/* Counts what weighs something at each moment (`to` NULL), or puts it there. */
static void weigh_clip(const fy_moments *m, uint32_t clip, const ferry_clip *of, uint32_t *places,
                       fy_weighed *to) {
    for (uint32_t k = 0; k < of->track_count; k++) {
        const ferry_track *track = &of->tracks[k];
        uint32_t first, end;
        if (track->target != FERRY_TARGET_MORPH) continue;
        end = find_span(m, clip, track, &first);
        for (uint32_t i = first; i < end; i++) {
            double value[4];
            fy_track_at(track, m->times[i], value);
            if (value[0] == 0) continue;
            if (to) to[places[i]] = (fy_weighed){track->object, (float)value[0]};
            places[i]++;
        }
    }
}

static void share(const ferry_scene *scene, fy_weighed *weighed, uint32_t count, double *sums) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = scene->morphs.data[weighed[i].morph].group;
        if (group != FERRY_NONE) sums[group] += (double)weighed[i].weight;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = scene->morphs.data[weighed[i].morph].group;
        if (group == FERRY_NONE) continue;
        weighed[i].weight = sums[group] != 0 ? (float)((double)weighed[i].weight / sums[group]) : 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = scene->morphs.data[weighed[i].morph].group;
        if (group != FERRY_NONE) sums[group] = 0;
    }
}

static bool weigh(ferry_job *job, const ferry_scene *scene, fy_moments *m) {
    uint32_t *places = ferry_new(job, uint32_t, (size_t)m->count + 1);
    double *sums = ferry_new(job, double, (size_t)scene->morphs.count + 1);
    uint64_t total = 0;
    m->starts = ferry_new(job, uint32_t, (size_t)m->count + 1);
    if (!places || !sums || !m->starts) return false;
    for (uint32_t c = 0; c < scene->clips.count; c++) weigh_clip(m, c, &scene->clips.data[c], places, NULL);
    for (uint32_t i = 0; i < m->count; i++) {
        m->starts[i] = (uint32_t)total;
        total += places[i];
        places[i] = m->starts[i];
    }
    m->weighed = total < UINT32_MAX ? ferry_new(job, fy_weighed, (size_t)total + 1)
                                    : ferry_alloc(job, SIZE_MAX / 2, 2);
    if (!m->weighed) return false;
    m->starts[m->count] = (uint32_t)total;
    for (uint32_t c = 0; c < scene->clips.count; c++)
        weigh_clip(m, c, &scene->clips.data[c], places, m->weighed);
    for (uint32_t i = 0; i < m->count; i++)
        share(scene, m->weighed + m->starts[i], m->starts[i + 1] - m->starts[i], sums);
    return ferry_tick(job);
}

bool fy_list_moments(ferry_job *job, const ferry_scene *scene, fy_moments *moments) {
    moment_list list = {.job = job};
    bool done = list_times(&list, scene, moments);
    fy_job_drop(job, list.data);
    return done && weigh(job, scene, moments);
}

/* ---------------------------------------------------------------------------------------------------------
 * choice */

typedef struct chooser {
    ferry_job *job;
    const ferry_scene *scene;
    const fy_moments *moments;
    const fy_posed *posed;
    ferry_vec3 *now; /* moves of all vertices at the moment at hand */
    float *nearest;  /* of each moment: how far off the nearest pose is */
    fy_poses *to;
} chooser;

static void pose_at(const chooser *c, uint32_t at, bool turns, ferry_vec3 *to) {
    const fy_moments *m = c->moments;
    memset(to, 0, c->posed->vertex_count * sizeof *to);
    for (uint32_t i = m->starts[at]; i < m->starts[at + 1]; i++) {
        const ferry_morph *morph = &c->scene->morphs.data[m->weighed[i].morph];
        const ferry_vec3 *moves = turns ? morph->normals : morph->positions;
        uint32_t offset = c->posed->offsets[morph->mesh];
        if (offset == FERRY_NONE || !moves) continue;
        for (uint32_t k = 0; k < morph->count; k++) {
            ferry_vec3 *v = &to[offset + morph->vertices[k]];
            *v = fy_vec3_add(*v, fy_vec3_scale(moves[k], m->weighed[i].weight));
        }
    }
}

static const ferry_vec3 *pose_of(const chooser *c, uint32_t pose) {
    return c->to->moves + (size_t)pose * c->posed->vertex_count;
}

/* How far the farthest vertex is off if this pose is shown at the moment at hand. */
static double off_by(const chooser *c, uint32_t pose) {
    const fy_posed *posed = c->posed;
    const ferry_vec3 *shown = pose_of(c, pose);
    double most = 0;
    for (uint32_t i = 0; i < posed->mesh_count; i++) {
        uint32_t first = posed->offsets[posed->meshes[i]],
                 end = first + c->scene->meshes.data[posed->meshes[i]].vertex_count;
        float square = 0;
        for (uint32_t v = first; v < end; v++) {
            float x = c->now[v].x - shown[v].x, y = c->now[v].y - shown[v].y, z = c->now[v].z - shown[v].z;
            square = fmaxf(square, x * x + y * y + z * z);
        }
        most = fmax(most, sqrt((double)square) * posed->scales[i]);
    }
    return most;
}

/* Each moment shows the pose that is nearest; of those that are as near, the first. */
static bool assign(chooser *c, uint32_t first_pose) {
    for (uint32_t m = 0; m < c->moments->count; m++) {
        pose_at(c, m, false, c->now);
        for (uint32_t k = first_pose; k < c->to->count; k++) {
            float off = (float)off_by(c, k);
            if (k && !(off < c->nearest[m])) continue;
            c->nearest[m] = off;
            c->to->shown[m] = k;
        }
        if (!ferry_tick(c->job)) return false;
    }
    return true;
}

static bool begins_clip(const fy_moments *m, uint32_t at) {
    uint32_t clip = 0;
    while (m->firsts[clip] < at) clip++;
    return m->firsts[clip] == at;
}

/* A pose that is exchanged at a moment was shown up to it. */
static bool measure(chooser *c) {
    c->to->error = 0;
    for (uint32_t m = 0; m < c->moments->count; m++) {
        c->to->error = fmax(c->to->error, (double)c->nearest[m]);
        if (!m || c->to->shown[m] == c->to->shown[m - 1] || c->moments->jumps[m] ||
            begins_clip(c->moments, m))
            continue;
        pose_at(c, m, false, c->now);
        c->to->error = fmax(c->to->error, off_by(c, c->to->shown[m - 1]));
        if (!ferry_tick(c->job)) return false;
    }
    return true;
}

/* One pose after the other, each as far as possible from those before. */
static bool add_farthest(chooser *c, uint32_t most, double enough) {
    for (c->to->count = 1; assign(c, c->to->count - 1); c->to->count++) {
        uint32_t worst = 0;
        for (uint32_t m = 1; m < c->moments->count; m++)
            if (c->nearest[m] > c->nearest[worst]) worst = m;
        if (c->to->count == 1) c->to->rest = (double)c->nearest[worst];
        if (c->to->count > most || (double)c->nearest[worst] <= enough) return true;
        pose_at(c, worst, false, c->to->moves + (size_t)c->to->count * c->posed->vertex_count);
    }
    return false;
}

static void widen(ferry_vec3 *least, ferry_vec3 *most, ferry_vec3 by, bool first) {
    *least = first ? by : (ferry_vec3){fminf(least->x, by.x), fminf(least->y, by.y), fminf(least->z, by.z)};
    *most = first ? by : (ferry_vec3){fmaxf(most->x, by.x), fmaxf(most->y, by.y), fmaxf(most->z, by.z)};
}

/* Each pose but the rest goes to the middle of what it is shown for. */
static bool centre(chooser *c, ferry_vec3 *least, ferry_vec3 *most, bool *met) {
    uint32_t vertices = c->posed->vertex_count;
    memset(met, 0, c->to->count * sizeof *met);
    for (uint32_t m = 0; m < c->moments->count; m++) {
        uint32_t pose = c->to->shown[m];
        if (!pose) continue;
        pose_at(c, m, false, c->now);
        for (uint32_t v = 0; v < vertices; v++)
            widen(&least[(size_t)pose * vertices + v], &most[(size_t)pose * vertices + v], c->now[v],
                  !met[pose]);
        met[pose] = true;
        if (!ferry_tick(c->job)) return false;
    }
    for (size_t i = vertices; i < (size_t)c->to->count * vertices; i++)
        if (met[i / vertices]) c->to->moves[i] = fy_vec3_scale(fy_vec3_add(least[i], most[i]), 0.5F);
    return true;
}

/* Rounds of it, as long as the worst vertex is off less afterwards. */
static bool improve(chooser *c) {
    size_t all = (size_t)c->to->count * c->posed->vertex_count;
    ferry_vec3 *least = ferry_new(c->job, ferry_vec3, all), *most = ferry_new(c->job, ferry_vec3, all),
               *before = ferry_new(c->job, ferry_vec3, all);
    bool *met = ferry_new(c->job, bool, c->to->count);
    uint32_t round = 0;
    bool better = true;
    if (!least || !most || !before || !met || !measure(c)) return false;
    for (; better && round < ROUNDS; round++) {
        double error = c->to->error;
        memcpy(before, c->to->moves, all * sizeof *before);
        if (!centre(c, least, most, met) || !assign(c, 0) || !measure(c)) return false;
        better = c->to->error < error;
    }
    if (better) return true;
    memcpy(c->to->moves, before, all * sizeof *before);
    return assign(c, 0) && measure(c);
}

/* Normals: the mean of what each pose is shown for. */
static bool turn(chooser *c) {
    uint32_t vertices = c->posed->vertex_count;
    uint32_t *counts = ferry_new(c->job, uint32_t, c->to->count);
    c->to->turns = ferry_new(c->job, ferry_vec3, (size_t)c->to->count * vertices);
    if (!counts || !c->to->turns) return false;
    for (uint32_t m = 0; m < c->moments->count; m++) {
        uint32_t pose = c->to->shown[m];
        ferry_vec3 *sums = c->to->turns + (size_t)pose * vertices;
        if (!pose) continue;
        pose_at(c, m, true, c->now);
        counts[pose]++;
        for (uint32_t v = 0; v < vertices; v++) sums[v] = fy_vec3_add(sums[v], c->now[v]);
        if (!ferry_tick(c->job)) return false;
    }
    for (size_t i = vertices; i < (size_t)c->to->count * vertices; i++)
        if (counts[i / vertices])
            c->to->turns[i] = fy_vec3_scale(c->to->turns[i], 1 / (float)counts[i / vertices]);
    return true;
}

bool fy_choose_poses(ferry_job *job, const ferry_scene *scene, const fy_moments *moments,
                     const fy_posed *posed, uint32_t most, double enough, fy_poses *poses) {
    size_t all = ((size_t)most + 1) * posed->vertex_count + 1;
    chooser c = {job,
                 scene,
                 moments,
                 posed,
                 ferry_new(job, ferry_vec3, (size_t)posed->vertex_count + 1),
                 ferry_new(job, float, (size_t)moments->count + 1),
                 poses};
    *poses = (fy_poses){.moves = ferry_new(job, ferry_vec3, all),
                        .shown = ferry_new(job, uint32_t, (size_t)moments->count + 1)};
    return c.now && c.nearest && poses->moves && poses->shown && add_farthest(&c, most, enough) &&
           improve(&c) && turn(&c);
}
