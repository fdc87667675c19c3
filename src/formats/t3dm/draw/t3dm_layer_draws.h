/*
 * t3dm_layer_draws.h: what matters of each draw, and its triangles that are near to other draws
 * (docs/formats/t3dm.md, "Coplanar triangles").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_LAYER_DRAWS_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_LAYER_DRAWS_H

#include "formats/t3dm/draw/t3dm_layer.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* Makes `draws`, as the plan has their materials. False: no memory. */
bool fy_layers_open_draws(fy_layers *layers, const fy_t3dm_plan *plan);

/* Makes `triangles`, draw after draw, and `worlds`. False: no memory, or the job was stopped. */
bool fy_layers_collect(fy_layers *layers);

#endif
