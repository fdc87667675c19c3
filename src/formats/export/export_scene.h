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

/* Finds all of it, of what x->e says. */
bool fy_export_scene_open(fy_export_scene *x);

/* The file, what lies beside it, and what both formats lose. */
bool fy_export_scene_finish(fy_export_scene *x, ferry_out *out, ferry_file_list *files);

/* A loss of `count` things; none if there are none. `code`: a literal. */
void fy_export_tell(const fy_export_scene *x, uint32_t count, const char *code, const char *what);

#endif
