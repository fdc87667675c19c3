/* export_pictures.h: images of a scene, and pictures baked for its materials, as PNG files
 * (docs/formats/gltf.md, "Textures"). */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_PICTURES_H
#define FERRY_FORMATS_EXPORT_EXPORT_PICTURES_H

#include "ferry64.h"
#include "formats/export/export.h"

/* Adds one for each image, and makes room for one per material; call it before fy_export_plan_materials().
 * False after an error. */
bool fy_export_open_pictures(fy_export *e);

/* Adds a picture baked for material `material`, which has no other. Returns its number. */
bool fy_export_add_picture(fy_export *e, const ferry_image *image, uint32_t material, uint32_t *number);

/* Adds all of them to the files. False at the memory limit. */
bool fy_export_add_files(const fy_export *e, ferry_file_list *files);

/* Whether a texture of the scene has a picture; FERRY_NONE has none. */
bool fy_export_has_picture(const fy_export *e, uint32_t texture);

/* Whether a look has a picture, and which one. */
bool fy_export_is_textured(const fy_export_surface *surface);
const fy_export_picture *fy_export_picture_of(const fy_export *e, const fy_export_surface *surface);

/* `text` escaped for a URI. NULL at the memory limit. */
const char *fy_export_uri(ferry_job *job, const char *text);

#endif
