/* export_clip_names.h: the names of clips in files: clips of several kinds may share a name
 * (docs/formats/gltf.md, "Animations"). */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_CLIP_NAMES_H
#define FERRY_FORMATS_EXPORT_EXPORT_CLIP_NAMES_H

#include "ferry64.h"
#include "formats/export/export.h"

/* For each clip, whether no other has its name. NULL at the memory limit. */
bool *fy_export_find_alone(const fy_export *e);

/* The name of a clip, with its kind if another clip has the same name. */
const char *fy_export_clip_name(const fy_export *e, const ferry_clip *clip, bool alone);

#endif
