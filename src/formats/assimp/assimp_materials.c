/*
 * assimp_materials.c: the words that formats have for surfaces become the generic material
 * (docs/formats/generic.md, "Materials").
 */
#include "formats/assimp/assimp_materials.h"

#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "formats/assimp/assimp.h"
#include "formats/assimp/assimp_library.h"
#include "formats/assimp/assimp_nodes.h"
#include "formats/assimp/assimp_places.h"
#include "formats/assimp/assimp_textures.h"

/* ------------------------------------------------------------------------------------------------- values */

static bool floats(const struct aiMaterial *m, const char *key, unsigned type, unsigned index, float *to,
                   unsigned count) {
    float found[8] = {0};
    unsigned got = count;
    if (fy_assimp_calls->aiGetMaterialFloatArray(m, key, type, index, found, &got) != aiReturn_SUCCESS ||
        got < count)
        return false;
    for (unsigned k = 0; k < count; k++)
        if (!(fabs((double)found[k]) < 1e9)) return false;
    memcpy(to, found, count * sizeof *to);
    return true;
}

static int integer(const struct aiMaterial *m, const char *key, unsigned type, unsigned index, int other) {
    int found = other;
    unsigned count = 1;
    return fy_assimp_calls->aiGetMaterialIntegerArray(m, key, type, index, &found, &count) == aiReturn_SUCCESS
               ? found
               : other;
}

static bool text(const struct aiMaterial *m, const char *key, unsigned type, unsigned index,
                 struct aiString *to) {
    return fy_assimp_calls->aiGetMaterialString(m, key, type, index, to) == aiReturn_SUCCESS && to->length;
}

static float unit(float value) {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* ------------------------------------------------------------------------------------------------- colour */

/* How opaque a material of glTF is; false: it is of another format. */
static bool gltf_mode(const struct aiMaterial *from, struct aiString *mode) {
    return text(from, AI_MATKEY_GLTF_ALPHAMODE, mode);
}

/* Where the picture replaces the colour rather than multiplying it. */
static bool picture_replaces(const fy_assimp *a, const struct aiMaterial *from) {
    struct aiString mode;
    return strcmp(a->scene->format, "obj") != 0 && !gltf_mode(from, &mode);
}

/* COLLADA's constant surfaces: their colour is what they emit. */
static bool shines(const fy_assimp *a, const struct aiMaterial *from) {
    return strcmp(a->scene->format, "dae") == 0 &&
           integer(from, AI_MATKEY_SHADING_MODEL, 0) == aiShadingMode_NoShading;
}

static void read_color(fy_assimp *a, const struct aiMaterial *from, ferry_material *to) {
    float color[4] = {1, 1, 1, 1}, opacity = 1;
    if (!floats(from, AI_MATKEY_COLOR_DIFFUSE, color, 4) && floats(from, AI_MATKEY_COLOR_DIFFUSE, color, 3))
        color[3] = 1;
    if (shines(a, from)) floats(from, AI_MATKEY_COLOR_EMISSIVE, color, 3);
    if (floats(from, AI_MATKEY_OPACITY, &opacity, 1)) color[3] = opacity;
    if (!(color[3] > 0)) {
        fy_assimp_tell(a, FERRY_WARNING, "import.opacity-zero", to->name,
                       "material \"%s\": opacity 0, which some exporters write for opaque materials; used 1",
                       to->name);
        color[3] = 1;
    }
    if (to->base_texture != FERRY_NONE && picture_replaces(a, from)) color[0] = color[1] = color[2] = 1;
    struct aiString mode;
    a->light |= gltf_mode(from, &mode);
    for (int k = 0; k < 3; k++)
        color[k] = a->light ? (float)fy_display((double)unit(color[k])) : unit(color[k]);
    to->base_color = (ferry_color){color[0], color[1], color[2], unit(color[3])};
}

/* ------------------------------------------------------------------------------------------------ picture */

/* Where the picture of the surface's own colour stands. */
static enum aiTextureType base_type(const fy_assimp *a, const struct aiMaterial *from,
                                    struct aiString *path) {
    static const enum aiTextureType types[2] = {aiTextureType_DIFFUSE, aiTextureType_BASE_COLOR};
    for (int k = 0; k < 2; k++)
        if (text(from, AI_MATKEY_TEXTURE(types[k], 0), path)) return types[k];
    if (shines(a, from) && text(from, AI_MATKEY_TEXTURE(aiTextureType_EMISSIVE, 0), path))
        return aiTextureType_EMISSIVE;
    return aiTextureType_NONE;
}

static bool read_picture(fy_assimp *a, const struct aiMaterial *from, ferry_material *to) {
    struct aiString path;
    enum aiTextureType type = base_type(a, from, &path);
    to->base_texture = FERRY_NONE;
    if (type == aiTextureType_NONE) return true;
    int set = integer(from, AI_MATKEY_UVWSRC(type, 0), 0);
    to->base_uv = set >= 0 && set < FERRY_UV_SETS ? (uint32_t)set : 0;
    return fy_assimp_read_texture(a, from, type, &path, &to->base_texture);
}

/* Maps of other kinds: normals, roughness, light. */
static void tell_other_maps(const fy_assimp *a, const struct aiMaterial *from, const char *name) {
    static const struct {
        enum aiTextureType type;
        const char *what;
    } maps[] = {{aiTextureType_SPECULAR, "specular"},
                {aiTextureType_EMISSIVE, "emissive"},
                {aiTextureType_HEIGHT, "height"},
                {aiTextureType_NORMALS, "normals"},
                {aiTextureType_LIGHTMAP, "occlusion"},
                {aiTextureType_REFLECTION, "reflection"},
                {aiTextureType_METALNESS, "metal"},
                {aiTextureType_CLEARCOAT, "clear coat"},
                {aiTextureType_TRANSMISSION, "transmission"},
                {aiTextureType_SHEEN, "sheen"}};
    struct aiString path;
    char list[160] = "";
    size_t length = 0;
    for (size_t k = 0; k < sizeof maps / sizeof *maps; k++) {
        if (!text(from, AI_MATKEY_TEXTURE(maps[k].type, 0), &path)) continue;
        if (maps[k].type == aiTextureType_EMISSIVE && shines(a, from)) continue;
        int more = snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", maps[k].what);
        length += more > 0 ? (size_t)more : 0;
    }
    if (length)
        fy_assimp_tell(a, FERRY_LOSS, "import.textures-dropped", name,
                       "material \"%s\": textures left out: %s", name, list);
}

/* -------------------------------------------------------------------------------------------------- alpha */

/* The class of the picture's own alpha. */
static ferry_alpha_class picture_alpha(const fy_assimp *a, const ferry_material *m) {
    uint32_t image =
        m->base_texture == FERRY_NONE ? FERRY_NONE : a->scene->textures.data[m->base_texture].image;
    return image == FERRY_NONE ? FERRY_ALPHA_ALL_OPAQUE : a->scene->images.data[image].alpha;
}

/* A picture of opacity asks for it, if it is the alpha of the same picture, or a colour that is not
 * opaque. */
static void read_alpha(const fy_assimp *a, const struct aiMaterial *from, ferry_material *to) {
    struct aiString opacity, base, mode;
    to->alpha_cutoff = 0.5f;
    if (gltf_mode(from, &mode)) {
        floats(from, AI_MATKEY_GLTF_ALPHACUTOFF, &to->alpha_cutoff, 1);
        to->alpha_mode = strcmp(mode.data, "MASK") == 0    ? FERRY_ALPHA_CUTOUT
                         : strcmp(mode.data, "BLEND") == 0 ? FERRY_ALPHA_BLEND
                                                           : FERRY_ALPHA_OPAQUE;
        return;
    }
    if (to->base_color.a < 1) to->alpha_mode = FERRY_ALPHA_BLEND;
    if (!text(from, AI_MATKEY_TEXTURE(aiTextureType_OPACITY, 0), &opacity)) return;
    bool same = base_type(a, from, &base) != aiTextureType_NONE && strcmp(base.data, opacity.data) == 0;
    ferry_alpha_class own = same ? picture_alpha(a, to) : FERRY_ALPHA_ALL_OPAQUE;
    if (own == FERRY_ALPHA_ALL_BINARY && to->alpha_mode == FERRY_ALPHA_OPAQUE)
        to->alpha_mode = FERRY_ALPHA_CUTOUT;
    if (own == FERRY_ALPHA_VARIED) to->alpha_mode = FERRY_ALPHA_BLEND;
    if (!same)
        fy_assimp_tell(a, FERRY_LOSS, "import.opacity-texture", to->name,
                       "material \"%s\": separate opacity texture (\"%s\") left out", to->name,
                       fy_assimp_text(a, &opacity));
}

/* ---------------------------------------------------------------------------------------------- materials */

/* The name that the file gives. */
static const char *name_of(const fy_assimp *a, uint32_t index) {
    struct aiString name;
    const char *given =
        text(a->from->mMaterials[index], AI_MATKEY_NAME, &name) ? fy_assimp_text(a, &name) : "";
    return *given ? given : ferry_scene_format(a->scene, "material%" PRIu32, index);
}

static bool add_material(fy_assimp *a, uint32_t index) {
    const struct aiMaterial *from = a->from->mMaterials[index];
    ferry_material *material = ferry_append(a->scene, &a->scene->materials, ferry_material);
    if (!material) return false;
    a->materials[index] = a->scene->materials.count - 1;
    ferry_material made = {.name = name_of(a, index),
                           .cull = integer(from, AI_MATKEY_TWOSIDED, 0) ? FERRY_CULL_NONE : FERRY_CULL_BACK,
                           .lit = integer(from, AI_MATKEY_SHADING_MODEL, 0) != aiShadingMode_NoShading};
    if (!read_picture(a, from, &made)) return false;
    read_color(a, from, &made);
    read_alpha(a, from, &made);
    tell_other_maps(a, from, made.name);
    a->scene->materials.data[a->materials[index]] = made;
    return true;
}

/* All of the file's, used or not, so that numbers stay. */
bool fy_assimp_read_materials(fy_assimp *a) {
    uint32_t count = a->from->mNumMaterials;
    a->materials = ferry_new(a->job, uint32_t, (size_t)count + 1);
    if (!a->materials) return false;
    for (uint32_t i = 0; i < count; i++) {
        a->materials[i] = FERRY_NONE;
        if (!ferry_progress(a->job, "materials", (double)i / count) || !add_material(a, i)) return false;
    }
    return true;
}

/* ----------------------------------------------------------------------------------- what streams take on */

/* uv' = m * (uv, 1), in the scene's coordinates. */
typedef struct uv_matrix {
    double m[2][3];
} uv_matrix;

/* assimp's own: first the translation, then turned and scaled about the middle, v up. */
static uv_matrix matrix_of(const float t[5]) {
    double sx = (double)t[2], sy = (double)t[3], c = fy_cos((double)t[4]), s = fy_sin((double)t[4]);
    double x = (double)t[0] - 0.5, y = (double)t[1] - 0.5;
    double up[2][3] = {{sx * c, -sx * s, sx * (c * x - s * y) + 0.5},
                       {sy * s, sy * c, sy * (s * x + c * y) + 0.5}};
    return (uv_matrix){
        {{up[0][0], -up[0][1], up[0][2] + up[0][1]}, {-up[1][0], up[1][1], 1 - up[1][2] - up[1][1]}}};
}

static int by_material(const void *a, const void *b) {
    const fy_assimp_move *x = a, *y = b;
    int order = strcmp(x->material, y->material);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

/* Of a material of OBJ, the first that is said of it: assimp knows no way to say it. */
static bool move_of(const fy_assimp *a, const char *material, uv_matrix *to) {
    const fy_assimp_move wanted = {.material = material};
    uint32_t low =
        fy_first_not_before(&wanted, a->moves.data, a->moves.count, sizeof *a->moves.data, by_material);
    const fy_assimp_move *move = &a->moves.data[low];
    if (low == a->moves.count || strcmp(move->material, material) != 0) return false;
    double s = (double)move->scale[1], rest = 1 - s - (double)move->offset[1];
    *to = (uv_matrix){{{(double)move->scale[0], 0, (double)move->offset[0]}, {0, s, rest}}};
    return true;
}

static bool transform_of(const fy_assimp *a, const struct aiMaterial *from, uv_matrix *to) {
    struct aiString path, name;
    if (a->moves.count && text(from, AI_MATKEY_NAME, &name)) return move_of(a, name.data, to);
    enum aiTextureType type = base_type(a, from, &path);
    float t[5];
    if (type == aiTextureType_NONE || !floats(from, AI_MATKEY_UVTRANSFORM(type, 0), t, 5)) return false;
    *to = matrix_of(t);
    return t[0] != 0 || t[1] != 0 || t[2] != 1 || t[3] != 1 || t[4] != 0;
}

static void move_uvs(ferry_mesh *mesh, uint32_t set, const uv_matrix *by) {
    ferry_vec2 *uvs = mesh->uvs[set];
    for (uint32_t v = 0; uvs && v < mesh->vertex_count; v++) {
        double x = (double)uvs[v].x, y = (double)uvs[v].y;
        double u = by->m[0][0] * x + by->m[0][1] * y + by->m[0][2],
               w = by->m[1][0] * x + by->m[1][1] * y + by->m[1][2];
        if (fabs(u) < 1e30 && fabs(w) < 1e30) uvs[v] = (ferry_vec2){(float)u, (float)w};
    }
}

bool fy_assimp_apply_materials(fy_assimp *a) {
    if (a->moves.count) qsort(a->moves.data, a->moves.count, sizeof *a->moves.data, by_material);
    for (uint32_t i = 0; i < a->from->mNumMeshes; i++) {
        uint32_t number = a->from->mMeshes[i]->mMaterialIndex;
        if (a->meshes[i] == FERRY_NONE || number >= a->from->mNumMaterials ||
            a->materials[number] == FERRY_NONE)
            continue;
        ferry_mesh *mesh = &a->scene->meshes.data[a->meshes[i]];
        ferry_material *material = &a->scene->materials.data[a->materials[number]];
        uv_matrix by;
        if (mesh->colors[0]) material->vertex_colors = true;
        if (transform_of(a, a->from->mMaterials[number], &by)) move_uvs(mesh, material->base_uv, &by);
        if (!ferry_tick(a->job)) return false;
    }
    return true;
}
