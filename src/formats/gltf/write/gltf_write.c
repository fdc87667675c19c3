/*
 * gltf_write.c: a prepared scene as glTF 2.0: in one binary file, or as JSON with its buffer and pictures
 * beside it (docs/formats/gltf.md).
 */
#include "formats/gltf/write/gltf_write.h"

#include <inttypes.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/path.h"
#include "formats/export/export.h"
#include "formats/export/export_left_out.h"
#include "formats/export/export_material.h"
#include "formats/export/export_pictures.h"
#include "formats/gltf/write/gltf_pointers.h"
#include "formats/gltf/write/gltf_write_buffer.h"
#include "formats/gltf/write/gltf_write_clips.h"
#include "formats/gltf/write/gltf_write_materials.h"
#include "formats/gltf/write/gltf_write_meshes.h"
#include "formats/gltf/write/gltf_write_nodes.h"
#include "formats/gltf/write/gltf_write_textures.h"
#include "formats/gltf/write/gltf_writer.h"

enum { DIGITS = 9, JSON_CHUNK = 0x4E4F534A, BINARY_CHUNK = 0x004E4942, MAGIC = 0x46546C67 };

/* ------------------------------------------------------------------------------------ opening, closing */

enum { LISTS = 12 };

/* NULL behind the last. */
static void lists_of(fy_gltf *g, json_t **lists[LISTS + 1]) {
    json_t **const all[] = {&g->nodes,     &g->meshes,     &g->accessors, &g->views,
                            &g->materials, &g->textures,   &g->images,    &g->samplers,
                            &g->skins,     &g->animations, &g->roots,     &g->vertex_color_groups};
    memcpy(lists, all, sizeof all);
    lists[LISTS] = NULL;
}

static bool begin(fy_gltf *g) {
    json_t **lists[LISTS + 1];
    lists_of(g, lists);
    for (int i = 0; lists[i]; i++) {
        *lists[i] = json_array();
        if (!*lists[i]) g->no_memory = true;
    }
    bool asked = !ferry_setting_is(g->e.job, "gltf.images", "auto");
    g->embeds = asked ? ferry_setting_is(g->e.job, "gltf.images", "embed") : g->binary;
    g->points = ferry_setting_is(g->e.job, "gltf.animation-pointer", "yes");
    g->extends = !ferry_setting_is(g->e.job, "gltf.visibility", "scale");
    g->scales = !ferry_setting_is(g->e.job, "gltf.visibility", "extension");
    g->buffer = ferry_out_open(g->e.job, g->e.file);
    return !g->no_memory;
}

static void end(fy_gltf *g) {
    json_t **lists[LISTS + 1];
    lists_of(g, lists);
    for (int i = 0; lists[i]; i++) json_decref(*lists[i]);
}

/* ------------------------------------------------------------------------------------------- the whole */

static json_t *asset(fy_gltf *g) {
    json_t *object = json_object(), *extras = json_object();
    fy_gltf_set(g, object, "version", json_string("2.0"));
    fy_gltf_set(g, object, "generator", json_sprintf("ferry64 %s", ferry_version()));
    fy_gltf_set(g, extras, "source", json_string(g->e.scene->format));
    fy_gltf_set(g, extras, "unit", json_real((double)g->e.scene->unit));
    fy_gltf_set(g, extras, "scale", json_real(g->e.scale));
    if (g->e.scene->layered) fy_gltf_set(g, extras, "layered", json_true());
    fy_gltf_set(g, object, "extras", extras);
    return object;
}

static json_t *extensions(fy_gltf *g) {
    json_t *list = json_array();
    if (g->pointed) fy_gltf_add(g, list, json_string("KHR_animation_pointer"));
    if (g->unlit) fy_gltf_add(g, list, json_string("KHR_materials_unlit"));
    if (g->hidden) fy_gltf_add(g, list, json_string("KHR_node_visibility"));
    if (g->moved) fy_gltf_add(g, list, json_string("KHR_texture_transform"));
    if (g->leveled) fy_gltf_add(g, list, json_string("MSFT_lod"));
    return list;
}

/* The format has no empty lists. */
static void set_list(fy_gltf *g, json_t *object, const char *key, json_t *list) {
    if (json_array_size(list)) fy_gltf_set(g, object, key, json_incref(list));
}

static json_t *scenes(fy_gltf *g) {
    json_t *list = json_array(), *scene = json_object();
    fy_gltf_name(g, scene, g->e.scene->name);
    set_list(g, scene, "nodes", g->roots);
    fy_gltf_add(g, list, scene);
    return list;
}

/* `uri`: of the buffer; NULL: it stands in the same file. */
static json_t *root_object(fy_gltf *g, const char *uri) {
    json_t *root = json_object(), *used = extensions(g);
    fy_gltf_set(g, root, "asset", asset(g));
    set_list(g, root, "extensionsUsed", used);
    json_decref(used);
    fy_gltf_set(g, root, "scene", json_integer(0));
    fy_gltf_set(g, root, "scenes", scenes(g));
    set_list(g, root, "nodes", g->nodes);
    set_list(g, root, "meshes", g->meshes);
    set_list(g, root, "skins", g->skins);
    set_list(g, root, "animations", g->animations);
    set_list(g, root, "materials", g->materials);
    set_list(g, root, "textures", g->textures);
    set_list(g, root, "samplers", g->samplers);
    set_list(g, root, "images", g->images);
    set_list(g, root, "accessors", g->accessors);
    set_list(g, root, "bufferViews", g->views);
    if (json_array_size(g->vertex_color_groups)) {
        json_t *extras = json_object();
        fy_gltf_set(g, root, "extras", extras);
        set_list(g, extras, "vertex_color_groups", g->vertex_color_groups);
    }
    if (g->buffer.size) {
        json_t *buffers = json_array(), *buffer = json_object();
        if (uri) fy_gltf_set(g, buffer, "uri", json_string(uri));
        fy_gltf_set(g, buffer, "byteLength", json_integer((json_int_t)g->buffer.size));
        fy_gltf_add(g, buffers, buffer);
        fy_gltf_set(g, root, "buffers", buffers);
    }
    return root;
}

static int collect_text(const char *text, size_t size, void *out) {
    ferry_put_bytes(out, text, size);
    return ((ferry_out *)out)->bad ? -1 : 0;
}

/* Takes `root` over. */
static bool put_json(fy_gltf *g, json_t *root, size_t flags, ferry_out *out) {
    bool done = !g->no_memory &&
                json_dump_callback(root, collect_text, out, flags | JSON_REAL_PRECISION(DIGITS)) == 0;
    json_decref(root);
    return done && !out->bad;
}

/* --------------------------------------------------------------------------------------- containers */

static void put_le32(uint8_t *to, size_t value) {
    for (int k = 0; k < 4; k++) to[k] = (uint8_t)(value >> 8 * k);
}

static void patch_le32(ferry_out *out, size_t at, size_t value) {
    if (!out->bad) put_le32(out->data + at, value);
}

static void open_chunk(ferry_out *out, uint32_t kind) {
    uint8_t head[8] = {0};
    put_le32(head + 4, kind);
    ferry_put_bytes(out, head, sizeof head);
}

/* Its length stands 8 bytes before `start`; what fills up is spaces in text. */
static void close_chunk(ferry_out *out, size_t start, uint8_t fill) {
    while (!out->bad && out->size % 4) ferry_put_u8(out, fill);
    patch_le32(out, start - 8, out->size - start);
}

/* The buffer is given back as soon as it is copied. */
static bool put_binary(fy_gltf *g, ferry_out *out) {
    uint8_t head[12] = {0};
    put_le32(head, MAGIC);
    put_le32(head + 4, 2);
    ferry_put_bytes(out, head, sizeof head);
    open_chunk(out, JSON_CHUNK);
    size_t start = out->size;
    if (!put_json(g, root_object(g, NULL), JSON_COMPACT, out)) return false;
    close_chunk(out, start, ' ');
    if (g->buffer.size) {
        open_chunk(out, BINARY_CHUNK);
        start = out->size;
        ferry_out_reserve(out, g->buffer.size + 4);
        ferry_put_bytes(out, g->buffer.data, g->buffer.size);
        close_chunk(out, start, 0);
    }
    ferry_out_close(&g->buffer);
    if (!out->bad && out->size > UINT32_MAX) {
        ferry_say(g->e.job, FERRY_ERROR, "gltf.file-size", g->e.file, "",
                  "%zu bytes; the limit of .glb is %u", out->size, UINT32_MAX);
        return false;
    }
    patch_le32(out, 8, out->size);
    return !out->bad;
}

static const char *buffer_name(const fy_gltf *g) {
    const char *base = fy_path_base(g->e.file), *dot = strrchr(base, '.');
    int length = (int)(dot && dot > base ? dot - g->e.file : (long)strlen(g->e.file));
    return ferry_job_format(g->e.job, "%.*s.bin", length, g->e.file);
}

static bool put_text(fy_gltf *g, ferry_out *out) {
    const char *uri = fy_export_uri(g->e.job, fy_path_base(buffer_name(g)));
    if (!uri || !put_json(g, root_object(g, uri), JSON_INDENT(1), out)) return false;
    ferry_put_u8(out, '\n');
    return !out->bad;
}

/* The model first, then its buffer, then pictures. */
static bool add_files(fy_gltf *g, ferry_out *out, ferry_file_list *files) {
    return ferry_add_out(files, g->e.file, out) &&
           (!g->buffer.size || ferry_add_out(files, buffer_name(g), &g->buffer)) &&
           (g->embeds || fy_export_add_files(&g->e, files));
}

/* --------------------------------------------------------------------------------------- the report */

static void report_written(const fy_gltf *g, size_t size) {
    const ferry_scene *s = g->e.scene;
    if (g->made_normals)
        ferry_say(g->e.job, FERRY_NOTE, "gltf.normals-rebuilt", g->e.file, "",
                  "%u zero-length normals replaced by those of the adjacent faces", g->made_normals);
    if (g->unused_tangents)
        ferry_say(g->e.job, FERRY_NOTE, "gltf.tangents", g->e.file, "",
                  "tangents and binormals of %u meshes left out: no written material uses them",
                  g->unused_tangents);
    if (g->switched.unscaled)
        ferry_say(g->e.job, FERRY_LOSS, "gltf.hidden", g->e.file, "",
                  "%" PRIu32 " draw%s hidden at rest or in animations stay%s visible in programs without "
                  "KHR_node_visibility support%s",
                  g->switched.unscaled, g->switched.unscaled == 1 ? "" : "s",
                  g->switched.unscaled == 1 ? "s" : "", g->extends ? "" : ", which the settings disable");
    ferry_say(
        g->e.job, FERRY_NOTE, "gltf.written", g->e.file, "",
        "%zu nodes, %zu meshes, %u materials, %u skins, %zu textures, %zu images, %zu animations, %zu bytes",
        json_array_size(g->nodes), json_array_size(g->meshes), s->materials.count, s->skins.count,
        json_array_size(g->textures), json_array_size(g->images), json_array_size(g->animations), size);
}

static bool is_sound(const fy_gltf *g) {
    if (!fy_export_is_sound(&g->e)) return false;
    if (g->no_memory)
        ferry_say(g->e.job, FERRY_ERROR, "gltf.memory", g->e.file, "", "out of memory for the JSON");
    return !g->no_memory;
}

static bool build_root(fy_gltf *g) {
    return fy_export_open_pictures(&g->e) && fy_export_plan_materials(&g->e) && fy_gltf_put_textures(g) &&
           fy_gltf_find_scrolls(g) && fy_gltf_put_materials(g) && fy_gltf_put_meshes(g) &&
           fy_gltf_put_nodes(g) && fy_gltf_put_clips(g);
}

static bool write_all(fy_gltf *g, ferry_file_list *files) {
    ferry_out out = ferry_out_open(g->e.job, g->e.file);
    bool done = begin(g) && build_root(g) && (g->binary ? put_binary(g, &out) : put_text(g, &out));
    size_t size = out.size;
    if (!is_sound(g) || !done || !add_files(g, &out, files)) return false;
    report_written(g, size);
    return fy_export_report_empty(&g->e, true) && !ferry_failed(g->e.job);
}

bool fy_gltf_write(ferry_job *job, const ferry_scene *scene, const char *name, bool binary,
                   ferry_file_list *files) {
    ferry_mark mark = ferry_job_mark(job);
    fy_gltf g = {.e = fy_export_of(job, scene, name), .binary = binary};
    bool done = write_all(&g, files);
    end(&g);
    ferry_job_release(job, mark);
    return done;
}
