/*
 * assimp_textures.h: pictures inside the file and beside it, and how they are sampled
 * (docs/formats/generic.md, "Textures").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_TEXTURES_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_TEXTURES_H

#include "formats/assimp/assimp.h"

/* Once, before; the texture that `path` of a material's texture of that type stands for. */
void fy_assimp_start_pictures(fy_assimp *a);
bool fy_assimp_read_texture(fy_assimp *a, const struct aiMaterial *material, enum aiTextureType type,
                            const struct aiString *path, uint32_t *texture);

#endif
