/*
 * assimp_textures.c: pictures inside the file and beside it, and how they are sampled
 * (docs/formats/generic.md, "Textures").
 */
#include "formats/assimp/assimp_textures.h"

#include <assimp/material.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/image.h"
#include "formats/assimp/assimp.h"
#include "formats/assimp/assimp_library.h"
#include "formats/assimp/assimp_places.h"
#include "formats/pictures/model_pictures.h"

/* ----------------------------------------------------------------------------------------------- pictures */

/* "*3": the file's third picture that lies in it; FERRY_NONE: it is no such path. */
static uint32_t embedded_number(const char *path) {
    char *end;
    unsigned long number = *path == '*' ? strtoul(path + 1, &end, 10) : 0;
    return *path == '*' && end != path + 1 && number < FERRY_NONE ? (uint32_t)number : FERRY_NONE;
}

/* A picture inside the file: where its bytes stand in that as they are; else, as they were packed, in a part
 * of it that is called after the picture. */
static ferry_window open_embedded(const fy_assimp *a, const char *path, ferry_bytes bytes) {
    uint64_t at = fy_assimp_find_bytes(a->in, bytes);
    ferry_window in = *a->in;
    if (at == FY_NOWHERE)
        return ferry_window_open(a->job, ferry_job_format(a->job, "%s#%s", a->in->file, path), bytes);
    in.data = bytes.data;
    in.size = bytes.size;
    in.base += at;
    return in;
}

/* assimp keeps what it could not parse itself as bytes; else as texels b g r a. */
static bool read_embedded(fy_assimp *a, fy_model_picture *to, const struct aiTexture *from) {
    if (!from->pcData || !from->mWidth) {
        fy_tell_unread(&a->pictures, to, "it is empty");
        return true;
    }
    if (!from->mHeight) {
        const ferry_window in =
            open_embedded(a, to->path, (ferry_bytes){(const uint8_t *)from->pcData, from->mWidth});
        return fy_decode_picture(&a->pictures, to, &in);
    }
    if (from->mWidth > FY_PNG_MAX_SIZE || from->mHeight > FY_PNG_MAX_SIZE) {
        fy_tell_unread(&a->pictures, to, "it is too large");
        return true;
    }
    ferry_mark mark = ferry_job_mark(a->job);
    size_t count = (size_t)from->mWidth * from->mHeight;
    uint8_t *rgba = ferry_new(a->job, uint8_t, 4 * count);
    if (!rgba) return false;
    for (size_t k = 0; k < count; k++) {
        const struct aiTexel *texel = &from->pcData[k];
        const uint8_t bytes[4] = {texel->r, texel->g, texel->b, texel->a};
        memcpy(rgba + 4 * k, bytes, 4);
    }
    bool added = fy_add_picture(&a->pictures, to, from->mWidth, from->mHeight, rgba);
    ferry_job_release(a->job, mark);
    return added;
}

/* "*3", or a name that an embedded texture has. */
static const struct aiTexture *find_embedded(const fy_assimp *a, const char *path) {
    uint32_t number = embedded_number(path);
    if (*path == '*') return number < a->from->mNumTextures ? a->from->mTextures[number] : NULL;
    for (uint32_t i = 0; *path && i < a->from->mNumTextures; i++)
        if (strcmp(a->from->mTextures[i]->mFilename.data, path) == 0) return a->from->mTextures[i];
    return NULL;
}

/* For fy_model_pictures. */
static bool read_inside(void *reader, fy_model_picture *to, bool *inside) {
    fy_assimp *a = reader;
    const struct aiTexture *embedded = find_embedded(a, to->path);
    *inside = embedded != NULL;
    if (!embedded) return true;
    to->name = fy_picture_stem(&a->pictures, embedded->mFilename.data);
    if (!*to->name)
        to->name = ferry_scene_format(a->scene, "texture%s", *to->path == '*' ? to->path + 1 : "");
    return read_embedded(a, to, embedded);
}

static void say_of_picture(const void *reader, const fy_model_picture *picture, ferry_severity severity,
                           const char *code, const char *text) {
    fy_assimp_tell(reader, severity, code, *picture->path == '*' ? NULL : picture->path, "%s", text);
}

void fy_assimp_start_pictures(fy_assimp *a) {
    a->pictures = (fy_model_pictures){
        .job = a->job, .scene = a->scene, .reader = a, .inside = read_inside, .tell = say_of_picture};
}

/* ----------------------------------------------------------------------------------------------- sampling */

static ferry_wrap wrap_of(const struct aiMaterial *m, const char *key, enum aiTextureType type) {
    int mode = aiTextureMapMode_Wrap;
    unsigned count = 1;
    if (fy_assimp_calls->aiGetMaterialIntegerArray(m, key, type, 0, &mode, &count) != aiReturn_SUCCESS)
        return FERRY_WRAP_REPEAT;
    if (mode == aiTextureMapMode_Mirror) return FERRY_WRAP_MIRROR;
    return mode == aiTextureMapMode_Clamp || mode == aiTextureMapMode_Decal ? FERRY_WRAP_CLAMP
                                                                            : FERRY_WRAP_REPEAT;
}

bool fy_assimp_read_texture(fy_assimp *a, const struct aiMaterial *material, enum aiTextureType type,
                            const struct aiString *path, uint32_t *texture) {
    const fy_model_picture *picture = fy_find_picture(&a->pictures, path->data, FERRY_NONE);
    if (!picture) return false;
    ferry_texture made = {.name = picture->name,
                          .path = picture->beside,
                          .image = picture->image,
                          .wrap_s = wrap_of(material, _AI_MATKEY_MAPPINGMODE_U_BASE, type),
                          .wrap_t = wrap_of(material, _AI_MATKEY_MAPPINGMODE_V_BASE, type),
                          .min_filter = FERRY_FILTER_LINEAR,
                          .mag_filter = FERRY_FILTER_LINEAR,
                          .max_lod = 0,
                          .transparency_hint = 0xCC};
    return fy_find_texture(&a->pictures, &made, texture);
}
