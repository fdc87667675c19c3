/* t3dm_equal_triangles.h: triangles that lie in one place (docs/formats/t3dm.md, "Coplanar triangles"). */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_EQUAL_TRIANGLES_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_EQUAL_TRIANGLES_H

#include "formats/t3dm/draw/t3dm_layer.h"

/* Sorts the triangles by place, then by draw, and gives those that lie on equal ones their verdicts. */
void fy_layers_find_equal(fy_layers *layers);

#endif
