/* j3d_mat3_tev.h: TEV stages, textures and indirect stages of a material in MAT3 (docs/formats/j3d.md,
 * "MAT3"). */
#ifndef FERRY_FORMATS_J3D_J3D_MAT3_TEV_H
#define FERRY_FORMATS_J3D_J3D_MAT3_TEV_H

#include "ferry64.h"
#include "formats/j3d/j3d_mat3_tables.h"

/* Reads the TEV stages, registers, konst colours and swap tables of a material (docs/formats/j3d.md). */
void fy_mat3_read_tev(fy_mat3_reader *r);

/* Texture numbers become indices into the scene. A slot that nothing reads may hold anything. */
void fy_mat3_read_textures(fy_mat3_reader *r);

/* Tools write the offset of an empty table as that of its neighbour. */
bool fy_mat3_indirect_present(const fy_mat3_reader *r);

/* One block per material, not per entry. */
void fy_mat3_read_indirect(fy_mat3_reader *r, uint32_t material);

#endif
