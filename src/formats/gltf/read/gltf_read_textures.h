/*
 * gltf_read_textures.h: textures of glTF: pictures in buffers, as `data:` and beside the file, and
 * samplers (docs/formats/generic.md, "Textures").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_TEXTURES_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_TEXTURES_H

#include "ferry64.h"
#include "formats/gltf/json/gltf_reader.h"

/* Before the first texture; what texture `number` of the file is in the scene, if it has a picture
 * (`*there`); and all of those that extras name by their numbers. False after an error. */
void fy_gltf_start_pictures(fy_gltf_in *g);
bool fy_gltf_build_texture(fy_gltf_in *g, uint32_t number, ferry_texture *to, bool *there);
bool fy_gltf_read_textures(fy_gltf_in *g);

/* The scene's texture that tracks in extras switch to where the source had one without a picture, such as
 * what a game captures from the screen. Made when it is first asked for; FERRY_NONE after an error. */
uint32_t fy_gltf_empty_texture(fy_gltf_in *g);

#endif
