/* t3dm_write_material.h: a material's chunk, or two, in the form of its layout. */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_MATERIAL_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_MATERIAL_H

#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_strings.h"

/* One chunk of a material; the second one of two, `chunk` 1, holds the second texture. */
void fy_t3dm_put_material(ferry_out *out, fy_t3dm_strings *strings, const fy_t3dm_layout *layout,
                          const fy_t3dm_material *material, uint32_t chunk);

#endif
