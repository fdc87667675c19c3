/* t3dm_moments.c: when a clip is looked at: its keys, its jumps and, where it bends, its frames. */
#include "formats/t3dm/pose/t3dm_moments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_file.h"

enum { MOST_FRAMES = 1 << 16 }; /* longer clips are looked at less often */

typedef struct moment {
    double at;
    bool before; /* the earlier side of a jump */
} moment;

typedef struct moment_list {
    moment *list;
    uint32_t count;
    double first, last; /* of the keys of what moves */
    bool bent;
} moment_list;

/* Keys say times as floats: what falls together there is one time. */
static int by_time(const void *a, const void *b) {
    const moment *x = a, *y = b;
    float s = (float)x->at, t = (float)y->at;
    if (s < t || s > t) return s < t ? -1 : 1;
    if (x->before != y->before) return x->before ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static void add_moment(moment_list *m, const ferry_clip *clip, double at, bool before) {
    if (at < 0 || at > clip->duration || (before && at <= 0)) return;
    m->list[m->count++] = (moment){at, before};
}

static bool is_jump(const ferry_track *track, uint32_t key) {
    if (!key) return false;
    return track->interpolation == FERRY_STEP || track->times[key - 1] >= track->times[key];
}

static void add_keys(moment_list *m, const ferry_clip *clip, const ferry_track *track) {
    if (track->key_count < 2) return;
    for (uint32_t k = 0; k < track->key_count; k++) {
        add_moment(m, clip, track->times[k], false);
        if (is_jump(track, k)) add_moment(m, clip, track->times[k], true);
    }
    m->first = fmin(m->first, track->times[0]);
    m->last = fmax(m->last, track->times[track->key_count - 1]);
    m->bent = m->bent || track->interpolation > FERRY_LINEAR;
}

/* Looks a second: at frames, and between them as often as games may show. */
static double looks_of(const ferry_clip *clip) {
    double looks = clip->rate;
    while (looks < FY_T3DM_TICKS) looks *= 2;
    return looks;
}

static uint32_t count_frames(const ferry_clip *clip) {
    double frames = floor(clip->duration * looks_of(clip));
    return frames < MOST_FRAMES ? (uint32_t)frames : MOST_FRAMES;
}

static void add_frames(moment_list *m, const ferry_clip *clip, uint32_t frames) {
    double looks = looks_of(clip), all = floor(clip->duration * looks),
           step = all > frames ? clip->duration / frames : 1 / looks;
    for (uint32_t i = 0; i <= frames; i++)
        if (i * step > m->first && i * step < m->last) add_moment(m, clip, i * step, false);
}

/* Of one time: the side before a jump, if there is one, and the one that holds. At the end, the side behind a
 * jump is never reached. */
static void take_time(const ferry_clip *clip, const moment *first, const moment *last, double *samples,
                      float *times, uint32_t *count) {
    float time = (float)first->at;
    if (first->before) {
        double apart = *count ? first->at - samples[*count - 1] : first->at;
        times[*count] = time;
        samples[(*count)++] = first->at - fmin(1e-6, apart / 2);
        if (last->before || !(time < (float)clip->duration)) return;
    }
    times[*count] = time;
    samples[(*count)++] = last->at;
}

static bool settle_moments(ferry_job *job, moment_list *m, const ferry_clip *clip, fy_t3dm_moments *to) {
    double *samples = ferry_new(job, double, m->count);
    float *times = ferry_new(job, float, m->count);
    if (!samples || !times) return false;
    qsort(m->list, m->count, sizeof *m->list, by_time);
    for (uint32_t i = 0, end; i < m->count; i = end) {
        for (end = i + 1; end < m->count && (float)m->list[end].at <= (float)m->list[i].at;) end++;
        take_time(clip, &m->list[i], &m->list[end - 1], samples, times, &to->count);
    }
    to->samples = samples;
    to->times = times;
    return true;
}

bool fy_t3dm_list_moments(ferry_job *job, const ferry_clip *clip, const ferry_track *const *tracks,
                          uint32_t count, bool bends, fy_t3dm_moments *to) {
    moment_list m = {.first = clip->duration};
    uint64_t most = 2;
    bool moves = false;
    for (uint32_t i = 0; i < count; i++) most += 2 * (uint64_t)tracks[i]->key_count;
    most += count_frames(clip) + (uint64_t)1;
    *to = (fy_t3dm_moments){0};
    m.list = most < UINT32_MAX ? ferry_new(job, moment, fy_count(most)) : NULL;
    if (!m.list) return false;
    add_moment(&m, clip, 0, false);
    for (uint32_t i = 0; i < count; i++) {
        moves = moves || tracks[i]->key_count > 1;
        add_keys(&m, clip, tracks[i]);
    }
    if (moves && (bends || m.bent)) add_frames(&m, clip, count_frames(clip));
    if (moves && clip->duration > 0) add_moment(&m, clip, clip->duration, false);
    return settle_moments(job, &m, clip, to);
}
