/*
 * curve.h: the value of a track at a time (docs/scene.md, "Clips"). Keys become values nowhere else.
 */
#ifndef FERRY_CORE_SCENE_CURVE_H
#define FERRY_CORE_SCENE_CURVE_H

#include "ferry64.h"

/* The track's value `time` seconds into its clip: track->width numbers. */
void fy_track_at(const ferry_track *track, double time, double value[4]);

/* The same, faster for times in small ascending steps: `key` is the key found last, initially any of the
 * track's. */
void fy_track_near(const ferry_track *track, double time, uint32_t *key, double value[4]);

/* Whether the value is one number, as nearly all tracks have; of these it is found faster still. */
bool fy_track_has_number(const ferry_track *track);
double fy_number_near(const ferry_track *track, double time, uint32_t *key);

/* Makes room in the scene for `count` keys of one number, with slopes if it is a hermite track. False at the
 * memory limit. */
bool fy_track_open_keys(ferry_scene *scene, ferry_track *track, uint32_t count);

/* Whether the value is the same at all times, as far as that can be told quickly. */
bool fy_track_stays(const ferry_track *track);

/* Truncates a colour component to an integer and clamps it. */
int fy_whole(double value, int least, int most);

/* The time in a clip, 0..duration, that its loop mode gives `seconds` after the start. */
double fy_clip_time(const ferry_clip *clip, double seconds);

/* Clips are sampled 60 times a second and at their end: the number of samples, and the time of one. */
uint32_t fy_clip_samples(const ferry_clip *clip);
double fy_clip_sample(const ferry_clip *clip, uint32_t sample);

/* The order of tracks in a clip: below, equal to or above 0. */
int fy_track_order(const ferry_track *a, const ferry_track *b);

/* Sorts the tracks of a clip by that order. */
void fy_sort_tracks(ferry_track *tracks, uint32_t count);

/* Sorts the tracks and keeps one for each channel: of several, the one with the most keys. Returns how many
 * are left. */
uint32_t fy_tracks_one_each(ferry_track *tracks, uint32_t count);

/* "translate", "once". */
const char *fy_target_name(ferry_target target);
const char *fy_interpolation_name(ferry_interpolation interpolation);
const char *fy_loop_name(ferry_loop loop);

/* The kind of object that a target drives: "node", "draw", "material", "morph". */
const char *fy_target_object(ferry_target target);

#endif
