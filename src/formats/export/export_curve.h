/*
 * export_curve.h: tracks of one thing as one curve of a file (docs/formats/gltf.md, "Animations").
 *
 * The curve is looked at wherever a track has a key, on both sides of a jump, and in between as often as it
 * bends; of these samples as few become keys as hold it within an error.
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_CURVE_H
#define FERRY_FORMATS_EXPORT_EXPORT_CURVE_H

#include "ferry64.h"
#include "formats/export/export.h"

typedef struct fy_export_curve {
    uint32_t width;
    bool turns;          /* a unit quaternion */
    bool shares;         /* bends between keys whatever its tracks do */
    double rate;         /* samples a second there; 0: as many as joints need */
    bool steps;          /* all tracks do, and so does the curve */
    const double *sizes; /* of each number: differences are sums of their shares; NULL: they are distances */
    uint32_t count;      /* samples, at least 1 */
    double *at;          /* seconds at which the tracks are looked at */
    float *times;        /* the same as the file says it, rising */
    float *values;       /* width numbers each; the caller fills them */
    uint32_t *keys;      /* samples, rising: the first and the last one at least */
    uint32_t key_count;
    double error; /* the worst of any sample between keys */
} fy_export_curve;

/* Finds the samples of curves that follow `tracks` for `duration` seconds. False at the memory limit. */
bool fy_export_curve_open(fy_export *e, const ferry_track *const *tracks, uint32_t count, double duration,
                          fy_export_curve *curve);

/* Chooses keys: what lies between them is off by `allowance` at most. False if the job was ended. */
bool fy_export_curve_reduce(fy_export *e, double allowance, fy_export_curve *curve);

/* Of a curve that stays as it is its first and its last sample are enough. */
void fy_export_curve_keep_ends(fy_export_curve *curve);

/* Whether all samples are within `allowance` of the first one. */
bool fy_export_curve_stays(const fy_export_curve *curve, double allowance);

#endif
