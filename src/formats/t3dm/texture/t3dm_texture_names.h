/* t3dm_texture_names.h: what texture files of a T3DM model are called (docs/formats/t3dm.md, "Textures") */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_NAMES_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_NAMES_H

#include "ferry64.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/texture/t3dm_texture_store.h"

/* The folder of textures for the model `name`, and the one below rom:/ that a setting names. Both end in /
 * unless empty. */
const char *fy_t3dm_rom_files(ferry_job *job, const char *name);
const char *fy_t3dm_rom_folder(ferry_job *job, const char *key);

/* Makes a path known that comes from elsewhere, so that no own one is taken for it. */
bool fy_texture_store_reserve(fy_texture_store *store, const char *path, uint32_t hash);

/* `link_body` of a texture "body" in link.t3dm, or `body`; of a part of its picture `link_body_part`. NULL or
 * empty at the memory limit. */
const char *fy_texture_stem(fy_texture_store *store, uint32_t texture, bool part);

/* One more file of a picture: its stem, or the stem with the first number that is free. */
bool fy_texture_name_file(fy_texture_store *store, fy_texture_export *of);

/* Where a file goes: folder, stem, format and ending. */
const char *fy_texture_file_name(const fy_texture_store *store, const char *stem, fy_sprite_format format,
                                 const char *ending);

#endif
