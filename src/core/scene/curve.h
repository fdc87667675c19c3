/*
 * curve.h: the value of a track at a time (docs/scene.md, "Clips"). The one place where keys become values.
 */
#ifndef FERRY_CORE_SCENE_CURVE_H
#define FERRY_CORE_SCENE_CURVE_H

#include "ferry64.h"

/* The track's value `time` seconds into its clip: track->width numbers. */
void fy_track_at(const ferry_track *track, double time, double value[4]);

/* The same, quicker where times rise little by little: `key` is where the last one was found, at first any of
 * the track's. */
void fy_track_near(const ferry_track *track, double time, uint32_t *key, double value[4]);

/* Whether it is seen at once that the value is the same at all times. */
bool fy_track_stays(const ferry_track *track);

/* Colours are cut to integers, towards zero, and kept in their range. */
int fy_whole(double value, int least, int most);

/* Where in a clip its loop mode is, `seconds` after it was started: 0..duration. */
double fy_clip_time(const ferry_clip *clip, double seconds);

/* How many samples, 60 a second and one at the end, a clip is looked at by; when the clip is at one of
 * them. */
uint32_t fy_clip_samples(const ferry_clip *clip);
double fy_clip_sample(const ferry_clip *clip, uint32_t sample);

/* The order of tracks in a clip: below, equal to or above 0. */
int fy_track_order(const ferry_track *a, const ferry_track *b);

/* Sorts the tracks of a clip by that order. */
void fy_sort_tracks(ferry_track *tracks, uint32_t count);

/* Puts the tracks of a clip in that order and keeps one for each channel, of several the one of most keys.
 * Returns how many are left. */
uint32_t fy_tracks_one_each(ferry_track *tracks, uint32_t count);

/* "translate", "once". */
const char *fy_target_name(ferry_target target);
const char *fy_interpolation_name(ferry_interpolation interpolation);
const char *fy_loop_name(ferry_loop loop);

/* What the target's object is: "node", "draw", "material", "morph". */
const char *fy_target_object(ferry_target target);

#endif
