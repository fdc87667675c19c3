/*
 * t3dm_layer_changes.h: a scene and a plan with what was decided of coplanar triangles
 * (docs/formats/t3dm.md, "Coplanar triangles", "Depth bias").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_LAYER_CHANGES_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_LAYER_CHANGES_H

#include "formats/t3dm/draw/t3dm_layer.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* Whether anything was decided of a draw. */
bool fy_layer_is_changed(const fy_layer_draw *draw);

/* Makes *scene a shallow copy with other draws and meshes, and gives the plan lists that fit it. `most`: how
 * many draws are changed; no more are added. False: no memory. */
bool fy_layers_change(const fy_layers *layers, uint32_t most, const ferry_scene **scene, fy_t3dm_plan *plan);

#endif
