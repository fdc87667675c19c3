/* export_pictures.h: images of a scene, and pictures painted for its materials, as PNG files
 * (docs/formats/gltf.md, "Textures"). */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_PICTURES_H
#define FERRY_FORMATS_EXPORT_EXPORT_PICTURES_H

#include "ferry64.h"
#include "formats/export/export.h"

/* Makes one of each image, and room for one of each material; comes before fy_export_plan_materials(). False:
 * an error was said. */
bool fy_export_open_pictures(fy_export *e);

/* One more, painted for material `material`, which has no other; its number. */
bool fy_export_add_picture(fy_export *e, const ferry_image *image, uint32_t material, uint32_t *number);

/* All of them as files. False at the memory limit. */
bool fy_export_add_files(const fy_export *e, ferry_file_list *files);

/* Whether a texture of the scene has a picture; FERRY_NONE has none. */
bool fy_export_has_picture(const fy_export *e, uint32_t texture);

/* Whether a look reads a picture, and which one it does. */
bool fy_export_is_textured(const fy_export_surface *surface);
const fy_export_picture *fy_export_picture_of(const fy_export *e, const fy_export_surface *surface);

/* `text` in a URI. NULL at the memory limit. */
const char *fy_export_uri(ferry_job *job, const char *text);

#endif
