/*
 * clips.h: the clips of a scene as a list: which are wanted, and names that tell them apart.
 */
#ifndef FERRY_CORE_SCENE_CLIPS_H
#define FERRY_CORE_SCENE_CLIPS_H

#include "ferry64.h"

/* Drops what the settings `clips.use` and `clips.names` do not want, and numbers namesakes of one kind:
 * "walk", "walk-2". False at the memory limit or after an error. */
bool fy_clips_choose(ferry_job *job, ferry_scene *scene);

/* `*twin` becomes a clip that has name and kind of another one, or FERRY_NONE. False at the memory limit. */
bool fy_clips_find_twins(ferry_job *job, const ferry_scene *scene, uint32_t *twin);

/* The tracks of `from`, another clip of the scene or one to be, become tracks of `to`, too. False at the
 * memory limit. */
bool fy_clip_take_tracks(ferry_scene *scene, ferry_clip *to, const ferry_clip *from);

/* Clips from number `first` on become one with those before them that have their name and kind. False at the
 * memory limit. */
bool fy_clips_unite(ferry_job *job, ferry_scene *scene, uint32_t first);

/* Whether `glob` means this clip: its name, or its name and kind: "walk.bck". */
bool fy_clip_is(ferry_job *job, const ferry_clip *clip, const char *glob);

/* The names of the clips, for messages: "walk.bck, run.bck", at most 8 and "..." behind them; in the job's
 * memory. */
const char *fy_clips_list(ferry_job *job, const ferry_clip *clips, uint32_t count);

/* How many tracks and keys, and how many things of each kind they drive. */
typedef struct fy_clip_counts {
    uint32_t tracks, nodes, draws, materials, morphs, vertex_color_groups;
    uint64_t keys;
} fy_clip_counts;

bool fy_clip_count(ferry_job *job, const ferry_scene *scene, const ferry_clip *clip, fy_clip_counts *counts);

#endif
