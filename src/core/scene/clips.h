/*
 * clips.h: the list of a scene's clips: choosing, naming and merging them.
 */
#ifndef FERRY_CORE_SCENE_CLIPS_H
#define FERRY_CORE_SCENE_CLIPS_H

#include "ferry64.h"

/* Drops clips that the settings `clips.use` and `clips.names` exclude, and numbers those of one kind that
 * share a name: "walk", "walk-2". False at the memory limit or after an error. */
bool fy_clips_choose(ferry_job *job, ferry_scene *scene);

/* Sets `*twin` to a clip that shares its name and kind with another one; FERRY_NONE: there is none. False at
 * the memory limit. */
bool fy_clips_find_twins(ferry_job *job, const ferry_scene *scene, uint32_t *twin);

/* Adds the tracks of `from`, another clip of the scene or one that is not yet in it, to `to`. False at the
 * memory limit. */
bool fy_clip_take_tracks(ferry_scene *scene, ferry_clip *to, const ferry_clip *from);

/* Merges each clip from index `first` on into an earlier one of the same name and kind. False at the memory
 * limit. */
bool fy_clips_unite(ferry_job *job, ferry_scene *scene, uint32_t first);

/* Whether `glob` matches this clip: its name, or its name and kind: "walk.bck". */
bool fy_clip_is(ferry_job *job, const ferry_clip *clip, const char *glob);

/* The names of the clips, for messages: "walk.bck, run.bck", at most 8 and "..." behind them; in the job's
 * memory. */
const char *fy_clips_list(ferry_job *job, const ferry_clip *clips, uint32_t count);

/* How many tracks and keys a clip has, and how many objects of each kind they drive. */
typedef struct fy_clip_counts {
    uint32_t tracks, nodes, draws, materials, morphs, vertex_color_groups;
    uint64_t keys;
} fy_clip_counts;

bool fy_clip_count(ferry_job *job, const ferry_scene *scene, const ferry_clip *clip, fy_clip_counts *counts);

#endif
