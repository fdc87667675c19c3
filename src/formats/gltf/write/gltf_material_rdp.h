/*
 * gltf_material_rdp.h: materials of the Nintendo 64 as a texture times vertex colours times a factor
 * (docs/formats/gltf.md, "Materials").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_MATERIAL_RDP_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_MATERIAL_RDP_H

#include "ferry64.h"
#include "formats/gltf/write/gltf_fit.h"
#include "formats/gltf/write/gltf_writer.h"

bool fy_gltf_fit_rdp(fy_gltf_fitter *f);

void fy_gltf_fill_rdp(fy_gltf_fitter *f, const ferry_rdp_material *state);

bool fy_gltf_map_rdp(const fy_gltf_look *look, const ferry_rdp_material *state, double to[2][3]);

#endif
