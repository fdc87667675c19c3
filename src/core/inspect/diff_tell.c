/* diff_tell.c: what differs is told here, with its measure. */
#include "core/inspect/diff_tell.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/base/numbers.h"
#include "core/scene/labels.h"

/* A copy in the job's memory. */
static const char *copy_text(ferry_job *job, const char *text) {
    if (!text) return NULL;
    size_t size = strlen(text) + 1;
    char *kept = fy_output_alloc(job, size, 1);
    return kept ? memcpy(kept, text, size) : "";
}

ferry_difference *fy_diff_add(fy_diff *d, char sign, const char *thing, const char *name, const char *what) {
    ferry_differences *found = d->found;
    if (!fy_job_reserve(d->job, (void **)&found->data, found->count, &found->capacity, 1,
                        sizeof *found->data))
        return NULL;
    ferry_difference *difference = &found->data[found->count++];
    *difference = (ferry_difference){
        .sign = sign, .thing = thing, .name = copy_text(d->job, name), .what = copy_text(d->job, what)};
    return difference;
}

ferry_difference *fy_diff_measure(fy_diff *d, fy_thing thing, const char *name, const char *what,
                                  const char *before, const char *after, double amount, const char *unit) {
    char sign = !before && after ? '+' : before && !after ? '-' : '~';
    ferry_difference *difference =
        fy_diff_add(d, sign, thing == FY_THINGS ? "scene" : fy_thing_name(thing), name, what);
    if (!difference) return NULL;
    difference->before = copy_text(d->job, before);
    difference->after = copy_text(d->job, after);
    difference->has_amount = unit != NULL;
    difference->amount = amount;
    difference->unit = unit ? unit : "";
    return difference;
}

void fy_diff_tell(fy_diff *d, fy_thing thing, const char *name, const char *what, const char *before,
                  const char *after) {
    fy_diff_measure(d, thing, name, what, before, after, 0, NULL);
}

ferry_difference *fy_diff_apart(fy_diff *d, fy_thing thing, const char *name, const char *what, double amount,
                                const char *unit) {
    ferry_difference *difference = fy_diff_add(d, '~', fy_thing_name(thing), name, what);
    if (!difference) return NULL;
    difference->has_amount = unit != NULL;
    difference->amount = amount;
    difference->unit = unit ? unit : "";
    return difference;
}

const char *fy_diff_numbers(fy_diff *d, const float *numbers, uint32_t count) {
    char *text = ferry_new(d->job, char, (size_t)count *FY_NUMBER_SIZE + 1), *end = text;
    for (uint32_t i = 0; text && i < count; i++) {
        char number[FY_NUMBER_SIZE];
        const char *shown = fy_finite((double)numbers[i]) ? fy_number(number, numbers[i]) : "nan";
        if (i) *end++ = ' ';
        size_t length = strlen(shown);
        memcpy(end, shown, length);
        end += length;
    }
    return text ? text : "";
}

/* Radians between two rotations: 2 asin(|difference|) of the nearer signs, exact where they are near. */
double fy_diff_turned(const ferry_node *a, const ferry_node *b) {
    ferry_quat p = fy_node_quat(a), q = fy_node_quat(b);
    double sign = (double)p.x * q.x + (double)p.y * q.y + (double)p.z * q.z + (double)p.w * q.w < 0 ? -1 : 1;
    double x = p.x - sign * q.x, y = p.y - sign * q.y, z = p.z - sign * q.z, w = p.w - sign * q.w;
    double half = sqrt(x * x + y * y + z * z + w * w) / 2;
    return half < 1 ? 4 * fy_atan2(half, sqrt(1 - half * half)) : 2 * FY_PI;
}
