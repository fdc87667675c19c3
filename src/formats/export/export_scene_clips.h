/*
 * export_scene_clips.h: clips as keys for formats whose rotations are three angles
 * (docs/formats/fbx.md, "Animations").
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_SCENE_CLIPS_H
#define FERRY_FORMATS_EXPORT_EXPORT_SCENE_CLIPS_H

#include "ferry64.h"
#include "formats/export/export_scene_state.h"

/* A node's at rest, in degrees. */
void fy_export_rest_turn(const ferry_node *node, float degrees[3]);

/* Part of fy_export_scene_open(). */
bool fy_export_open_clips(fy_export_scene *x);

/* Gives `take` all channels of clip `number`; what stays at rest has none. Those of nodes stay where they
 * are until the caller releases the job's memory, weights until `take` returns. `*count`: of channels. False:
 * an error was said, or `take` returned false. */
bool fy_export_play(fy_export_scene *x, uint32_t number, fy_export_take *take, void *user, uint32_t *count);

/* What the file calls a clip. */
const char *fy_export_scene_clip_name(fy_export_scene *x, uint32_t number);

#endif
