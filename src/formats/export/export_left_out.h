/* export_left_out.h: what glTF, OBJ, FBX and COLLADA write of draws, and what nobody sees of it. */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_LEFT_OUT_H
#define FERRY_FORMATS_EXPORT_EXPORT_LEFT_OUT_H

#include "ferry64.h"
#include "formats/export/export.h"

/* Whether anything is written for a draw. */
bool fy_export_is_written(const fy_export *e, const ferry_draw *draw);

/* The loss of a model of which nothing is drawn. `switches`: animations of the format show what is hidden at
 * rest. False at the memory limit. */
bool fy_export_report_empty(const fy_export *e, bool switches);

#endif
