/*
 * t3dm_coplanar.h: triangles that lie in the plane of others and within them (docs/formats/t3dm.md,
 * "Coplanar triangles").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_COPLANAR_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_COPLANAR_H

#include "formats/t3dm/draw/t3dm_layer.h"

/* Marks triangles that lie in the plane of others, drawn before, and within them. A bounded amount of work:
 * where that does not do, *gave_up. False: no memory, or the job was stopped. */
bool fy_layers_find_coplanar(fy_layers *layers, bool *gave_up);

#endif
