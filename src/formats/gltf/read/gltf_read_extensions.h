/*
 * gltf_read_extensions.h: which extensions of glTF are read, and what of the whole file is left out
 * (docs/formats/generic.md, "glTF").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_EXTENSIONS_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_EXTENSIONS_H

#include "formats/gltf/json/gltf_reader.h"

/* Refuses a file that requires an extension which is not known. False after that error. */
bool fy_gltf_check_extensions(const fy_gltf_in *g);

/* Tells what of the file is left out: extensions that are not known, cameras, lights. False if the job was
 * stopped. */
bool fy_gltf_tell_left_out(const fy_gltf_in *g);

#endif
