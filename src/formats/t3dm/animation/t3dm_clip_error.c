/*
 * t3dm_clip_error.c: how far what is played is from the clip.
 *
 * Errors are distances in model space, at the corners of the box of what each bone carries: a box around all
 * vertices moves as far as any of them at least. Chains of bones are in it, since whole poses are compared.
 */
#include "formats/t3dm/animation/t3dm_clip_error.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/animation/t3dm_bone_bounds.h"

enum { RUN = FY_T3DM_RUN };

static const double *played_at(const fy_t3dm_channel *channel, uint32_t tick) {
    return channel->played + (channel->kind == FY_T3DM_ROTATION ? 4 : 1) * (size_t)tick;
}

/* At one tick of the run. */
static inline void apply(const fy_t3dm_sampler *s, const fy_t3dm_channel *channel, uint32_t at,
                         const double value[4]) {
    fy_t3dm_run_parts *parts = &s->after.parts[channel->bone];
    if (channel->kind == FY_T3DM_TRANSLATION)
        parts->translate[channel->component][at] = (float)(value[0] / s->pose.scale);
    if (channel->kind == FY_T3DM_SCALING) parts->scale[channel->component][at] = (float)value[0];
    if (channel->kind != FY_T3DM_ROTATION) return;
    for (int k = 0; k < 4; k++) parts->turn[k][at] = (float)value[k];
}

/* What the channels leave alone is at rest. */
static void start_keys(fy_t3dm_sampler *s) {
    fy_t3dm_run_start(&s->after);
    for (uint32_t c = 0; c < s->channel_count; c++) {
        const fy_t3dm_channel *channel = &s->channels[c];
        if (channel->kind == FY_T3DM_ROTATION) s->after.parts[channel->bone].has_quat = true;
        if (!channel->level) s->after.moves[channel->bone] = true;
    }
}

/* All bones as the keys have them at a run of ticks, behind the last one as at that. Runs rise from the start
 * on. */
static void pose_by_keys(fy_t3dm_sampler *s, uint32_t first, uint32_t last) {
    for (uint32_t c = 0; c < s->channel_count; c++)
        for (uint32_t t = 0; t < RUN && (!first || !s->channels[c].level); t++)
            apply(s, &s->channels[c], t, played_at(&s->channels[c], first + t < last ? first + t : last));
    fy_t3dm_run_stand(&s->after);
}

/* At how many ticks some corner may go beyond `worst`, by what the box's sides and its middle do one by one,
 * which is never less: most bones are done with then. */
static inline int64_t differ_more(const fy_t3dm_bone_bounds *of, const fy_t3dm_run_matrix *a,
                                  const fy_t3dm_run_matrix *b, double worst) {
    const double most = worst * worst * (1 - 1e-5);
    int64_t more = 0; /* as wide as what is compared */
    for (int t = 0; t < RUN; t++) {
        double square = 0;
        for (int i = 0; i < 3; i++) {
            double shift = a->m[i][3][t] - b->m[i][3][t], sides = fabs(shift) * FY_T3DM_BOUNDS_ROUNDING;
            for (int k = 0; k < 3; k++) {
                double apart = a->m[i][k][t] - b->m[i][k][t];
                shift += apart * of->centre[k];
                sides += fabs(apart) * of->half[k];
            }
            square += (fabs(shift) + sides) * (fabs(shift) + sides);
        }
        more += square <= most ? 0 : 1;
    }
    return more;
}

/* The largest of all corners at all ticks if that is more than `worst`, else that. */
static double find_corners(const fy_t3dm_bone_bounds *of, const fy_t3dm_run_matrix *a,
                           const fy_t3dm_run_matrix *b, double worst) {
    double most = 0; /* its square: the order is the same */
    for (int t = 0; t < RUN; t++) {
        ferry_matrix apart;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 4; k++) apart.m[i][k] = a->m[i][k][t] - b->m[i][k][t];
        for (uint32_t k = 0; k < FY_T3DM_CORNERS; k++) {
            ferry_vec3 at = fy_matrix_point(&apart, fy_t3dm_bounds_corner(of, k));
            double far = fy_vec3_dot(at, at);
            most = far > most ? far : most;
        }
    }
    most = sqrt(most);
    return most > worst ? most : worst;
}

static inline double find_worst(const fy_t3dm_sampler *s, double worst) {
    for (uint32_t b = 0; b < s->pose.bone_count; b++) {
        const fy_t3dm_run_matrix *is = &s->after.worlds[b], *was = &s->before[b];
        if (differ_more(&s->bounds[b], is, was, worst)) worst = find_corners(&s->bounds[b], is, was, worst);
    }
    return worst;
}

FY_WIDE static double find_worst_wide(const fy_t3dm_sampler *s, double worst) {
    return find_worst(s, worst);
}

/* How far bones stand apart at worst at a run of ticks, if that is more than `worst`; else that. */
static double difference(const fy_t3dm_sampler *s, double worst) {
    return (FY_HAS_WIDE ? find_worst_wide : find_worst)(s, worst);
}

/* At how many ticks the largest element is not within `farthest`; what is no number is not. */
static inline int64_t go_beyond(const fy_t3dm_run_matrix *world, double scale, double farthest) {
    int64_t beyond = 0;
    for (int t = 0; t < RUN; t++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 4; k++) {
                double size = k == 3 ? fabs(world->m[i][k][t]) * scale : fabs(world->m[i][k][t]);
                beyond += size <= farthest ? 0 : 1;
            }
    return beyond;
}

static inline bool any_beyond(const fy_t3dm_sampler *s, const fy_t3dm_run_matrix *worlds) {
    for (uint32_t b = 0; b < s->pose.bone_count; b++)
        if (go_beyond(&worlds[b], s->pose.scale, s->farthest)) return true;
    return false;
}

FY_WIDE static bool any_beyond_wide(const fy_t3dm_sampler *s, const fy_t3dm_run_matrix *worlds) {
    return any_beyond(s, worlds);
}

static void find_farthest_at(fy_t3dm_sampler *s, const fy_t3dm_run_matrix *worlds, uint32_t at) {
    for (uint32_t b = 0; b < s->pose.bone_count; b++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 4; k++) {
                double element = fabs(worlds[b].m[i][k][at]),
                       size = k == 3 ? element * s->pose.scale : element;
                if (size <= s->farthest) continue;
                s->farthest = isnan(size) ? INFINITY : size;
                s->farthest_bone = b;
                s->turned = k < 3;
            }
}

/* The first of the largest counts, tick by tick. */
static void find_farthest(fy_t3dm_sampler *s, const fy_t3dm_run_matrix *const sets[], uint32_t count) {
    bool beyond = false;
    for (uint32_t i = 0; i < count && !beyond; i++)
        beyond = (FY_HAS_WIDE ? any_beyond_wide : any_beyond)(s, sets[i]);
    for (uint32_t t = 0; t < RUN && beyond; t++)
        for (uint32_t i = 0; i < count; i++) find_farthest_at(s, sets[i], t);
}

void fy_t3dm_find_farthest(fy_t3dm_sampler *s, const fy_t3dm_run_matrix *worlds) {
    find_farthest(s, &worlds, 1);
}

bool fy_t3dm_is_held(const fy_t3dm_sampler *s) {
    return s->farthest <= INT16_MAX;
}

double fy_t3dm_measure_clip(fy_t3dm_sampler *s, const ferry_clip *clip, uint32_t ticks, bool first) {
    double worst = 0;
    start_keys(s);
    for (uint32_t t = 0; t <= ticks; t += RUN) {
        if (!ferry_tick(s->job)) return -1;
        if (s->kept)
            s->before = s->kept + t / RUN * (size_t)s->pose.bone_count;
        else
            fy_t3dm_sampler_pose(s, clip, t, ticks);
        pose_by_keys(s, t, ticks);
        const fy_t3dm_run_matrix *const sets[2] = {first ? s->before : s->after.worlds, s->after.worlds};
        find_farthest(s, sets, first ? 2 : 1);
        worst = difference(s, worst);
    }
    return worst;
}

/* Halfway between a tick and the one before it. */
static void mean_of(const fy_t3dm_channel *channel, uint32_t tick, double out[4]) {
    const double *a = played_at(channel, tick - 1), *b = played_at(channel, tick);
    double cosine = 0, length = 0;
    if (channel->kind != FY_T3DM_ROTATION) {
        out[0] = (a[0] + b[0]) / 2;
        return;
    }
    for (int k = 0; k < 4; k++) cosine += a[k] * b[k];
    for (int k = 0; k < 4; k++) out[k] = (a[k] + (cosine < 0 ? -b[k] : b[k])) / 2;
    for (int k = 0; k < 4; k++) length += out[k] * out[k];
    for (int k = 0; length > 0 && k < 4; k++) out[k] /= sqrt(length);
}

/* A game of another rate may look there; what bends or jumps is on its way in a straight line. */
double fy_t3dm_measure_between(fy_t3dm_sampler *s, const ferry_clip *clip, uint32_t ticks) {
    double worst = 0;
    start_keys(s);
    for (uint32_t first = 1; first <= ticks; first += RUN) {
        if (!ferry_tick(s->job)) return -1;
        for (uint32_t c = 0; c < s->channel_count; c++)
            for (uint32_t t = 0; t < RUN && (first == 1 || !s->channels[c].level); t++) {
                double mean[4];
                mean_of(&s->channels[c], first + t < ticks ? first + t : ticks, mean);
                apply(s, &s->channels[c], t, mean);
            }
        fy_t3dm_run_stand(&s->after);
        fy_t3dm_sampler_pose(s, clip, first - 0.5, ticks - 0.5);
        fy_t3dm_find_farthest(s, s->after.worlds);
        worst = difference(s, worst);
    }
    return worst;
}
