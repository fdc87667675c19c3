/*
 * j3d_vtx1.h: VTX1, the vertex arrays, and the decoding of one attribute (docs/formats/j3d.md,
 * "VTX1").
 */
#ifndef FERRY_FORMATS_J3D_J3D_VTX1_H
#define FERRY_FORMATS_J3D_J3D_VTX1_H

#include "ferry64_format.h"
#include "formats/j3d/j3d.h"

bool fy_j3d_read_arrays(fy_j3d *j3d); /* VTX1 */

/* How many bytes of a vertex each attribute of the list at `at` of SHP1 takes, and where its values lie. */
bool fy_j3d_read_layout(fy_j3d *j3d, ferry_window *shape, uint64_t at, fy_j3d_layout *layout);

/* The number of the element that the vertex at `vertex` names; the attribute is indexed. */
uint32_t fy_j3d_element(const fy_j3d_field *field, const uint8_t *vertex);

/* Decodes one attribute of the vertex at `vertex` (all of it must be there). */
void fy_j3d_decode(const fy_j3d_field *field, const uint8_t *vertex, fy_j3d_value *value);

#endif
