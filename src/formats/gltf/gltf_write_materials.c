/*
 * gltf_write_materials.c: materials of a glTF file (docs/formats/gltf.md, "Materials").
 */
#include <math.h>

#include "core/dump_json.h"
#include "core/maths.h"
#include "formats/gltf/gltf.h"

static bool is_identity(const double m[2][3]) {
    return m[0][0] == 1 && m[0][1] == 0 && m[0][2] == 0 && m[1][0] == 0 && m[1][1] == 1 && m[1][2] == 0;
}

/* Offset, rotation and scale that make a matrix, the scale first; a shear is left out. Turned to the left as
 * one looks at the picture, where v runs down. */
static void set_transform(fy_gltf *g, json_t *info, const double m[2][3]) {
    json_t *extensions = json_object(), *transform = json_object();
    bool turned = m[0][1] != 0 || m[1][0] != 0;
    double size = sqrt(m[0][0] * m[0][0] + m[1][0] * m[1][0]);
    double cosine = size > 0 ? m[0][0] / size : 1, sine = size > 0 ? -m[1][0] / size : 0;
    const double offset[2] = {m[0][2], m[1][2]}, plain[2] = {m[0][0], m[1][1]};
    const double scale[2] = {size, m[0][1] * sine + m[1][1] * cosine};
    fy_gltf_set(g, info, "extensions", extensions);
    fy_gltf_set(g, extensions, "KHR_texture_transform", transform);
    fy_gltf_set(g, transform, "offset", fy_gltf_numbers(g, offset, 2));
    if (turned) fy_gltf_set(g, transform, "rotation", json_real(fy_atan2(sine, cosine)));
    fy_gltf_set(g, transform, "scale", fy_gltf_numbers(g, turned ? scale : plain, 2));
    g->moved = true;
}

static json_t *texture_info(fy_gltf *g, const fy_gltf_look *look) {
    json_t *info = json_object();
    uint32_t number = look->made != FERRY_NONE ? look->made : g->texture_numbers[look->texture];
    fy_gltf_set(g, info, "index", fy_gltf_index(number));
    if (look->uv) fy_gltf_set(g, info, "texCoord", fy_gltf_index(look->uv));
    if (!is_identity(look->transform)) set_transform(g, info, look->transform);
    return info;
}

static json_t *surface(fy_gltf *g, const fy_gltf_look *look) {
    json_t *object = json_object();
    const double factor[4] = {fy_gltf_linear((double)look->factor.r), fy_gltf_linear((double)look->factor.g),
                              fy_gltf_linear((double)look->factor.b), (double)look->factor.a};
    fy_gltf_set(g, object, "baseColorFactor", fy_gltf_numbers(g, factor, 4));
    if (fy_gltf_is_textured(look)) fy_gltf_set(g, object, "baseColorTexture", texture_info(g, look));
    fy_gltf_set(g, object, "metallicFactor", json_integer(0));
    fy_gltf_set(g, object, "roughnessFactor", json_integer(1));
    return object;
}

static void set_alpha(fy_gltf *g, json_t *object, const fy_gltf_look *look) {
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND", "BLEND"};
    if (look->alpha_mode == FERRY_ALPHA_OPAQUE) return;
    fy_gltf_set(g, object, "alphaMode", json_string(modes[look->alpha_mode]));
    if (look->alpha_mode == FERRY_ALPHA_CUTOUT)
        fy_gltf_set(g, object, "alphaCutoff", json_real((double)look->cutoff));
}

static json_t *material(fy_gltf *g, const fy_gltf_look *look, const char *name) {
    json_t *object = json_object();
    fy_gltf_name(g, object, name);
    fy_gltf_set(g, object, "pbrMetallicRoughness", surface(g, look));
    set_alpha(g, object, look);
    if (look->cull == FERRY_CULL_NONE) fy_gltf_set(g, object, "doubleSided", json_true());
    if (!look->lit) {
        json_t *extensions = json_object();
        fy_gltf_set(g, object, "extensions", extensions);
        fy_gltf_set(g, extensions, "KHR_materials_unlit", json_object());
        g->unlit = true;
    }
    return object;
}

static json_t *renumbered(const fy_gltf *g, const json_t *texture) {
    if (!json_is_integer(texture)) return json_null();
    uint32_t number = g->texture_numbers[json_integer_value(texture)];
    return number == FERRY_NONE ? json_null() : fy_gltf_index(number);
}

/* Textures by their numbers in the file. */
static void renumber(const fy_gltf *g, json_t *gx, json_t *rdp) {
    json_t *textures = json_object_get(gx, "textures"), *tiles = json_object_get(rdp, "tiles");
    for (size_t i = 0; i < json_array_size(textures); i++)
        json_array_set_new(textures, i, renumbered(g, json_array_get(textures, i)));
    for (size_t i = 0; i < json_array_size(tiles); i++) {
        json_t *tile = json_array_get(tiles, i);
        json_object_set_new(tile, "texture", renumbered(g, json_object_get(tile, "texture")));
    }
}

/* All that the machine knew, as `ferry64 dump --json` has it: textures are those of the file. */
static void set_machine(fy_gltf *g, json_t *object, const ferry_material *from) {
    ferry_out out = ferry_out_open(g->job, g->file);
    fy_dump_machine(&out, from);
    if (!out.bad) {
        json_t *extras = json_loadb((const char *)out.data, out.size, 0, NULL);
        renumber(g, json_object_get(extras, "gx"), json_object_get(extras, "rdp"));
        fy_gltf_set(g, object, "extras", extras);
    }
    ferry_out_close(&out);
}

/* All of the scene's, at their own numbers, and the default one if it is needed. */
bool fy_gltf_put_materials(fy_gltf *g) {
    uint32_t count = g->scene->materials.count;
    bool bare = false;
    g->material_numbers = ferry_new(g->job, uint32_t, count + (size_t)1);
    if (!g->material_numbers) return false;
    for (uint32_t d = 0; d < g->scene->draws.count; d++)
        bare |= g->scene->draws.data[d].material == FERRY_NONE;
    for (uint32_t i = 0; i < count + bare && !g->no_memory; i++) {
        const char *name = i < count ? g->scene->materials.data[i].name : "default";
        json_t *object = material(g, &g->looks[i], name);
        g->material_numbers[i] = fy_gltf_add(g, g->materials, object);
        if (i < count && !g->no_memory && (g->scene->materials.data[i].gx || g->scene->materials.data[i].rdp))
            set_machine(g, object, &g->scene->materials.data[i]);
        if (!ferry_tick(g->job)) return false;
    }
    return true;
}
