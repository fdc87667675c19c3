/*
 * gltf_read_extensions.h: which extensions of glTF are read, and what of the whole file is left out
 * (docs/formats/generic.md, "glTF").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_EXTENSIONS_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_EXTENSIONS_H

#include "formats/gltf/json/gltf_reader.h"

/* In this order. False after an error. */
bool fy_gltf_check_extensions(const fy_gltf_in *g);

bool fy_gltf_tell_left_out(const fy_gltf_in *g);

#endif
