/* export_material.h: a material as a texture times a colour (docs/formats/gltf.md, "Materials"). */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_MATERIAL_H
#define FERRY_FORMATS_EXPORT_EXPORT_MATERIAL_H

#include "ferry64.h"
#include "formats/export/export.h"
#include "formats/export/export_fit.h"
#include "shade/t3dm_reference_state.h"

/* A fitter for material `number`, which stands for `shader`'s job. False at the memory
 * limit. */
bool fy_export_open_fitter(fy_export *e, fy_reference *reference, uint32_t number, fy_export_fitter *f);

bool fy_export_plan_materials(fy_export *e);

/* The look of draw `draw`: the last of the list if it has no material. */
uint32_t fy_export_surface_of(const fy_export *e, const ferry_draw *draw);

#endif
