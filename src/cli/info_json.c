/* info_json.c: `ferry64 info --json` (docs/json-report.md). */
#include "cli/cli.h"

static json_t *materials(const cli_session *session) {
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

static json_t *textures(const ferry_scene *scene) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < scene->textures.count; i++) {
        const ferry_texture *texture = &scene->textures.data[i];
        json_t *object = json_object();
        json_object_set_new(object, "name", cli_record_text(texture->name));
        json_object_set_new(object, "path", cli_record_text(texture->path));
        json_object_set_new(object, "image",
                            texture->image == FERRY_NONE ? json_null() : json_integer(texture->image));
        json_object_set_new(object, "wrap_s", json_string(cli_wrap_name(texture->wrap_s)));
        json_object_set_new(object, "wrap_t", json_string(cli_wrap_name(texture->wrap_t)));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *images(const ferry_scene *scene) {
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

static json_t *extras(const ferry_scene *scene) {
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

json_t *cli_info_json(const cli_session *session) {
    const ferry_scene *scene = session->scene;
    json_t *object = json_object();
    json_object_set_new(object, "input", cli_record_text(session->name));
    json_object_set_new(object, "format", cli_record_text(scene->format));
    json_object_set_new(object, "layout", cli_record_text(scene->layout));
    json_object_set_new(object, "layers", json_string(cli_group_model(session->cli, session->group)->layers));
    json_object_set_new(object, "counts", cli_record_counts(scene));
    json_object_set_new(object, "materials", materials(session));
    json_object_set_new(object, "textures", textures(scene));
    json_object_set_new(object, "images", images(scene));
    json_object_set_new(object, "animations", cli_info_clips_json(session));
    json_object_set_new(object, "extras", extras(scene));
    return object;
}
