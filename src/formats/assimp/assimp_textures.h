/*
 * assimp_textures.h: pictures inside the file and beside it, and how they are sampled
 * (docs/formats/generic.md, "Textures").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_TEXTURES_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_TEXTURES_H

#include "formats/assimp/assimp.h"

/* To be called once, before any texture is read; fy_drop_pictures() ends it. */
void fy_assimp_start_pictures(fy_assimp *a);

/* Sets `*texture` to the scene's texture of the picture `path`, which `material` samples as its texture of
 * that type. One that cannot be read is told, and the texture has no image. False at a limit of the job. */
bool fy_assimp_read_texture(fy_assimp *a, const struct aiMaterial *material, enum aiTextureType type,
                            const struct aiString *path, uint32_t *texture);

#endif
