/*
 * assimp_textures.c: pictures inside the file and beside it, and how they are sampled (docs/formats/generic.md,
 * "Textures").
 */
#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/image.h"
#include "core/job.h"
#include "formats/assimp/assimp.h"
#include "formats/pictures/pictures.h"

/* What the path of a texture led to; sorted by path. */
typedef struct fy_assimp_image {
    const char *path;
    const char *name;   /* without folder and ending */
    const char *beside; /* the file it lies in; "": in the model's */
    uint32_t image;     /* FERRY_NONE: there is no picture */
} fy_assimp_image;

/* ------------------------------------------------------------------------------------------------- pictures */

static uint32_t limit(uint32_t value) {
    return value ? value : 1;
}

static bool add_image(fy_assimp *a, fy_assimp_image *to, uint32_t width, uint32_t height, const uint8_t *rgba) {
    size_t size = 4 * (size_t)width * height;
    uint8_t *copy = ferry_scene_new(a->scene, uint8_t, size);
    ferry_level *level = ferry_scene_new(a->scene, ferry_level, 1);
    ferry_image *image = copy && level ? ferry_append(a->scene, &a->scene->images, ferry_image) : NULL;
    if (!image) return false;
    memcpy(copy, rgba, size);
    *level = (ferry_level){width, height, copy};
    *image = (ferry_image){.name = to->name, .width = width, .height = height, .levels = level, .level_count = 1};
    image->alpha = fy_alpha_class(copy, (size_t)width * height);
    to->image = a->scene->images.count - 1;
    return true;
}

/* "*3": the file's third picture that lies in it; FERRY_NONE: it is no such path. */
static uint32_t embedded_number(const char *path) {
    char *end;
    unsigned long number = *path == '*' ? strtoul(path + 1, &end, 10) : 0;
    return *path == '*' && end != path + 1 && number < FERRY_NONE ? (uint32_t)number : FERRY_NONE;
}

/* Which of a glTF file's images a path means; FERRY_NONE: none, or another format's. */
static uint32_t gltf_image(const fy_assimp *a, const char *path) {
    uint32_t number = embedded_number(path), inside = 0;
    for (uint32_t i = 0; a->gltf && i < fy_gltf_list_count(&a->g, "images"); i++) {
        const char *uri = json_string_value(json_object_get(fy_gltf_item(&a->g, "images", i), "uri"));
        bool lies_in = uri ? strncmp(uri, "data:", 5) == 0
                           : json_object_get(fy_gltf_item(&a->g, "images", i), "bufferView") != NULL;
        if (lies_in ? inside++ == number : uri && strcmp(uri, path) == 0) return i;
    }
    return FERRY_NONE;
}

/* A message about the picture that `path` names. */
static void tell(const fy_assimp *a, ferry_severity severity, const char *code, const char *path,
                 const char *text) {
    uint32_t image = gltf_image(a, path);
    if (image != FERRY_NONE)
        fy_gltf_tell(&a->g, severity, code, "images", image, NULL, "%s", text);
    else
        fy_assimp_tell(a, severity, code, *path == '*' ? NULL : path, "%s", text);
}

static void tell_unread(const fy_assimp *a, const char *path, const char *why) {
    tell(a, FERRY_LOSS, "assimp.picture", path,
         ferry_job_format(a->job, "texture \"%s\" has no picture: %s",
                          ferry_scene_text(a->scene, path, strlen(path)), why));
}

/* A picture that cannot be read costs the user a texture, not the model. */
static bool decode(fy_assimp *a, fy_assimp_image *to, const ferry_window *in) {
    const ferry_bytes bytes = {in->data, in->size};
    const uint8_t *rgba = NULL;
    const char *kind;
    uint32_t width = 0, height = 0;
    if (!fy_picture_kind(bytes, &kind)) {
        tell_unread(a, to->path, kind ? ferry_job_format(a->job, "%s is not read", kind) : "it is of no kind that is known");
        return !ferry_failed(a->job);
    }
    ferry_mark mark = ferry_job_mark(a->job);
    bool read = fy_picture_read(in, &width, &height, &rgba);
    bool added = read ? add_image(a, to, width, height, rgba) : !ferry_failed(a->job);
    ferry_job_release(a->job, mark);
    return added;
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
static bool read_embedded(fy_assimp *a, fy_assimp_image *to, const struct aiTexture *from) {
    if (!from->pcData || !from->mWidth) {
        tell_unread(a, to->path, "it is empty");
        return true;
    }
    if (!from->mHeight) {
        const ferry_window in =
            open_embedded(a, to->path, (ferry_bytes){(const uint8_t *)from->pcData, from->mWidth});
        return decode(a, to, &in);
    }
    if (from->mWidth > FY_PNG_MAX_SIZE || from->mHeight > FY_PNG_MAX_SIZE) {
        tell_unread(a, to->path, "it is too large");
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
    bool added = add_image(a, to, limit(from->mWidth), limit(from->mHeight), rgba);
    ferry_job_release(a->job, mark);
    return added;
}

/* What a picture is called by its path, on whatever machine. */
static const char *stem_of(fy_assimp *a, const char *path) {
    const char *slash = strrchr(path, '\\'), *file = slash ? slash + 1 : path;
    return fy_stem(a->scene, ferry_scene_text(a->scene, file, strlen(file)));
}

static const char *ending_of(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && !strpbrk(dot, "/\\") ? dot : "";
}

/* A file that another path led to. */
static const fy_assimp_image *find_beside(const fy_assimp *a, const char *beside) {
    for (uint32_t i = 0; i < a->image_count; i++)
        if (strcmp(a->images[i].beside, beside) == 0) return &a->images[i];
    return NULL;
}

/* "../n.png", "a/../../n.png" */
static bool leaves_folder(const char *path) {
    int depth = 0;
    for (size_t length; depth >= 0 && *path; path += length + (path[length] != 0)) {
        length = strcspn(path, "/\\");
        if (length == 2 && strncmp(path, "..", 2) == 0)
            depth--;
        else
            depth += length > 0 && !(length == 1 && *path == '.');
    }
    return depth < 0;
}

static bool read_beside(fy_assimp *a, fy_assimp_image *to) {
    ferry_bytes bytes = {0};
    const char *name = to->path;
    bool found = fy_assimp_picture(a->job, to->path, &name, &bytes);
    if (ferry_failed(a->job)) return false;
    to->beside = ferry_scene_text(a->scene, name, strlen(name));
    to->name = stem_of(a, name);
    if (found && *ending_of(to->path) && strcmp(ending_of(to->path), ending_of(name)) != 0)
        tell(a, FERRY_NOTE, "assimp.other-picture", to->path,
             ferry_job_format(a->job, "the picture \"%s\" is not there; \"%s\" is taken",
                              ferry_scene_text(a->scene, to->path, strlen(to->path)), to->beside));
    const fy_assimp_image *known = found && strcmp(name, to->path) != 0 ? find_beside(a, to->beside) : NULL;
    if (known) to->image = known->image;
    const ferry_window in = ferry_window_open(a->job, name, bytes);
    if (found) return known || decode(a, to, &in);
    const char *why = leaves_folder(to->beside)
                          ? "lies outside of the model's folder, and is not there or not allowed "
                            "(`--companion FOLDER`); the texture has none"
                          : "is not there; the texture has none";
    tell(a, FERRY_WARNING, "assimp.no-picture", to->path,
         ferry_job_format(a->job, "the picture \"%s\" %s", to->beside, why));
    return true;
}

/* "*3", or a name that an embedded texture has. */
static const struct aiTexture *find_embedded(const fy_assimp *a, const char *path) {
    uint32_t number = embedded_number(path);
    if (*path == '*') return number < a->from->mNumTextures ? a->from->mTextures[number] : NULL;
    for (uint32_t i = 0; *path && i < a->from->mNumTextures; i++)
        if (strcmp(a->from->mTextures[i]->mFilename.data, path) == 0) return a->from->mTextures[i];
    return NULL;
}

static bool read_image(fy_assimp *a, fy_assimp_image *to) {
    const struct aiTexture *embedded = find_embedded(a, to->path);
    to->beside = "";
    to->image = FERRY_NONE;
    if (!embedded) return read_beside(a, to);
    to->name = stem_of(a, embedded->mFilename.data);
    if (!*to->name) to->name = ferry_scene_format(a->scene, "texture%s", *to->path == '*' ? to->path + 1 : "");
    return read_embedded(a, to, embedded);
}

/* A path is looked for once. */
static fy_assimp_image *find_image(fy_assimp *a, const char *path) {
    uint32_t low = 0, high = a->image_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(a->images[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < a->image_count && strcmp(a->images[low].path, path) == 0) return &a->images[low];
    if (!fy_job_reserve(a->job, (void **)&a->images, a->image_count, &a->image_capacity, 1, sizeof *a->images)) return NULL;
    fy_assimp_image made = {.path = ferry_scene_format(a->scene, "%s", path)};
    if (!read_image(a, &made)) return NULL;
    memmove(&a->images[low + 1], &a->images[low], (a->image_count - low) * sizeof *a->images);
    a->images[low] = made;
    a->image_count++;
    return &a->images[low];
}

/* ------------------------------------------------------------------------------------------------ sampling */

static ferry_wrap wrap_of(const struct aiMaterial *m, const char *key, enum aiTextureType type) {
    int mode = aiTextureMapMode_Wrap;
    unsigned count = 1;
    if (aiGetMaterialIntegerArray(m, key, type, 0, &mode, &count) != aiReturn_SUCCESS) return FERRY_WRAP_REPEAT;
    if (mode == aiTextureMapMode_Mirror) return FERRY_WRAP_MIRROR;
    return mode == aiTextureMapMode_Clamp || mode == aiTextureMapMode_Decal ? FERRY_WRAP_CLAMP : FERRY_WRAP_REPEAT;
}

/* OpenGL's numbers, which glTF uses. */
static ferry_filter filter_of(const struct aiMaterial *m, const char *key, enum aiTextureType type) {
    int filter = 9729;
    unsigned count = 1;
    if (aiGetMaterialIntegerArray(m, key, type, 0, &filter, &count) != aiReturn_SUCCESS) return FERRY_FILTER_LINEAR;
    switch (filter) {
    case 9728:
        return FERRY_FILTER_NEAREST;
    case 9984:
        return FERRY_FILTER_NEAREST_MIP_NEAREST;
    case 9985:
        return FERRY_FILTER_LINEAR_MIP_NEAREST;
    case 9986:
        return FERRY_FILTER_NEAREST_MIP_LINEAR;
    case 9987:
        return FERRY_FILTER_LINEAR_MIP_LINEAR;
    default:
        return FERRY_FILTER_LINEAR;
    }
}

static bool same_texture(const ferry_texture *a, const ferry_texture *b) {
    return a->image == b->image && strcmp(a->name, b->name) == 0 && strcmp(a->path, b->path) == 0 &&
           a->wrap_s == b->wrap_s && a->wrap_t == b->wrap_t && a->min_filter == b->min_filter &&
           a->mag_filter == b->mag_filter;
}

bool fy_assimp_read_texture(fy_assimp *a, const struct aiMaterial *material, enum aiTextureType type,
                            const struct aiString *path, uint32_t *texture) {
    const fy_assimp_image *image = find_image(a, path->data);
    ferry_texture_list *list = &a->scene->textures;
    if (!image) return false;
    ferry_texture made = {.name = image->name,
                          .path = image->beside,
                          .image = image->image,
                          .wrap_s = wrap_of(material, _AI_MATKEY_MAPPINGMODE_U_BASE, type),
                          .wrap_t = wrap_of(material, _AI_MATKEY_MAPPINGMODE_V_BASE, type),
                          .min_filter = filter_of(material, _AI_MATKEY_GLTF_MAPPINGFILTER_MIN_BASE, type),
                          .mag_filter = filter_of(material, _AI_MATKEY_GLTF_MAPPINGFILTER_MAG_BASE, type),
                          .max_lod = 0,
                          .transparency_hint = 0xCC};
    for (*texture = 0; *texture < list->count; ++*texture)
        if (same_texture(&list->data[*texture], &made)) return true;
    ferry_texture *added = ferry_append(a->scene, list, ferry_texture);
    if (!added) return false;
    *added = made;
    return true;
}
