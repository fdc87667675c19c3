/*
 * t3dm_clip_error.c: how far what is played is from the clip.
 *
 * Errors are distances in model space, at the corners of the box of what each bone carries: a box around all
 * vertices moves as far as any of them at least. Chains of bones are in it, since whole poses are compared.
 */
#include "formats/t3dm/animation/t3dm_clip_error.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/animation/t3dm_bone_bounds.h"

static void set_part(ferry_vec3 *v, uint32_t component, double value) {
    float *parts[3] = {&v->x, &v->y, &v->z};
    *parts[component] = (float)value;
}

static const double *played_at(const fy_t3dm_channel *channel, uint32_t tick) {
    return channel->played + (channel->kind == FY_T3DM_ROTATION ? 4 : 1) * (size_t)tick;
}

static void apply(const fy_t3dm_sampler *s, const fy_t3dm_channel *channel, const double value[4]) {
    ferry_node *node = &s->nodes[s->pose.nodes[channel->bone]];
    if (channel->kind == FY_T3DM_TRANSLATION)
        set_part(&node->translate, channel->component, value[0] / s->pose.scale);
    if (channel->kind == FY_T3DM_SCALING) set_part(&node->scale, channel->component, value[0]);
    if (channel->kind != FY_T3DM_ROTATION) return;
    node->has_quat = true;
    node->quat = (ferry_quat){(float)value[0], (float)value[1], (float)value[2], (float)value[3]};
}

/* All bones as the keys have them. Ticks rise from 0 on; what the channels leave alone is at rest from then
 * on. */
static void pose_by_keys(fy_t3dm_sampler *s, uint32_t tick) {
    if (!tick) memcpy(s->nodes, s->scene->nodes.data, s->scene->nodes.count * sizeof *s->nodes);
    for (uint32_t c = 0; c < s->channel_count; c++)
        if (!tick || !s->channels[c].level) apply(s, &s->channels[c], played_at(&s->channels[c], tick));
    fy_t3dm_stand_as(&s->after, s->nodes);
}

/* Whether no corner goes beyond `worst`, by what the box's sides and its middle do one by one, which is never
 * less: most bones are done with then. */
static bool differs_less(const fy_t3dm_sampler *s, uint32_t bone, double worst) {
    const fy_t3dm_bone_bounds *of = &s->bounds[bone];
    double square = 0;
    for (int i = 0; i < 3; i++) {
        const double *a = s->after.worlds[bone].m[i], *b = s->before[bone].m[i];
        double shift = a[3] - b[3], sides = fabs(shift) * FY_T3DM_BOUNDS_ROUNDING;
        for (int k = 0; k < 3; k++) {
            double apart = a[k] - b[k];
            shift += apart * of->centre[k];
            sides += fabs(apart) * of->half[k];
        }
        square += (fabs(shift) + sides) * (fabs(shift) + sides);
    }
    return square <= worst * worst * (1 - 1e-5);
}

/* The largest of all corners if that is more than `worst`, else that. */
static double difference(const fy_t3dm_sampler *s, uint32_t bone, double worst) {
    ferry_matrix apart;
    double most = 0; /* its square: the order is the same */
    if (differs_less(s, bone, worst)) return worst;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) apart.m[i][k] = s->after.worlds[bone].m[i][k] - s->before[bone].m[i][k];
    for (uint32_t k = 0; k < FY_T3DM_CORNERS; k++) {
        ferry_vec3 at = fy_matrix_point(&apart, fy_t3dm_bounds_corner(&s->bounds[bone], k));
        double far = fy_vec3_dot(at, at);
        most = far > most ? far : most;
    }
    most = sqrt(most);
    return most > worst ? most : worst;
}

/* Whether the largest element is no more than `farthest`; what is no number is. */
static bool stays_within(const ferry_matrix *world, double scale, double farthest) {
    bool within = true;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            within &= (k == 3 ? fabs(world->m[i][k]) * scale : fabs(world->m[i][k])) <= farthest;
    return within;
}

void fy_t3dm_find_farthest(fy_t3dm_sampler *s, const ferry_matrix *worlds) {
    for (uint32_t b = 0; b < s->pose.bone_count; b++) {
        if (stays_within(&worlds[b], s->pose.scale, s->farthest)) continue;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 4; k++) {
                double size = k == 3 ? fabs(worlds[b].m[i][k]) * s->pose.scale : fabs(worlds[b].m[i][k]);
                if (size <= s->farthest) continue;
                s->farthest = isnan(size) ? INFINITY : size;
                s->farthest_bone = b;
                s->turned = k < 3;
            }
    }
}

bool fy_t3dm_is_held(const fy_t3dm_sampler *s) {
    return s->farthest <= INT16_MAX;
}

double fy_t3dm_measure_clip(fy_t3dm_sampler *s, const ferry_clip *clip, uint32_t ticks, bool first) {
    double worst = 0;
    for (uint32_t t = 0; t <= ticks; t++) {
        if (!ferry_tick(s->job)) return -1;
        if (s->kept)
            s->before = s->kept + t * (size_t)s->pose.bone_count;
        else
            fy_t3dm_sampler_pose(s, clip, t);
        pose_by_keys(s, t);
        if (first) fy_t3dm_find_farthest(s, s->before);
        fy_t3dm_find_farthest(s, s->after.worlds);
        for (uint32_t b = 0; b < s->pose.bone_count; b++) worst = difference(s, b, worst);
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
    for (uint32_t t = 1; t <= ticks; t++) {
        if (!ferry_tick(s->job)) return -1;
        for (uint32_t c = 0; c < s->channel_count; c++) {
            double mean[4];
            if (t > 1 && s->channels[c].level) continue;
            mean_of(&s->channels[c], t, mean);
            apply(s, &s->channels[c], mean);
        }
        fy_t3dm_stand_as(&s->after, s->nodes);
        fy_t3dm_sampler_pose(s, clip, t - 0.5);
        fy_t3dm_find_farthest(s, s->after.worlds);
        for (uint32_t b = 0; b < s->pose.bone_count; b++) worst = difference(s, b, worst);
    }
    return worst;
}
