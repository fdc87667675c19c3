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

/* Sets tile `slot` (0 or 1) of the state's RDP material: its texture, its axes, its size in texels. A picture
 * that is missing is told. False at a limit of the job. */
bool fy_fast64_set_tile(fy_fast64 *f, fy_fast64_state *state, unsigned slot);

/* Whether the settings `fast64.textures` and `fast64.asset-dir` want that picture, a file of its own that
 * `model` calls `name`, named in the model rather than made into a sprite again. */
bool fy_fast64_is_sprite(ferry_job *job, const char *model, const char *name);

/* "rom:/dir/x.sprite" of a PNG that the model `model` calls `name`; `folder`: where what lies in rom:/ comes
 * from. In the job's memory; "" at its limit. */
const char *fy_fast64_rom_path(ferry_job *job, const char *model, const char *name, const char *folder);

#endif
