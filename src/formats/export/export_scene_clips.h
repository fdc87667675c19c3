/*
 * export_scene_clips.h: clips as keys for formats whose rotations are three angles
 * (docs/formats/fbx.md, "Animations").
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_SCENE_CLIPS_H
#define FERRY_FORMATS_EXPORT_EXPORT_SCENE_CLIPS_H

#include "ferry64.h"
#include "formats/export/export_scene_state.h"

/* A node's rotation at rest, in degrees. */
void fy_export_rest_turn(const ferry_node *node, float degrees[3]);

/* Part of fy_export_scene_open(). */
bool fy_export_open_clips(fy_export_scene *x);

/* Passes all channels of clip `number` to `take`; what stays at rest has none. Channels of nodes are valid
 * until the caller releases the job's memory, weights until `take` returns. `*count`: number of channels.
 * False after an error, or if `take` returned false. */
bool fy_export_play(fy_export_scene *x, uint32_t number, fy_export_take *take, void *user, uint32_t *count);

/* The name of a clip in the file. */
const char *fy_export_scene_clip_name(fy_export_scene *x, uint32_t number);

#endif
