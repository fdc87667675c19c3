/*
 * export_material_rdp.h: materials of the Nintendo 64 as a texture times vertex colours times a factor
 * (docs/formats/gltf.md, "Materials").
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_MATERIAL_RDP_H
#define FERRY_FORMATS_EXPORT_EXPORT_MATERIAL_RDP_H

#include "ferry64.h"
#include "formats/export/export.h"
#include "formats/export/export_fit.h"

/* Fits the surface of a material that has an RDP state. False after an error. */
bool fy_export_fit_rdp(fy_export_fitter *f);

/* Fills the fit's samples with what the RDP shows in that state. */
void fy_export_fill_rdp(fy_export_fitter *f, const ferry_rdp_material *state);

/* The affine map from the first tile's texture coordinates to those of the tile that the surface shows.
 * False: it shows none. */
bool fy_export_map_rdp(const fy_export_surface *surface, const ferry_rdp_material *state, double to[2][3]);

#endif
