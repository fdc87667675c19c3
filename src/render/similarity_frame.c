/* similarity_frame.c: one frame for two models of different units (docs/rendering.md, "Similarity"). */
#include "render/similarity_frame.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"

static ferry_vec3 size_of(const ferry_box *box) {
    return fy_vec3_sub(box->max, box->min);
}

static ferry_box scaled(const ferry_box *box, double by) {
    return (ferry_box){fy_vec3_scale(box->min, (float)by), fy_vec3_scale(box->max, (float)by)};
}

/* How far `inner` sticks out of `outer`, in parts of the latter's diagonal. */
static double sticks_out(const ferry_box *inner, const ferry_box *outer) {
    ferry_vec3 low = fy_vec3_sub(outer->min, inner->min), high = fy_vec3_sub(inner->max, outer->max);
    const float sides[6] = {low.x, low.y, low.z, high.x, high.y, high.z};
    float most = 0;
    for (int i = 0; i < 6; i++) most = sides[i] > most ? sides[i] : most;
    return (double)most / fy_vec3_length(size_of(outer));
}

/* The smallest power of `base` that is no less. */
static double power_of(double base, double at_least) {
    double power = 1;
    while (power < at_least) power *= base;
    while (power / base >= at_least) power /= base;
    return power;
}

/* A number that a base scale is likely to be, if one is near. */
static double likely(double scale) {
    double whole = fy_round(scale);
    return fabs(scale - whole) < whole * 0.002 ? whole : scale;
}

#define ALIKE 0.02  /* of a diagonal */
#define SHRUNK 0.05 /* how much less long the box of one model is that was made simpler, */
#define GROWN 0.03  /* ... or how much longer, and how far it sticks out then */

#define MOVED 0.15 /* the same as ALIKE, where vertices hang on other joints than before */

/* How many sides of two boxes are where the other one's are; those at the origin are at any scale. */
static int sides_alike(const ferry_box *a, const ferry_box *b) {
    const float in_a[6] = {a->min.x, a->min.y, a->min.z, a->max.x, a->max.y, a->max.z},
                in_b[6] = {b->min.x, b->min.y, b->min.z, b->max.x, b->max.y, b->max.z};
    double near = ALIKE / 4 * fy_vec3_length(size_of(a));
    int count = 0;
    for (int i = 0; i < 6; i++)
        count += fabs((double)in_a[i]) > 4 * near && fabs((double)in_a[i] - (double)in_b[i]) < near;
    return count;
}

/* Equal lengths, or a power of two (base scales) or of ten (units), that makes a box hold the other one
 * nearly, is hardly longer and leaves most sides where they are, or all of them nearly: the box of a model
 * that was made simpler shrinks or grows a little, and must not move the camera. 0: none. */
static double plain(const ferry_box *a, const ferry_box *b, double ratio) {
    double two = power_of(2, ratio / (1 + GROWN)), best = 0;
    const double powers[] = {two, power_of(10, ratio / (1 + GROWN)), 2 * two, 4 * two, 8 * two};
    int most = 1;
    for (int i = 0; i < 5; i++) {
        ferry_box frame = scaled(a, powers[i]);
        int alike = sides_alike(&frame, b);
        bool near = powers[i] * (1 - SHRUNK) <= ratio;
        if (sticks_out(b, &frame) >= GROWN || (alike <= most && (best > 0 || !near))) continue;
        if (alike > most) most = alike;
        best = powers[i];
    }
    return best;
}

/* A power of two that is near; or the smallest one at which the box of `a` holds that of `b`, if one of the
 * nearest few does. */
static double power_holding(const ferry_box *a, const ferry_box *b, double ratio) {
    double least = power_of(2, ratio / (1 + ALIKE)), near = power_of(2, ratio / (1 + MOVED));
    ferry_box whole = scaled(a, near);
    if (ratio > near * (1 - MOVED) && sticks_out(b, &whole) < MOVED) return near;
    for (double power = least; power <= 8 * least; power *= 2) {
        ferry_box frame = scaled(a, power);
        if (sticks_out(b, &frame) < ALIKE) return power;
    }
    return least;
}

static double told(ferry_job *job, double scale) {
    if (scale != 1)
        ferry_say(job, FERRY_NOTE, "compare.scale", "", "",
                  "the second model is %.6g times as large; its camera distance is scaled accordingly",
                  scale);
    return scale;
}

/* The factor that makes the box of `a` that of `b`. What shows nothing is not always converted: `b` may be a
 * part of `a`, and then lie in its box times a power of two. */
static double find_scale(ferry_job *job, const ferry_box *a, const ferry_box *b) {
    double length = fy_vec3_length(size_of(a)), ratio = fy_vec3_length(size_of(b)) / length;
    if (!(length > 0) || !(ratio > 1e-6) || !(ratio < 1e6)) return 1;
    double scale = plain(a, b, ratio);
    if (scale > 0) return told(job, scale);
    scale = likely(ratio);
    ferry_box frame = scaled(a, scale);
    if (sticks_out(b, &frame) < ALIKE && sticks_out(&frame, b) < ALIKE) return told(job, scale);
    scale = ratio < 1.5 && ratio > 1 / 1.5 ? 1 : power_holding(a, b, ratio);
    ferry_say(job, FERRY_WARNING, "compare.box-mismatch", "", "",
              "the bounding boxes differ: the second is %.4g times as long; a scale of %.6g is assumed",
              ratio, scale);
    return scale;
}

float fy_similarity_grow(ferry_box frames[2], float least) {
    float diagonal = (float)fy_vec3_length(size_of(&frames[0]));
    if (!(diagonal > 0) || diagonal >= least) return 1;
    for (int i = 0; i < 2; i++) {
        ferry_vec3 half = fy_vec3_scale(size_of(&frames[i]), 0.5F * least / diagonal);
        ferry_vec3 middle = fy_vec3_scale(fy_vec3_add(frames[i].min, frames[i].max), 0.5F);
        frames[i] = (ferry_box){fy_vec3_sub(middle, half), fy_vec3_add(middle, half)};
    }
    return least / diagonal;
}

bool fy_similarity_frames(ferry_job *job, const ferry_scene *a, const ferry_scene *b, double known,
                          ferry_box frames[2], double *scale) {
    ferry_counts in_a, in_b;
    if (!ferry_count(a, &in_a) || !ferry_count(b, &in_b)) {
        if (!ferry_failed(job)) /* the scene's own job has it, if it is still open */
            ferry_say(job, FERRY_ERROR, "compare.memory", "", "", "out of memory while comparing");
        return false;
    }
    bool found = !(known > 0) && !in_a.empty && !in_b.empty;
    *scale = known > 0 ? told(job, known) : found ? find_scale(job, &in_a.box, &in_b.box) : 1;
    frames[0] = in_a.empty ? scaled(&in_b.box, 1 / *scale) : in_a.box;
    frames[1] = scaled(&frames[0], *scale);
    return true;
}
