/*
 * gltf_write_materials.c: materials of a glTF file (docs/formats/gltf.md, "Materials").
 */
#include "formats/gltf/write/gltf_write_materials.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/inspect/dump_json_machine.h"
#include "formats/export/export.h"
#include "formats/export/export_pictures.h"
#include "formats/export/export_transform.h"
#include "formats/gltf/write/gltf_write_buffer.h"
#include "formats/gltf/write/gltf_write_meshes.h"
#include "formats/gltf/write/gltf_writer.h"

static bool is_identity(const double m[2][3]) {
    return m[0][0] == 1 && m[0][1] == 0 && m[0][2] == 0 && m[1][0] == 0 && m[1][1] == 1 && m[1][2] == 0;
}

/* `moves`: pointers need all of it to be there. */
static void set_transform(fy_gltf *g, json_t *info, const fy_export_transform *t, bool moves) {
    json_t *extensions = json_object(), *transform = json_object();
    fy_gltf_set(g, info, "extensions", extensions);
    fy_gltf_set(g, extensions, "KHR_texture_transform", transform);
    fy_gltf_set(g, transform, "offset", fy_gltf_numbers(g, t->offset, 2));
    if (t->rotation != 0 || moves) fy_gltf_set(g, transform, "rotation", json_real(t->rotation + 0.0));
    fy_gltf_set(g, transform, "scale", fy_gltf_numbers(g, t->scale, 2));
    g->moved = true;
}

static void tell_shear(const fy_gltf *g, const fy_export_surface *surface, double off) {
    uint32_t number = (uint32_t)(surface - g->e.surfaces);
    const ferry_texture *texture =
        surface->texture == FERRY_NONE ? NULL : &g->e.scene->textures.data[surface->texture];
    double texels = texture ? fy_export_texels_off(off, &g->e.scene->images.data[texture->image]) : 0;
    if (texels > FY_EXPORT_TEXELS)
        ferry_say(g->e.job, FERRY_LOSS, "gltf.texture-shear", g->e.file,
                  ferry_job_format(g->e.job, "material[%u] \"%s\"", number,
                                   g->e.scene->materials.data[number].name),
                  "its texture is sheared, which the format does not support: error up to %.1f texels",
                  texels);
}

static json_t *texture_info(fy_gltf *g, const fy_export_surface *surface) {
    json_t *info = json_object();
    uint32_t number = surface->baked != FERRY_NONE ? g->baked_numbers[surface->baked]
                                                   : g->texture_numbers[surface->texture];
    uint32_t first = g->e.first_draws[surface - g->e.surfaces],
             end = g->e.first_draws[surface - g->e.surfaces + 1];
    fy_gltf_set(g, info, "index", fy_gltf_index(number));
    if (surface->uv) fy_gltf_set(g, info, "texCoord", fy_gltf_index(surface->uv));
    if (is_identity(surface->transform) && !surface->scrolls) return info;
    fy_export_box box = fy_export_box_of(g->e.scene, g->e.by_material + first, end - first, surface->uv);
    fy_export_transform transform =
        fy_export_split_transform((const double(*)[3])surface->transform, &box, NULL);
    set_transform(g, info, &transform, surface->scrolls);
    tell_shear(g, surface, transform.off);
    return info;
}

static json_t *put_surface(fy_gltf *g, const fy_export_surface *surface) {
    json_t *object = json_object();
    const double factor[4] = {fy_gltf_linear((double)surface->factor.r),
                              fy_gltf_linear((double)surface->factor.g),
                              fy_gltf_linear((double)surface->factor.b), (double)surface->factor.a};
    fy_gltf_set(g, object, "baseColorFactor", fy_gltf_numbers(g, factor, 4));
    if (fy_export_is_textured(surface)) fy_gltf_set(g, object, "baseColorTexture", texture_info(g, surface));
    fy_gltf_set(g, object, "metallicFactor", json_integer(0));
    fy_gltf_set(g, object, "roughnessFactor", json_integer(1));
    return object;
}

static void set_alpha(fy_gltf *g, json_t *object, const fy_export_surface *surface) {
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND", "BLEND"};
    if (surface->alpha_mode == FERRY_ALPHA_OPAQUE) return;
    fy_gltf_set(g, object, "alphaMode", json_string(modes[surface->alpha_mode]));
    if (surface->alpha_mode == FERRY_ALPHA_CUTOUT)
        fy_gltf_set(g, object, "alphaCutoff", json_real((double)surface->cutoff));
}

static json_t *material(fy_gltf *g, const fy_export_surface *surface, const char *name) {
    json_t *object = json_object();
    fy_gltf_name(g, object, name);
    fy_gltf_set(g, object, "pbrMetallicRoughness", put_surface(g, surface));
    set_alpha(g, object, surface);
    if (surface->cull == FERRY_CULL_NONE) fy_gltf_set(g, object, "doubleSided", json_true());
    if (!surface->lit) {
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
    ferry_out out = ferry_out_open(g->e.job, g->e.file);
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
    uint32_t count = g->e.scene->materials.count;
    bool bare = false;
    g->material_numbers = ferry_new(g->e.job, uint32_t, count + (size_t)1);
    if (!g->material_numbers) return false;
    for (uint32_t d = 0; d < g->e.scene->draws.count; d++)
        bare |= g->e.scene->draws.data[d].material == FERRY_NONE;
    for (uint32_t i = 0; i < count + bare && !g->no_memory; i++) {
        const char *name = i < count ? g->e.scene->materials.data[i].name : "default";
        json_t *object = material(g, &g->e.surfaces[i], name);
        g->material_numbers[i] = fy_gltf_add(g, g->materials, object);
        if (i < count && !g->no_memory &&
            (g->e.scene->materials.data[i].gx || g->e.scene->materials.data[i].rdp))
            set_machine(g, object, &g->e.scene->materials.data[i]);
        if (!ferry_tick(g->e.job)) return false;
    }
    return true;
}
