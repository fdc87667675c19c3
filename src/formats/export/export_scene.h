/*
 * export_scene.h: what the writers of FBX and COLLADA share (docs/formats/fbx.md): a prepared scene as
 * models, materials and pictures of its own, with v running up, angles in degrees and keys joined by straight
 * lines.
 *
 *     export_scene_state.h      what there is of it
 *     export_scene_names.h      names of nodes and models
 *     export_scene_models.h     vertices of models, as the file says them
 *     export_scene_skins.h      bones, joints, their weights
 *     export_scene_materials.h  looks -> pictures, wrapping, coordinates
 *     export_scene_clips.h      tracks -> keys
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_SCENE_H
#define FERRY_FORMATS_EXPORT_EXPORT_SCENE_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/export/export_scene_state.h"

/* Fills in everything from x->e. */
bool fy_export_scene_open(fy_export_scene *x);

/* Adds the file and those beside it, and reports losses that both formats share. */
bool fy_export_scene_finish(fy_export_scene *x, ferry_out *out, ferry_file_list *files);

/* Reports a loss of `count` things unless that is 0. `code`: a literal. */
void fy_export_tell(const fy_export_scene *x, uint32_t count, const char *code, const char *what);

#endif
