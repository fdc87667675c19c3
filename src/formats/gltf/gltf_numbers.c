/*
 * gltf_numbers.c: assimp counts materials in the order in which meshes use them, and tells only their names, of which several
 * may be the same. It is given the file with numbers for names.
 */
#include "formats/gltf/gltf_json.h"

enum { HEADER = 12, CHUNK = 8, MOST_DIGITS = 10 };

static const char MARK[] = "\"name\":\"#";

/* Behind each `{` of a material `"name":"#7",`: of two members of a name assimp takes the first one. */
static void put_numbered(ferry_out *out, fy_gltf_span json, const fy_gltf_span_list *materials) {
    const char *at = json.at;
    for (uint32_t i = 0; i < materials->count; i++) {
        fy_gltf_span material = materials->data[i];
        if (*material.at != '{') continue;
        char number[sizeof MARK + MOST_DIGITS + 3];
        int size = snprintf(number, sizeof number, "%s%u\"%s", MARK, i, fy_gltf_any_member(material) ? "," : "");
        ferry_put_bytes(out, at, (size_t)(material.at + 1 - at));
        ferry_put_bytes(out, number, (size_t)size);
        at = material.at + 1;
    }
    ferry_put_bytes(out, at, (size_t)(json.end - at));
}

static void patch_little(ferry_out *out, size_t at, size_t value) {
    for (int i = 0; !out->bad && i < 4; i++) out->data[at + (size_t)i] = (uint8_t)(value >> (8 * i));
}

bool fy_gltf_number_materials(const ferry_window *file, ferry_bytes *numbered) {
    fy_gltf_span json = fy_gltf_find_json((ferry_bytes){file->data, file->size});
    fy_gltf_span_list materials;
    *numbered = (ferry_bytes){file->data, file->size};
    if (!fy_gltf_all_spans(file->job, fy_gltf_member_span(json, "materials"), &materials)) return false;
    if (!materials.count) return true;
    size_t before = (size_t)((const uint8_t *)json.at - file->data), behind = (size_t)((const uint8_t *)json.end - file->data);
    bool binary = memcmp(file->data, "glTF", 4) == 0;
    ferry_out out = ferry_out_open(file->job, file->file);
    ferry_out_reserve(&out, file->size + (size_t)materials.count * (sizeof MARK + MOST_DIGITS + 3) + 4);
    ferry_put_bytes(&out, file->data, before);
    put_numbered(&out, json, &materials);
    if (binary) {
        while (!out.bad && out.size % 4) ferry_put_u8(&out, ' ');
        patch_little(&out, HEADER, out.size - HEADER - CHUNK);
    }
    ferry_put_bytes(&out, file->data + behind, file->size - behind);
    if (binary) patch_little(&out, 8, out.size);
    *numbered = (ferry_bytes){out.data, out.size};
    return !out.bad;
}

uint32_t fy_gltf_number_of(const char *name) {
    uint32_t number = 0;
    if (*name++ != '#' || !*name) return FERRY_NONE;
    for (; *name >= '0' && *name <= '9' && number < 100000000; name++) number = number * 10 + (uint32_t)(*name - '0');
    return *name ? FERRY_NONE : number;
}

/* Of a string of JSON. */
static const char *text_of(ferry_scene *scene, fy_gltf_span span) {
    if (!span.at || *span.at != '"') return "";
    json_t *json = json_loadb(span.at, (size_t)(span.end - span.at), JSON_DECODE_ANY, NULL);
    const char *text = json ? ferry_scene_text(scene, json_string_value(json), json_string_length(json)) : "";
    json_decref(json);
    return text;
}

const char **fy_gltf_material_names(const ferry_window *file, ferry_scene *scene, uint32_t *count) {
    fy_gltf_span json = fy_gltf_find_json((ferry_bytes){file->data, file->size});
    fy_gltf_span_list materials;
    if (!fy_gltf_all_spans(file->job, fy_gltf_member_span(json, "materials"), &materials)) return NULL;
    const char **names = ferry_new(file->job, const char *, (size_t)materials.count + 1);
    for (uint32_t i = 0; names && i < materials.count; i++) names[i] = text_of(scene, fy_gltf_member_span(materials.data[i], "name"));
    *count = materials.count;
    return names;
}
