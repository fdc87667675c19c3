/*
 * export_material_gx.h: materials of the GameCube as a texture times vertex colours times a factor
 * (docs/formats/gltf.md, "Materials").
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_MATERIAL_GX_H
#define FERRY_FORMATS_EXPORT_EXPORT_MATERIAL_GX_H

#include "ferry64.h"
#include "formats/export/export.h"
#include "formats/export/export_fit.h"

/* Replaces the look by the one that differs least, and reports the remaining difference. False after an
 * error. */
bool fy_export_fit_gx(fy_export_fitter *f);

/* Prepares `f` for moments of a material that was fitted before. */
bool fy_export_resume_gx(fy_export_fitter *f);

/* Samples of a moment's state. */
void fy_export_fill_gx(fy_export_fitter *f, const ferry_gx_material *state);

/* The matrix from vertex coordinates to those of the look's texture, at a moment. False: the look has no
 * moving texture. */
bool fy_export_map_gx(const fy_export_surface *surface, const ferry_gx_material *state, double to[2][3]);

#endif
