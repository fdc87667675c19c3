/*
 * gltf_read.c: glTF 2.0, from bytes to a scene (docs/formats/generic.md, "glTF"): how a file is recognised,
 * its JSON, and the way through it.
 */
#include "formats/gltf/read/gltf_read.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/gltf/fast64/gltf_fast64.h"
#include "formats/gltf/fast64/gltf_fast64_scene.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_buffers.h"
#include "formats/gltf/json/gltf_read_extras.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"
#include "formats/gltf/read/gltf_read_clips.h"
#include "formats/gltf/read/gltf_read_extensions.h"
#include "formats/gltf/read/gltf_read_gx_rdp.h"
#include "formats/gltf/read/gltf_read_materials.h"
#include "formats/gltf/read/gltf_read_meshes.h"
#include "formats/gltf/read/gltf_read_nodes.h"
#include "formats/gltf/read/gltf_read_skins.h"
#include "formats/gltf/read/gltf_read_tree.h"

enum { HEADER = 12, CHUNK = 8 };

/* -------------------------------------------------------------------------------------------- recognition */

static bool contains(ferry_bytes text, const char *word) {
    size_t size = strlen(word);
    const uint8_t *at = text.data, *end = text.data + text.size;
    while (at && (size_t)(end - at) >= size) {
        at = memchr(at, word[0], (size_t)(end - at) - size + 1);
        if (at && memcmp(at, word, size) == 0) return true;
        if (at) at++;
    }
    return false;
}

uint32_t fy_gltf_probe_text(ferry_bytes bytes) {
    size_t at = 0;
    while (at < bytes.size && (bytes.data[at] == ' ' || (bytes.data[at] >= '\t' && bytes.data[at] <= '\r')))
        at++;
    if (at == bytes.size || bytes.data[at] != '{') return 0;
    return contains(bytes, "\"asset\"") && contains(bytes, "\"version\"") ? 48 : 0;
}

uint32_t fy_gltf_probe_binary(ferry_bytes bytes) {
    if (bytes.size < HEADER || memcmp(bytes.data, "glTF", 4) != 0) return 0;
    return ferry_le32(bytes.data + 8) == bytes.size ? 96 : 48;
}

/* --------------------------------------------------------------------------------------------------- JSON */

/* Where the JSON lies. */
static bool find_text(ferry_window *in, size_t *at, size_t *size) {
    *at = 0;
    *size = in->size;
    if (in->size < 4 || memcmp(in->data, "glTF", 4) != 0) return true;
    *at = HEADER + CHUNK;
    if (in->size < *at)
        return ferry_refuse(in, 0, "gltf.chunk", "%zu bytes; the header and first chunk header need %zu",
                            in->size, *at);
    *size = ferry_le32(in->data + HEADER);
    if (*size > in->size - *at)
        return ferry_refuse(in, HEADER, "gltf.chunk", "expected %zu bytes of JSON, found %zu", *size,
                            in->size - *at);
    return true;
}

/* The most that the values of a text can take: jansson does not know the job's limit. */
static size_t most_memory(const uint8_t *text, size_t size) {
    enum { OBJECT = 288, ARRAY = 160, MEMBER = 144, STRING = 64, VALUE = 56 };
    uint64_t most = size;
    for (size_t k = 0; k < size; k++) switch (text[k]) {
        case '{':
            most += OBJECT;
            break;
        case '[':
            most += ARRAY;
            break;
        case ':':
            most += MEMBER;
            break;
        case '"':
            most += STRING;
            break;
        case ',':
            most += VALUE;
            break;
        default:
            break;
        }
    return most < SIZE_MAX / 2 ? (size_t)most : SIZE_MAX / 2;
}

static bool parse(fy_gltf_in *g) {
    size_t at, size;
    json_error_t error;
    if (!find_text(g->file, &at, &size)) return false;
    if (size >= 3 && memcmp(g->file->data + at, "\xef\xbb\xbf", 3) == 0) at += 3, size -= 3;
    size_t most = most_memory(g->file->data + at, size);
    if (!fy_job_charge(g->job, most)) return false;
    g->charged = most;
    g->json = json_loadb((const char *)g->file->data + at, size, 0, &error);
    if (g->json) return true;
    return ferry_refuse(g->file, at + (error.position > 0 ? (size_t)error.position - 1 : 0),
                        "gltf.json-syntax", "line %d, column %d: %s", error.line, error.column, error.text);
}

static bool check_version(const fy_gltf_in *g) {
#ifdef FERRY_ASSIMP
    static const char other[] = "; try `--from assimp`";
#else
    static const char other[] = "";
#endif
    const char *version = json_string_value(json_object_get(json_object_get(g->json, "asset"), "version"));
    if (version && version[0] == '2' && (!version[1] || version[1] == '.')) return true;
    const char *found =
        version ? ferry_job_format(g->job, "\"%s\"", ferry_scene_text(g->scene, version, strlen(version)))
                : "none";
    fy_gltf_tell(g, FERRY_ERROR, "gltf.version", "asset", FERRY_NONE, "version",
                 "expected glTF version 2, found %s%s", found, other);
    return false;
}

/* ---------------------------------------------------------------------------------------------------- way */

static bool check_lists(const fy_gltf_in *g) {
    static const char *const lists[] = {"accessors", "animations", "bufferViews", "buffers",
                                        "images",    "materials",  "meshes",      "nodes",
                                        "samplers",  "scenes",     "skins",       "textures"};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const json_t *list = json_object_get(g->json, lists[k]);
        if (list && !json_is_array(list)) return fy_gltf_refuse(g, lists[k], FERRY_NONE, "expected an array");
    }
    return true;
}

/* What is there in numbers, and nothing of it read. */
static bool open_lists(fy_gltf_in *g) {
    if (!check_lists(g)) return false;
    g->node_count = fy_gltf_list_count(g, "nodes");
    g->material_count = fy_gltf_list_count(g, "materials");
    if (fy_gltf_has_ferry64_extras(g)) g->texture_count = fy_gltf_list_count(g, "textures");
    return fy_gltf_begin_reading(g);
}

static bool read_scene(fy_gltf_in *g) {
    fy_gltf_read_scene_extras(g);
    return fy_gltf_find_roots(g) && fy_gltf_find_stand_ins(g) && fy_gltf_tell_left_out(g) &&
           fy_gltf_read_nodes(g) && fy_gltf_read_materials(g) && fy_fast64_read_materials(g) &&
           fy_gltf_read_gx_rdp(g) && fy_gltf_read_meshes(g) && fy_gltf_read_skins(g) &&
           fy_gltf_read_draws(g) && fy_gltf_apply_materials(g) && fy_gltf_sort_draws(g) &&
           fy_gltf_read_vertex_color_groups(g) && fy_gltf_read_clips(g) && fy_fast64_finish(g->job, g->scene);
}

bool fy_gltf_read(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    fy_gltf_in g = {.job = job, .file = in, .scene = scene};
    bool read = ferry_progress(job, "parse", 0) && fy_gltf_start_messages(&g) && parse(&g) &&
                check_version(&g) && fy_gltf_check_extensions(&g) && open_lists(&g) && read_scene(&g);
    fy_gltf_end_reading(&g);
    json_decref(g.json);
    fy_job_discharge(job, g.charged);
    return read && !ferry_failed(job);
}
