/*
 * export_curve.h: tracks of one object as one curve of a file (docs/formats/gltf.md, "Animations").
 *
 * The curve is sampled wherever a track has a key, on both sides of a jump, and in between as often as it
 * bends; of these samples, as few become keys as keep it within an error.
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_CURVE_H
#define FERRY_FORMATS_EXPORT_EXPORT_CURVE_H

#include "ferry64.h"
#include "formats/export/export.h"

typedef struct fy_export_curve {
    uint32_t width;
    bool turns;          /* a unit quaternion */
    bool shares;         /* is curved between keys even if its tracks are linear */
    double rate;         /* samples per second there; 0: as many as joints need */
    bool steps;          /* all tracks are stepped, and so is the curve */
    const double *sizes; /* of each number: differences are sums of their shares; NULL: they are distances */
    uint32_t count;      /* samples, at least 1 */
    double *at;          /* seconds at which the tracks are evaluated */
    float *times;        /* the same as written to the file, ascending */
    float *values;       /* width numbers each; the caller fills them */
    uint32_t *keys;      /* samples, ascending: at least the first and the last one */
    uint32_t key_count;
    double error; /* the worst of any sample between keys */
} fy_export_curve;

/* The tracks of a clip from track `first` on that move the same thing of the same node, at most three, one
 * for each channel. How many there are, at least 1. */
uint32_t fy_export_node_run(const ferry_clip *clip, uint32_t first, const ferry_track *run[3]);

/* Finds the samples of curves that follow `tracks` for `duration` seconds. False at the memory limit. */
bool fy_export_curve_open(fy_export *e, const ferry_track *const *tracks, uint32_t count, double duration,
                          fy_export_curve *curve);

/* Chooses keys so that samples between them are off by at most `allowance`. False if the job was stopped. */
bool fy_export_curve_reduce(fy_export *e, double allowance, fy_export_curve *curve);

/* Keeps only the first and the last sample of a constant curve. */
void fy_export_curve_keep_ends(fy_export_curve *curve);

/* Whether all samples are within `allowance` of the first one. */
bool fy_export_curve_stays(const fy_export_curve *curve, double allowance);

#endif
