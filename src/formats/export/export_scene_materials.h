/*
 * export_scene_materials.h: looks for formats whose readers use a picture unchanged: they can repeat it, but
 * not mirror or tint it, and they treat any alpha as transparency. So all that is baked into the picture
 * (docs/formats/fbx.md, "Pictures").
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_SCENE_MATERIALS_H
#define FERRY_FORMATS_EXPORT_EXPORT_SCENE_MATERIALS_H

#include "formats/export/export_scene_state.h"

/* Fills `materials`. */
bool fy_export_find_materials(fy_export_scene *x);

/* A picture's file name without folders, and relative to the model's folder. */
const char *fy_export_scene_picture_name(const fy_export_scene *x, uint32_t picture);
const char *fy_export_scene_picture_link(const fy_export_scene *x, uint32_t picture);

#endif
