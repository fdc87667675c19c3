/*
 * gltf_fast64_textures.h: tiles and what they show. A project makes sprites of its PNGs by itself: the
 * model only names them (docs/formats/fast64.md, "Textures").
 */
#ifndef FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_TEXTURES_H
#define FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_TEXTURES_H

#include "ferry64.h"
#include "formats/gltf/fast64/gltf_fast64_state.h"

/* What an image of the file is called: its file, or its name with ".png" behind it; NULL: nothing. In the
 * job's memory. */
const char *fy_fast64_image_name(const fy_fast64 *f, uint32_t image);

/* Makes the tile of slot `slot` of `state`, which gets the picture's size. False at the memory limit. */
bool fy_fast64_set_tile(fy_fast64 *f, fy_fast64_state *state, unsigned slot);

/* Whether the settings want that picture, which lies in a file of its own, named rather than made anew. */
bool fy_fast64_is_sprite(ferry_job *job, const char *model, const char *name);

/* "rom:/dir/x.sprite" of a PNG that the model `model` calls `name`; `folder`: where what lies in rom:/ comes
 * from. In the job's memory. */
const char *fy_fast64_rom_path(ferry_job *job, const char *model, const char *name, const char *folder);

#endif
