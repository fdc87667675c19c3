/* t3dm_covered.h: draws that later ones cover (docs/formats/t3dm.md, "Coplanar triangles"). */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_COVERED_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_COVERED_H

#include "formats/t3dm/draw/t3dm_layer.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* What the setting t3dm.covered makes of draws that later ones cover: some stay after all, and plan->covered
 * tells which of them are hidden at rest. Reported. False: no memory. */
bool fy_layers_settle_covered(fy_layers *layers, const char *file, fy_t3dm_plan *plan);

#endif
