/*
 * gltf_read_materials.c: materials of glTF: colour, picture, alpha; where a texture lies on a surface; and
 * what is left out (docs/formats/generic.md, "Materials").
 */
#include "formats/gltf/read/gltf_read_materials.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/gltf/fast64/gltf_fast64.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_extras.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"
#include "formats/gltf/read/gltf_read_textures.h"
#include "formats/pictures/model_pictures.h"

static const json_t *extension_of(const json_t *object, const char *name) {
    return json_object_get(json_object_get(object, "extensions"), name);
}

static double number_or(const json_t *object, const char *key, double otherwise) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

/* ------------------------------------------------------------------------------------------------ surface */

/* The texture of a surface's own colour, or NULL: of the older way with gloss, where the file has that. */
static const json_t *texture_of(const json_t *material) {
    const json_t *glossy = extension_of(material, "KHR_materials_pbrSpecularGlossiness");
    return glossy ? json_object_get(glossy, "diffuseTexture")
                  : json_object_get(json_object_get(material, "pbrMetallicRoughness"), "baseColorTexture");
}

/* The set of coordinates that a texture is laid on by. */
static uint32_t set_of(const json_t *texture) {
    uint32_t ferry64_extras =
        fy_gltf_index_of(extension_of(texture, "KHR_texture_transform"), "texCoord", FERRY_UV_SETS);
    return ferry64_extras != FERRY_NONE ? ferry64_extras
                                        : fy_gltf_index_of(texture, "texCoord", FERRY_UV_SETS);
}

/* The picture of a surface's own colour. False after an error. */
static bool read_picture(fy_gltf_in *g, uint32_t index, const json_t *from, ferry_material *to) {
    const json_t *texture = texture_of(from),
                 *glossy = extension_of(from, "KHR_materials_pbrSpecularGlossiness");
    uint32_t number = fy_gltf_index_of(texture, "index", fy_gltf_list_count(g, "textures"));
    ferry_texture made;
    bool there;
    if (!texture) return true;
    if (number == FERRY_NONE) {
        fy_gltf_tell(g, FERRY_WARNING, "gltf.texture-missing", "materials", index,
                     glossy ? "extensions.KHR_materials_pbrSpecularGlossiness.diffuseTexture"
                            : "pbrMetallicRoughness.baseColorTexture",
                     "it references no valid texture; used none");
        return true;
    }
    if (!fy_gltf_build_texture(g, number, &made, &there)) return false;
    if (!there) return true;
    to->base_uv = set_of(texture) == FERRY_NONE ? 0 : set_of(texture);
    return fy_find_texture(&g->pictures, &made, &to->base_texture);
}

/* Its own colour, as it is shown. */
static void read_color(const json_t *from, ferry_material *to) {
    const json_t *glossy = extension_of(from, "KHR_materials_pbrSpecularGlossiness"),
                 *surface = json_object_get(from, "pbrMetallicRoughness");
    float color[4] = {1, 1, 1, 1};
    fy_gltf_get_floats(glossy ? glossy : surface, glossy ? "diffuseFactor" : "baseColorFactor", 4, color);
    for (int k = 0; k < 3; k++) color[k] = (float)fy_display((double)color[k]);
    to->base_color = (ferry_color){color[0], color[1], color[2],
                                   color[3] < 0   ? 0
                                   : color[3] > 1 ? 1
                                                  : color[3]};
}

static void read_alpha(const json_t *from, ferry_material *to) {
    const char *mode = json_string_value(json_object_get(from, "alphaMode"));
    double cutoff = number_or(from, "alphaCutoff", 0.5);
    to->alpha_cutoff = fabs(cutoff) < 1e9 ? (float)cutoff : 0.5F;
    if (mode && strcmp(mode, "MASK") == 0) to->alpha_mode = FERRY_ALPHA_CUTOUT;
    if (mode && strcmp(mode, "BLEND") == 0) to->alpha_mode = FERRY_ALPHA_BLEND;
}

static bool add_material(fy_gltf_in *g, uint32_t index) {
    const json_t *from = fy_gltf_item(g, "materials", index);
    bool doubled = json_is_true(json_object_get(from, "doubleSided"));
    ferry_material made = {.name = fy_gltf_name_of(g, "materials", index, "material"),
                           .base_texture = FERRY_NONE,
                           .cull = doubled ? FERRY_CULL_NONE : FERRY_CULL_BACK,
                           .lit = !extension_of(from, "KHR_materials_unlit")};
    if (!g->fast64[index]) {
        if (!read_picture(g, index, from, &made)) return false;
        read_color(from, &made);
        read_alpha(from, &made);
    }
    ferry_material *material = ferry_append(g->scene, &g->scene->materials, ferry_material);
    if (!material) return false;
    *material = made;
    g->materials[index] = g->scene->materials.count - 1;
    return true;
}

/* All of the file's, used or not, so that numbers stay. */
bool fy_gltf_read_materials(fy_gltf_in *g) {
    g->fast64 = fy_fast64_find(g);
    g->materials = ferry_new(g->job, uint32_t, (size_t)g->material_count + 1);
    fy_gltf_start_pictures(g);
    if (!g->fast64 || !g->materials || !fy_gltf_read_textures(g)) return false;
    for (uint32_t i = 0; i < g->material_count; i++)
        if (!ferry_progress(g->job, "materials", (double)i / g->material_count) || !add_material(g, i))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------- what is lost */

/* Maps of other kinds: normals, roughness, light. */
static void tell_maps(const fy_gltf_in *g, uint32_t index, const json_t *from, const char *name) {
    const json_t *surface = json_object_get(from, "pbrMetallicRoughness"),
                 *glossy = extension_of(from, "KHR_materials_pbrSpecularGlossiness");
    const struct {
        const json_t *texture;
        const char *what, *within;
    } maps[] = {{json_object_get(glossy, "specularGlossinessTexture"), "specular",
                 "extensions.KHR_materials_pbrSpecularGlossiness.specularGlossinessTexture"},
                {json_object_get(from, "emissiveTexture"), "emissive", "emissiveTexture"},
                {json_object_get(from, "normalTexture"), "normals", "normalTexture"},
                {json_object_get(from, "occlusionTexture"), "occlusion", "occlusionTexture"},
                {json_object_get(surface, "metallicRoughnessTexture"), "metal",
                 "pbrMetallicRoughness.metallicRoughnessTexture"},
                {json_object_get(extension_of(from, "KHR_materials_clearcoat"), "clearcoatTexture"),
                 "clear coat", "extensions.KHR_materials_clearcoat.clearcoatTexture"},
                {json_object_get(extension_of(from, "KHR_materials_transmission"), "transmissionTexture"),
                 "transmission", "extensions.KHR_materials_transmission.transmissionTexture"},
                {json_object_get(extension_of(from, "KHR_materials_sheen"), "sheenColorTexture"), "sheen",
                 "extensions.KHR_materials_sheen.sheenColorTexture"}};
    char list[160] = "";
    const char *first = NULL;
    size_t length = 0;
    for (size_t k = 0; k < sizeof maps / sizeof *maps; k++) {
        if (!maps[k].texture) continue;
        if (!first) first = maps[k].within;
        length +=
            (size_t)snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", maps[k].what);
    }
    if (length)
        fy_gltf_tell(g, FERRY_LOSS, "import.textures-dropped", "materials", index, first,
                     "material \"%s\": textures left out: %s", name, list);
}

/* Light that a surface sends out by itself, as a picture shows it at most. */
static void tell_emission(const fy_gltf_in *g, uint32_t index, const json_t *from, const char *name) {
    float color[3] = {0, 0, 0};
    double strength = number_or(extension_of(from, "KHR_materials_emissive_strength"), "emissiveStrength", 1),
           most = 0;
    fy_gltf_get_floats(from, "emissiveFactor", 3, color);
    for (int k = 0; k < 3; k++) most = fmax(most, (double)color[k] * strength);
    if (most > 0 && !json_object_get(from, "emissiveTexture"))
        fy_gltf_tell(g, FERRY_LOSS, "gltf.emissive", "materials", index, "emissiveFactor",
                     "material \"%s\": emission of up to %d/255 left out", name,
                     fy_unit_byte(fy_display(most)));
}

/* Of what says so itself: the words' defaults are metal, which nobody means. */
static void tell_shine(const fy_gltf_in *g, uint32_t index, const json_t *from, const char *name) {
    const json_t *surface = json_object_get(from, "pbrMetallicRoughness");
    double metal = number_or(surface, "metallicFactor", 0), rough = number_or(surface, "roughnessFactor", 1);
    if (extension_of(from, "KHR_materials_unlit") || (!(metal > 0) && !(rough < 1))) return;
    fy_gltf_tell(g, FERRY_LOSS, "gltf.specular", "materials", index, "pbrMetallicRoughness",
                 "material \"%s\": metallic %g and roughness %g left out: the surface is diffuse", name,
                 metal, rough);
}

/* Extensions of a surface that it looks different by. */
static void tell_extensions(const fy_gltf_in *g, uint32_t index, const json_t *from, const char *name) {
    static const struct {
        const char *name, *what;
    } left[] = {{"KHR_materials_anisotropy", "anisotropy"},
                {"KHR_materials_clearcoat", "clear coat"},
                {"KHR_materials_dispersion", "dispersion"},
                {"KHR_materials_iridescence", "iridescence"},
                {"KHR_materials_pbrSpecularGlossiness", "gloss"},
                {"KHR_materials_sheen", "sheen"},
                {"KHR_materials_specular", "specular"},
                {"KHR_materials_transmission", "transmission"},
                {"KHR_materials_volume", "volume"}};
    char list[160] = "";
    size_t length = 0;
    for (size_t k = 0; k < sizeof left / sizeof *left; k++)
        if (extension_of(from, left[k].name))
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "",
                                       left[k].what);
    if (length)
        fy_gltf_tell(g, FERRY_LOSS, "gltf.material-extensions", "materials", index, "extensions",
                     "material \"%s\": surface properties left out: %s", name, list);
}

/* ---------------------------------------------------------------------------------------- on the surface */

/* uv' = m * (uv, 1). The file's words: scale first, then a turn, then the offset. */
typedef struct uv_matrix {
    double m[2][3];
} uv_matrix;

static bool transform_of(const json_t *texture, uv_matrix *to) {
    const json_t *from = extension_of(texture, "KHR_texture_transform");
    float offset[2] = {0, 0}, scale[2] = {1, 1};
    double turn = number_or(from, "rotation", 0);
    if (!from) return false;
    fy_gltf_get_floats(from, "offset", 2, offset);
    fy_gltf_get_floats(from, "scale", 2, scale);
    if (!(fabs(turn) < 1e6)) turn = 0;
    double c = turn == 0 ? 1 : fy_cos(turn), s = turn == 0 ? 0 : fy_sin(turn), x = (double)scale[0],
           y = (double)scale[1];
    *to = (uv_matrix){{{c * x, s * y, (double)offset[0]}, {-s * x, c * y, (double)offset[1]}}};
    return true;
}

static void move_uvs(ferry_mesh *mesh, uint32_t set, const uv_matrix *by) {
    ferry_vec2 *uvs = mesh->uvs[set];
    for (uint32_t v = 0; uvs && v < mesh->vertex_count; v++) {
        double x = (double)uvs[v].x, y = (double)uvs[v].y;
        double u = by->m[0][0] * x + by->m[0][1] * y + by->m[0][2],
               w = by->m[1][0] * x + by->m[1][1] * y + by->m[1][2];
        if (fabs(u) < 1e18 && fabs(w) < 1e18) uvs[v] = (ferry_vec2){(float)u, (float)w};
    }
}

/* What moves them turns and grows with them. */
static void move_shifts(ferry_scene *scene, uint32_t first, uint32_t count, uint32_t set,
                        const uv_matrix *by) {
    for (uint32_t m = first; m < first + count; m++) {
        const ferry_morph *morph = &scene->morphs.data[m];
        for (uint32_t k = 0; morph->shifts && morph->set == set && k < morph->count; k++) {
            double x = (double)morph->shifts[k].x, y = (double)morph->shifts[k].y;
            morph->shifts[k].x = (float)(by->m[0][0] * x + by->m[0][1] * y);
            morph->shifts[k].y = (float)(by->m[1][0] * x + by->m[1][1] * y);
        }
    }
}

/* What is culled at the front is written the other way round. */
static void turn_round(ferry_mesh *mesh) {
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        uint32_t *corner = &mesh->triangles[3 * (size_t)t], second = corner[1];
        corner[1] = corner[2];
        corner[2] = second;
    }
}

/* What materials do to the streams of one primitive. */
static void apply(fy_gltf_in *g, uint32_t at, uint32_t number) {
    ferry_mesh *mesh = &g->scene->meshes.data[g->made[at]];
    ferry_material *material = &g->scene->materials.data[g->materials[number]];
    const json_t *texture = texture_of(fy_gltf_item(g, "materials", number));
    uv_matrix by;
    if (g->restored[number] && material->cull == FERRY_CULL_FRONT) turn_round(mesh);
    if (g->restored[number] || material->rdp) return; /* the machine says where textures lie */
    if (mesh->colors[0]) material->vertex_colors = true;
    if (!texture || !transform_of(texture, &by)) return;
    move_uvs(mesh, material->base_uv, &by);
    move_shifts(g->scene, g->morphs[at], g->morph_counts[at], material->base_uv, &by);
}

bool fy_gltf_apply_materials(fy_gltf_in *g) {
    for (uint32_t i = 0; i < g->material_count; i++) {
        const json_t *from = fy_gltf_item(g, "materials", i);
        if (g->materials[i] == FERRY_NONE || g->fast64[i] || g->restored[i]) continue;
        const char *name = g->scene->materials.data[g->materials[i]].name;
        tell_maps(g, i, from, name);
        tell_emission(g, i, from, name);
        tell_shine(g, i, from, name);
        tell_extensions(g, i, from, name);
    }
    for (uint32_t u = 0; u < g->use_count; u++) {
        const json_t *primitives = json_object_get(fy_gltf_item(g, "meshes", g->uses[u].mesh), "primitives");
        for (uint32_t p = 0; p < json_array_size(primitives); p++) {
            uint32_t number = fy_gltf_index_of(json_array_get(primitives, p), "material", g->material_count);
            if (g->made[g->uses[u].first + p] == FERRY_NONE || number == FERRY_NONE ||
                g->materials[number] == FERRY_NONE)
                continue;
            apply(g, g->uses[u].first + p, number);
            if (!ferry_tick(g->job)) return false;
        }
    }
    return true;
}
