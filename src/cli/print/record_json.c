/* record_json.c: counts and messages as JSON. */
#include "cli/print/record_json.h"

#include "ferry64.h"
#include "cli/print/json.h"

static json_t *vector_json(ferry_vec3 v) {
    return json_pack("[ooo]", cli_real((double)v.x), cli_real((double)v.y), cli_real((double)v.z));
}

uint64_t cli_level_triangles(const ferry_scene *scene, uint8_t level) {
    uint64_t count = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        if (scene->draws.data[d].level == level)
            count += scene->meshes.data[scene->draws.data[d].mesh].triangle_count;
    return count;
}

static void add_levels(json_t *object, const ferry_scene *scene) {
    uint32_t levels = ferry_level_count(scene);
    json_t *list = json_array();
    for (uint32_t i = 0; i < levels; i++)
        json_array_append_new(list, json_integer((json_int_t)cli_level_triangles(scene, (uint8_t)i)));
    if (levels > 1) json_object_set(object, "lod_triangles", list);
    json_decref(list);
}

json_t *cli_record_counts(const ferry_scene *scene) {
    ferry_counts counts;
    if (!ferry_count(scene, &counts)) return json_null(); /* the report says why */
    uint64_t joints = 0;
    for (uint32_t i = 0; i < scene->skins.count; i++) joints += scene->skins.data[i].joint_count;
    json_t *object = json_object();
    json_object_set_new(object, "nodes", json_integer(scene->nodes.count));
    json_object_set_new(object, "joints", json_integer((json_int_t)joints));
    json_object_set_new(object, "draws", json_integer(scene->draws.count));
    json_object_set_new(object, "meshes", json_integer(scene->meshes.count));
    json_object_set_new(object, "vertices", json_integer((json_int_t)counts.vertices));
    json_object_set_new(object, "weighted_vertices", json_integer((json_int_t)counts.weighted_vertices));
    json_object_set_new(object, "max_weights", json_integer(counts.max_weights));
    json_object_set_new(object, "triangles", json_integer((json_int_t)counts.triangles));
    json_object_set_new(object, "materials", json_integer(scene->materials.count));
    json_object_set_new(object, "textures", json_integer(scene->textures.count));
    json_object_set_new(object, "images", json_integer(scene->images.count));
    json_object_set_new(object, "extras", json_integer(scene->extras.count));
    json_object_set_new(object, "box",
                        counts.empty ? json_null()
                                     : json_pack("{soso}", "min", vector_json(counts.box.min), "max",
                                                 vector_json(counts.box.max)));
    add_levels(object, scene);
    return object;
}

/* Over all that were merged into the message. */
static json_t *measure_json(const ferry_message *message) {
    const ferry_measured *measured = message->measured;
    if (!measured) return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "unit", json_string(measured->unit));
    json_object_set_new(object, "sum", measured->adds ? cli_real(measured->sum) : json_null());
    json_object_set_new(object, "mean", cli_real(measured->sum / message->times));
    json_object_set_new(object, "worst", cli_real(measured->worst));
    json_object_set_new(object, "worst_path", cli_record_text(measured->worst_path));
    return object;
}

json_t *cli_record_messages(const ferry_report *report) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < report->count; i++) {
        const ferry_message *message = &report->data[i];
        json_t *object = json_object();
        json_object_set_new(object, "severity", json_string(ferry_severity_name(message->severity)));
        json_object_set_new(object, "code", cli_record_text(message->code));
        json_object_set_new(object, "file", cli_record_text(message->file));
        json_object_set_new(object, "offset",
                            message->has_offset ? json_integer((json_int_t)message->offset) : json_null());
        json_object_set_new(object, "path", cli_record_text(message->path));
        json_object_set_new(object, "text", cli_record_text(message->text));
        json_object_set_new(object, "times", json_integer(message->times));
        json_object_set_new(object, "measure", measure_json(message));
        json_array_append_new(list, object);
    }
    return list;
}

json_t *cli_record_seen(ferry_seen_list seen) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < seen.count; i++) {
        const ferry_seen_material *material = &seen.data[i];
        json_t *object = json_object();
        json_object_set_new(object, "name", cli_record_text(material->name));
        json_object_set_new(object, "pixels", json_integer((json_int_t)material->pixels));
        json_object_set_new(object, "color_error", cli_real(material->color_error));
        json_object_set_new(object, "cause", json_string(material->cause));
        json_array_append_new(list, object);
    }
    return list;
}
