/*
 * t3dm_textures.h: the texture files of a T3DM model: what is in them, and how they are written
 * (docs/formats/t3dm.md, "Textures"; docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURES_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURES_H

#include "ferry64.h"
#include "formats/t3dm/texture/t3dm_texture_store.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"

/* The exports of one material's one or two textures, chosen so that they fit texture memory together. */
bool fy_texture_store_add(fy_texture_store *store, const fy_texture_use *uses, unsigned count,
                          uint32_t exports[2]);

/* How a material's only texture would come out. */
bool fy_texture_store_try(fy_texture_store *store, const fy_texture_use *use, double *error, bool *faithful);

/* The export of a texture beside one that is not made here: half of the memory, and none of what two cannot
 * have. */
bool fy_texture_store_add_beside(fy_texture_store *store, const fy_texture_use *use, uint32_t *export);

/* Copy number `copy` of an export under a name of its own; copy 0 is the picture itself. */
bool fy_texture_store_file(fy_texture_store *store, uint32_t index, uint32_t copy, fy_texture_file *file);

/* Makes all files as `t3dm.sprites` says, in the order in which they got their names. */
bool fy_texture_store_write(const fy_texture_store *store, ferry_file_list *files, uint32_t **exports);

#endif
