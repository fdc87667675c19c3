/*
 * gltf_read_textures.h: textures of glTF: pictures in buffers, as `data:` and beside the file, and
 * samplers (docs/formats/generic.md, "Textures").
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_TEXTURES_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_TEXTURES_H

#include "ferry64.h"
#include "formats/gltf/json/gltf_reader.h"

/* To be called before the first texture; fy_gltf_end_reading() ends it. */
void fy_gltf_start_pictures(fy_gltf_in *g);

/* Makes `*to` what texture `number` of the file is in the scene, without adding it. `*there`: it has a
 * picture, and `*to` is set. False at a limit of the job. */
bool fy_gltf_build_texture(fy_gltf_in *g, uint32_t number, ferry_texture *to, bool *there);

/* Adds all textures with a picture to the scene, and fills in `textures`. False after an error. */
bool fy_gltf_read_textures(fy_gltf_in *g);

/* The scene's texture that tracks in extras switch to where the source had one without a picture, such as
 * what a game captures from the screen. Made when it is first asked for; FERRY_NONE after an error. */
uint32_t fy_gltf_empty_texture(fy_gltf_in *g);

#endif
