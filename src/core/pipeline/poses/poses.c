/* poses.c: see the header. */
#include "core/pipeline/poses/poses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"

enum {
    LOOKS_A_SECOND = 120,
    MOST_LOOKS = 1 << 14,   /* at one unit, in all clips */
    MOST_WEIGHTS = 1 << 22, /* at all units: tracks, each as often as it is looked at */
    ROUNDS = 8
};

static const double JUST_BEFORE = 1e-6;

/* -------------------------------------------------------------------------------------------- times */

/* What a morph weighs at a moment. */
typedef struct weight {
    uint32_t morph;
    float weight; /* a share, where weights are shares */
} weight;

typedef struct moment {
    double time; /* seconds into the clip */
    uint32_t clip;
    uint32_t start; /* of its weights, which end where the next moment's begin */
    bool jump;      /* what was before does not come up to here */
} moment;

/* All moments of a unit: of the clips that move something of it, one clip after the other. */
typedef struct moment_list {
    ferry_job *job;
    moment *data; /* one more than there are */
    uint32_t count, capacity;
    weight *weights;
} moment_list;

static bool add_moment(moment_list *list, const ferry_scene *scene, uint32_t clip, double time, bool jump) {
    if (time < 0 || time > scene->clips.data[clip].duration) return true;
    if (!fy_job_reserve(list->job, (void **)&list->data, list->count, &list->capacity, 2, sizeof *list->data))
        return false;
    list->data[list->count++] = (moment){.time = time, .clip = clip, .jump = jump};
    return true;
}

static bool add_keys(moment_list *list, const ferry_scene *scene, const fy_weighing *of) {
    const ferry_track *track = of->track;
    for (uint32_t k = 0; k < track->key_count; k++) {
        bool jump = k && (track->interpolation == FERRY_STEP || track->times[k - 1] >= track->times[k]);
        if (jump && !add_moment(list, scene, of->clip, track->times[k] - JUST_BEFORE, false)) return false;
        if (!add_moment(list, scene, of->clip, track->times[k], jump)) return false;
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

/* All moments of the clip of some of a unit's tracks. The first one follows on nothing. */
static bool add_clip(moment_list *list, const ferry_scene *scene, const fy_weighing *tracks, uint32_t count,
                     uint32_t most) {
    uint32_t first = list->count, clip = tracks->clip;
    double duration = scene->clips.data[clip].duration, wanted = floor(duration * LOOKS_A_SECOND);
    uint32_t looks = wanted < most ? (uint32_t)wanted : most;
    if (!add_moment(list, scene, clip, 0, true)) return false;
    for (uint32_t k = 0; k < count; k++)
        if (!add_keys(list, scene, &tracks[k])) return false;
    for (uint32_t i = 1; i <= looks; i++)
        if (!add_moment(list, scene, clip, wanted > most ? duration * i / looks : i / (double)LOOKS_A_SECOND,
                        false))
            return false;
    if (!add_moment(list, scene, clip, duration, false)) return false;
    list->count = first + join_times(list->data + first, list->count - first);
    return ferry_tick(list->job);
}

/* How many of the tracks from `first` on are of the clip of that one. */
static uint32_t count_tracks(const fy_posed *posed, uint32_t first) {
    uint32_t end = first;
    while (end < posed->track_count && posed->tracks[end].clip == posed->tracks[first].clip) end++;
    return end - first;
}

static bool list_times(moment_list *list, const fy_choice *choice, const fy_posed *posed) {
    uint32_t each = MOST_LOOKS / choice->scene->clips.count, all = MOST_WEIGHTS / choice->track_count;
    for (uint32_t k = 0, count; k < posed->track_count; k += count) {
        count = count_tracks(posed, k);
        if (!add_clip(list, choice->scene, &posed->tracks[k], count, (each < all ? each : all) + 1))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ weights */

/* The first moment of [low, high) that is not before `time`. */
static uint32_t find_moment(const moment_list *m, uint32_t low, uint32_t high, double time) {
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->data[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Of the clip's moments [*first, end) those at which the track may be other than 0: from `*first` on, before
 * the result. */
static uint32_t find_span(const moment_list *m, const ferry_track *track, uint32_t *first, uint32_t end) {
    uint32_t low = *first, from = 0, to = track->key_count;
    bool straight = track->interpolation <= FERRY_LINEAR;
    while (straight && from < to && track->values[from] == 0) from++;
    while (straight && to > from && track->values[to - 1] == 0) to--;
    if (from) *first = find_moment(m, low, end, track->times[from - 1]);
    return to < track->key_count ? find_moment(m, low, end, nextafter(track->times[to], HUGE_VAL)) : end;
}

/* Counts what weighs something at each moment (`to` NULL), or puts it there. */
static bool weigh_all(const moment_list *m, const fy_posed *posed, uint32_t *places, weight *to) {
    for (uint32_t k = 0, low = 0, high = 0; k < posed->track_count; k++) {
        const ferry_track *track = posed->tracks[k].track;
        if (!k || posed->tracks[k].clip != posed->tracks[k - 1].clip)
            for (low = high; high < m->count && m->data[high].clip == posed->tracks[k].clip;) high++;
        uint32_t first = low, end = find_span(m, track, &first, high);
        for (uint32_t i = first; i < end; i++) {
            double value[4];
            fy_track_at(track, m->data[i].time, value);
            if (value[0] == 0) continue;
            if (to) to[places[i]] = (weight){track->object, (float)value[0]};
            places[i]++;
        }
        if (!ferry_tick(m->job)) return false;
    }
    return true;
}

static void share(const ferry_scene *scene, weight *weights, uint32_t count, double *sums) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = scene->morphs.data[weights[i].morph].group;
        if (group != FERRY_NONE) sums[group] += (double)weights[i].weight;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = scene->morphs.data[weights[i].morph].group;
        if (group == FERRY_NONE) continue;
        weights[i].weight = sums[group] != 0 ? (float)((double)weights[i].weight / sums[group]) : 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = scene->morphs.data[weights[i].morph].group;
        if (group != FERRY_NONE) sums[group] = 0;
    }
}

static bool weigh_moments(moment_list *m, const fy_choice *choice, const fy_posed *posed) {
    uint32_t *places = ferry_new(m->job, uint32_t, (size_t)m->count + 1);
    uint64_t total = 0;
    if (!places || !weigh_all(m, posed, places, NULL)) return false;
    for (uint32_t i = 0; i < m->count; i++) {
        m->data[i].start = (uint32_t)total;
        total += places[i];
        places[i] = m->data[i].start;
    }
    m->weights = total < UINT32_MAX ? ferry_new(m->job, weight, (size_t)total + 1)
                                    : ferry_alloc(m->job, SIZE_MAX / 2, 2);
    if (!m->weights) return false;
    m->data[m->count].start = (uint32_t)total;
    if (!weigh_all(m, posed, places, m->weights)) return false;
    for (uint32_t i = 0; i < m->count; i++)
        share(choice->scene, m->weights + m->data[i].start, m->data[i + 1].start - m->data[i].start,
              choice->sums);
    return true;
}

/* ------------------------------------------------------------------------------------------- choice */

typedef struct chooser {
    ferry_job *job;
    const ferry_scene *scene;
    const uint32_t *offsets;
    const moment_list *moments;
    const fy_posed *posed;
    ferry_vec3 *now; /* moves of all vertices at the moment at hand */
    float *nearest;  /* of each moment: how far off the nearest pose is */
    uint32_t *shown; /* of each moment: that pose */
    fy_poses *to;
} chooser;

static void pose_at(const chooser *c, uint32_t at, bool turns, ferry_vec3 *to) {
    const moment_list *m = c->moments;
    memset(to, 0, c->posed->vertex_count * sizeof *to);
    for (uint32_t i = m->data[at].start; i < m->data[at + 1].start; i++) {
        const ferry_morph *morph = &c->scene->morphs.data[m->weights[i].morph];
        const ferry_vec3 *moves = turns ? morph->normals : morph->positions;
        uint32_t offset = c->offsets[morph->mesh];
        if (offset == FERRY_NONE || !moves) continue;
        for (uint32_t k = 0; k < morph->count; k++) {
            ferry_vec3 *v = &to[offset + morph->vertices[k]];
            *v = fy_vec3_add(*v, fy_vec3_scale(moves[k], m->weights[i].weight));
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
        uint32_t first = c->offsets[posed->meshes[i]],
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
            c->shown[m] = k;
        }
        if (!ferry_tick(c->job)) return false;
    }
    return true;
}

/* A pose that is exchanged at a moment was shown up to it. */
static bool measure_error(chooser *c) {
    c->to->error = 0;
    for (uint32_t m = 0; m < c->moments->count; m++) {
        c->to->error = fmax(c->to->error, (double)c->nearest[m]);
        if (c->moments->data[m].jump || c->shown[m] == c->shown[m - 1]) continue;
        pose_at(c, m, false, c->now);
        c->to->error = fmax(c->to->error, off_by(c, c->shown[m - 1]));
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

static void widen_bounds(ferry_vec3 *least, ferry_vec3 *most, ferry_vec3 by, bool first) {
    *least = first ? by : (ferry_vec3){fminf(least->x, by.x), fminf(least->y, by.y), fminf(least->z, by.z)};
    *most = first ? by : (ferry_vec3){fmaxf(most->x, by.x), fmaxf(most->y, by.y), fmaxf(most->z, by.z)};
}

/* Each pose but the rest goes to the middle of what it is shown for. */
static bool centre(chooser *c, ferry_vec3 *least, ferry_vec3 *most, bool *met) {
    uint32_t vertices = c->posed->vertex_count;
    memset(met, 0, c->to->count * sizeof *met);
    for (uint32_t m = 0; m < c->moments->count; m++) {
        uint32_t pose = c->shown[m];
        if (!pose) continue;
        pose_at(c, m, false, c->now);
        for (uint32_t v = 0; v < vertices; v++)
            widen_bounds(&least[(size_t)pose * vertices + v], &most[(size_t)pose * vertices + v], c->now[v],
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
    if (!least || !most || !before || !met || !measure_error(c)) return false;
    for (; better && round < ROUNDS; round++) {
        double error = c->to->error;
        memcpy(before, c->to->moves, all * sizeof *before);
        if (!centre(c, least, most, met) || !assign(c, 0) || !measure_error(c)) return false;
        better = c->to->error < error;
    }
    if (better) return true;
    memcpy(c->to->moves, before, all * sizeof *before);
    return assign(c, 0) && measure_error(c);
}

/* Normals: the mean of what each pose is shown for. */
static bool turn_normals(chooser *c) {
    uint32_t vertices = c->posed->vertex_count;
    uint32_t *counts = ferry_new(c->job, uint32_t, c->to->count);
    if (!counts) return false;
    for (uint32_t m = 0; m < c->moments->count; m++) {
        uint32_t pose = c->shown[m];
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

static bool list_changes(const chooser *c, fy_change_list *list) {
    c->to->first_change = list->count;
    for (uint32_t m = 0; m < c->moments->count; m++) {
        const moment *at = &c->moments->data[m];
        if (m && at->clip == at[-1].clip && c->shown[m] == c->shown[m - 1]) continue;
        if (!fy_job_reserve(c->job, (void **)&list->data, list->count, &list->capacity, 1,
                            sizeof *list->data))
            return false;
        list->data[list->count++] = (fy_change){at->time, at->clip, c->shown[m]};
    }
    c->to->change_count = list->count - c->to->first_change;
    return true;
}

static bool choose_moments(fy_choice *choice, const fy_posed *posed, moment_list *moments, fy_poses *poses) {
    if (!list_times(moments, choice, posed) || !weigh_moments(moments, choice, posed)) return false;
    chooser c = {choice->job,
                 choice->scene,
                 choice->offsets,
                 moments,
                 posed,
                 ferry_new(choice->job, ferry_vec3, (size_t)posed->vertex_count + 1),
                 ferry_new(choice->job, float, (size_t)moments->count + 1),
                 ferry_new(choice->job, uint32_t, (size_t)moments->count + 1),
                 poses};
    return c.now && c.nearest && c.shown && add_farthest(&c, choice->most, choice->enough) && improve(&c) &&
           turn_normals(&c) && list_changes(&c, &choice->changes);
}

bool fy_choose_poses(fy_choice *choice, const fy_posed *posed, fy_poses *poses) {
    ferry_job *job = choice->job;
    size_t all = ((size_t)choice->most + 1) * posed->vertex_count + 1;
    *poses = (fy_poses){1, ferry_new(job, ferry_vec3, all), ferry_new(job, ferry_vec3, all), 0, 0, 0, 0};
    if (!poses->moves || !poses->turns) return false;
    if (!posed->track_count) return true;
    ferry_mark mark = ferry_job_mark(job);
    moment_list moments = {.job = job};
    bool done = choose_moments(choice, posed, &moments, poses);
    fy_job_drop(job, moments.data);
    ferry_job_release(job, mark);
    return done;
}
