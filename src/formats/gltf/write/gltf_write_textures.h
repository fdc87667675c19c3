/*
 * gltf_write_textures.h: pictures in the buffer or beside the file, and how they are sampled
 * (docs/formats/gltf.md, "Textures").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_TEXTURES_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_TEXTURES_H

#include "formats/gltf/write/gltf_writer.h"

/* Adds images and textures to the file, those of the scene and painted ones, and fills in `texture_numbers`
 * and `baked_numbers`; to be called after fy_export_plan_materials(). False after an error. */
bool fy_gltf_put_textures(fy_gltf *g);

#endif
