/* export_left_out.h: which draws glTF, OBJ, FBX and COLLADA write, and which of these are never visible. */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_LEFT_OUT_H
#define FERRY_FORMATS_EXPORT_EXPORT_LEFT_OUT_H

#include "ferry64.h"
#include "formats/export/export.h"

/* Whether anything is written for a draw. */
bool fy_export_is_written(const fy_export *e, const ferry_draw *draw);

/* Reports the loss of a model of which nothing is drawn. `switches`: the format's animations can show draws
 * that are hidden at rest. False at the memory limit. */
bool fy_export_report_empty(const fy_export *e, bool switches);

#endif
