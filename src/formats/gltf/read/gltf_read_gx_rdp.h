/*
 * gltf_read_gx_rdp.h: the whole state of a GameCube's or a Nintendo 64's material, as this library
 * writes it into `materials[].extras` (docs/formats/gltf.md, "Read again"; the words are those of the
 * JSON dump, docs/json.md). A number that is not there, of another kind or out of range makes it void,
 * and glTF's own words count.
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_GX_RDP_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_GX_RDP_H

#include "formats/gltf/json/gltf_reader.h"

/* Gives materials back the state of the GameCube or the Nintendo 64 that this library wrote into their
 * extras, and fills in `restored`. Materials and textures must be there. False after an error. */
bool fy_gltf_read_gx_rdp(fy_gltf_in *g);

#endif
