/*
 * export_scene_materials.h: looks for formats whose readers take a
 * picture as it is: they repeat it but do not mirror it, do not tint it, and take any alpha for
 * transparency. So all that is painted into the picture (docs/formats/fbx.md, "Pictures").
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_SCENE_MATERIALS_H
#define FERRY_FORMATS_EXPORT_EXPORT_SCENE_MATERIALS_H

#include "formats/export/export_scene_state.h"

/* Fills `materials`. */
bool fy_export_find_materials(fy_export_scene *x);

/* A picture's file without folders, and as seen from the model's folder. */
const char *fy_export_scene_picture_name(const fy_export_scene *x, uint32_t picture);
const char *fy_export_scene_picture_link(const fy_export_scene *x, uint32_t picture);

#endif
