/*
 * gltf_write_materials.c: materials of a glTF file (docs/formats/gltf.md, "Materials").
 */
#include "core/maths.h"
#include "formats/gltf/gltf.h"

static bool is_identity(const double m[2][3]) {
    return m[0][0] == 1 && m[0][1] == 0 && m[0][2] == 0 && m[1][0] == 0 && m[1][1] == 1 && m[1][2] == 0;
}

static void set_transform(fy_gltf *g, json_t *info, const double m[2][3]) {
    json_t *extensions = json_object(), *transform = json_object();
    const double offset[2] = {m[0][2], m[1][2]}, scale[2] = {m[0][0], m[1][1]};
    fy_gltf_set(g, info, "extensions", extensions);
    fy_gltf_set(g, extensions, "KHR_texture_transform", transform);
    fy_gltf_set(g, transform, "offset", fy_gltf_numbers(g, offset, 2));
    fy_gltf_set(g, transform, "scale", fy_gltf_numbers(g, scale, 2));
    g->moved = true;
}

static json_t *texture_info(fy_gltf *g, const fy_gltf_look *look) {
    json_t *info = json_object();
    fy_gltf_set(g, info, "index", fy_gltf_index(g->texture_numbers[look->texture]));
    if (look->uv) fy_gltf_set(g, info, "texCoord", fy_gltf_index(look->uv));
    if (!is_identity(look->transform)) set_transform(g, info, look->transform);
    return info;
}

static json_t *surface(fy_gltf *g, const fy_gltf_look *look) {
    json_t *object = json_object();
    const double factor[4] = {fy_gltf_linear((double)look->factor.r), fy_gltf_linear((double)look->factor.g),
                              fy_gltf_linear((double)look->factor.b), (double)look->factor.a};
    fy_gltf_set(g, object, "baseColorFactor", fy_gltf_numbers(g, factor, 4));
    if (look->texture != FERRY_NONE) fy_gltf_set(g, object, "baseColorTexture", texture_info(g, look));
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
        g->material_numbers[i] = fy_gltf_add(g, g->materials, material(g, &g->looks[i], name));
        if (!ferry_tick(g->job)) return false;
    }
    return true;
}
