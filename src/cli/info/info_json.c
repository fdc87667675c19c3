/* info_json.c: `ferry64 info --json` (docs/json.md). */
#include "cli/info/info_json.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "cli/base/request.h"
#include "cli/base/session_state.h"
#include "cli/files/input.h"
#include "cli/info/clips.h"
#include "cli/info/info_n64.h"
#include "cli/info/info_names.h"
#include "cli/print/json.h"
#include "cli/print/record_json.h"
#include "core/base/numbers.h"

/* How many draws show each mesh, so that what is counted by mesh can be added up to what is drawn. */
static json_t *meshes_json(const cli_session *session) {
    const ferry_scene *scene = session->scene;
    json_t *list = json_array();
    uint32_t *uses = ferry_new(session->job, uint32_t, (size_t)scene->meshes.count + 1);
    for (uint32_t i = 0; uses && i < scene->draws.count; i++) uses[scene->draws.data[i].mesh]++;
    for (uint32_t i = 0; uses && i < scene->meshes.count; i++) {
        const ferry_mesh *mesh = &scene->meshes.data[i];
        json_t *object = json_object();
        json_object_set_new(object, "name", cli_record_text(mesh->name));
        json_object_set_new(object, "skinned", json_boolean(mesh->skin != FERRY_NONE));
        json_object_set_new(object, "vertices", json_integer(mesh->vertex_count));
        json_object_set_new(object, "triangles", json_integer(mesh->triangle_count));
        json_object_set_new(object, "draws", json_integer(uses[i]));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *materials_json(const cli_session *session) {
    const ferry_scene *scene = session->scene;
    json_t *list = json_array();
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        const ferry_material *material = &scene->materials.data[i];
        uint32_t used[FERRY_GX_MAX_MAPS], count = cli_material_textures(material, used);
        json_t *textures = json_array();
        for (uint32_t k = 0; k < count; k++) json_array_append_new(textures, json_integer(used[k]));
        json_t *object = json_object();
        json_object_set_new(object, "name", cli_record_text(material->name));
        json_object_set_new(object, "alpha", json_string(cli_alpha_name(material->alpha_mode)));
        json_object_set_new(object, "stages",
                            material->gx ? json_integer(material->gx->stage_count) : json_null());
        json_object_set_new(object, "textures", textures);
        json_array_append_new(list, object);
    }
    cli_info_n64_json(session, list);
    return list;
}

static json_t *textures_json(const ferry_scene *scene) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < scene->textures.count; i++) {
        const ferry_texture *texture = &scene->textures.data[i];
        json_t *object = json_object();
        json_object_set_new(object, "name", cli_record_text(texture->name));
        json_object_set_new(object, "path", cli_record_text(texture->path));
        json_object_set_new(object, "image",
                            texture->image == FERRY_NONE ? json_null() : json_integer(texture->image));
        json_object_set_new(object, "wrap_s", json_string(fy_wrap_name(texture->wrap_s)));
        json_object_set_new(object, "wrap_t", json_string(fy_wrap_name(texture->wrap_t)));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *images_json(const ferry_scene *scene) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < scene->images.count; i++) {
        const ferry_image *image = &scene->images.data[i];
        json_t *object = json_object();
        json_object_set_new(object, "name", cli_record_text(image->name));
        json_object_set_new(object, "width", json_integer(image->width));
        json_object_set_new(object, "height", json_integer(image->height));
        json_object_set_new(object, "levels", json_integer(image->level_count));
        json_object_set_new(object, "format", json_string(cli_texel_name(image)));
        json_object_set_new(object, "palette", json_string(cli_palette_name(image)));
        json_object_set_new(object, "bytes", json_integer((json_int_t)cli_image_bytes(image)));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *extras_json(const ferry_scene *scene) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < scene->extras.count; i++) {
        const ferry_extra *extra = &scene->extras.data[i];
        json_t *object = json_object();
        json_object_set_new(object, "format", cli_record_text(extra->format));
        json_object_set_new(object, "path", cli_record_text(extra->path));
        json_object_set_new(object, "offset", json_integer((json_int_t)extra->offset));
        json_object_set_new(object, "bytes", json_integer((json_int_t)extra->bytes.size));
        json_array_append_new(list, object);
    }
    return list;
}

/* --------------------------------------------------------------------------------------------- the totals */

/* The sum of `key` over the objects of a list, each as often as its `times` says (NULL: once). */
static json_int_t sum_of_key(const json_t *list, const char *key, const char *times) {
    json_int_t all = 0;
    size_t i;
    json_t *object;
    json_array_foreach(list, i, object) all +=
        json_integer_value(json_object_get(object, key)) *
        (times ? json_integer_value(json_object_get(object, times)) : 1);
    return all;
}

static json_t *totals_json(const json_t *model) {
    const json_t *of_meshes = json_object_get(model, "meshes");
    const json_t *of_animations = json_object_get(model, "animations");
    json_t *object = json_object();
    json_object_set_new(object, "draws", json_integer(sum_of_key(of_meshes, "draws", NULL)));
    json_object_set_new(object, "vertices", json_integer(sum_of_key(of_meshes, "vertices", "draws")));
    json_object_set_new(object, "triangles", json_integer(sum_of_key(of_meshes, "triangles", "draws")));
    json_object_set_new(object, "image_bytes",
                        json_integer(sum_of_key(json_object_get(model, "images"), "bytes", NULL)));
    json_object_set_new(object, "tracks", json_integer(sum_of_key(of_animations, "tracks", NULL)));
    json_object_set_new(object, "keys", json_integer(sum_of_key(of_animations, "keys", NULL)));
    json_object_set_new(object, "extra_bytes",
                        json_integer(sum_of_key(json_object_get(model, "extras"), "bytes", NULL)));
    return object;
}

json_t *cli_info_document(json_t *models, json_t *archives) {
    static const char *const keys[] = {"draws",  "vertices", "triangles",  "image_bytes",
                                       "tracks", "keys",     "extra_bytes"};
    json_t *root = cli_document("info"), *all = json_object();
    json_object_set_new(all, "models", json_integer((json_int_t)json_array_size(models)));
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        json_int_t of_key = 0;
        size_t i;
        json_t *model;
        json_array_foreach(models, i, model) of_key +=
            json_integer_value(json_object_get(json_object_get(model, "totals"), keys[k]));
        json_object_set_new(all, keys[k], json_integer(of_key));
    }
    json_object_set_new(root, "models", models);
    json_object_set_new(root, "totals", all);
    if (json_array_size(archives)) json_object_set(root, "archives", archives);
    json_decref(archives);
    return root;
}

json_t *cli_info_json(const cli_session *session) {
    const ferry_scene *scene = session->scene;
    json_t *object = json_object();
    json_object_set_new(object, "input", cli_record_text(session->name));
    json_object_set_new(object, "format", cli_record_text(scene->format));
    json_object_set_new(object, "layout", cli_record_text(scene->layout));
    json_object_set_new(object, "layers", json_string(cli_group_model(session->cli, session->group)->layers));
    json_object_set_new(object, "counts", cli_record_counts(scene));
    json_object_set_new(object, "meshes", meshes_json(session));
    json_object_set_new(object, "materials", materials_json(session));
    json_object_set_new(object, "textures", textures_json(scene));
    json_object_set_new(object, "images", images_json(scene));
    json_object_set_new(object, "animations", cli_info_clips_json(session));
    json_object_set_new(object, "beside", cli_info_beside_json(session));
    json_object_set_new(object, "extras", extras_json(scene));
    json_object_set_new(object, "totals", totals_json(object));
    return object;
}
