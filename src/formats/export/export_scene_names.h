/* export_scene_names.h: names of nodes, twins and models, of which no two are the same. */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_SCENE_NAMES_H
#define FERRY_FORMATS_EXPORT_EXPORT_SCENE_NAMES_H

#include "ferry64.h"
#include "formats/export/export_scene_state.h"

/* Fills `names` and `ids`, and the names of twins and models; comes after them. False if the job was
 * stopped. */
bool fy_export_name_all(fy_export_scene *x);

#endif
