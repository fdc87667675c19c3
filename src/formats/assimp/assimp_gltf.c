/*
 * assimp_gltf.c: what assimp sees of a glTF file (docs/formats/generic.md, "glTF"): nodes, materials and
 * pictures, checked, and with numbers for names, since names need not differ nor be there. Numbers that lie
 * in buffers are read from the file itself (formats/gltf/gltf_read.h): assimp 5.2 trusts what a file says of
 * them, and loses some of it.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

#include "core/maths.h"
#include "formats/assimp/assimp.h"

enum { HEADER = 12, CHUNK = 8, MAX_DEPTH = 1000 };

/* ---------------------------------------------------------------------------------------------------- text */

static uint32_t le32(const uint8_t *b) {
    return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

/* Where the JSON lies. */
static bool find_text(ferry_window *in, size_t *at, size_t *size) {
    *at = 0;
    *size = in->size;
    if (in->size < 4 || memcmp(in->data, "glTF", 4) != 0) return true;
    *at = HEADER + CHUNK;
    if (in->size < *at)
        return ferry_refuse(in, 0, "gltf.chunk", "%zu bytes; header and first chunk need %zu", in->size, *at);
    *size = le32(in->data + HEADER);
    if (*size > in->size - *at)
        return ferry_refuse(in, HEADER, "gltf.chunk", "%zu bytes of JSON expected, %zu left", *size,
                            in->size - *at);
    return true;
}

static void put_le32(ferry_out *out, size_t value) {
    for (int k = 0; k < 4; k++) ferry_put_u8(out, (uint8_t)(value >> (8 * k)));
}

/* A .glb of that JSON and those bytes, as long as the job; jansson's own copy goes. */
static bool write_file(fy_assimp *a, const json_t *json, const ferry_out *pictures, ferry_bytes *changed) {
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    size_t size = text ? strlen(text) : 0, padded = (size + 3) / 4 * 4, more = pictures->size + CHUNK;
    ferry_out out = ferry_out_open(a->job, a->in->file);
    if (text && padded < UINT32_MAX / 4 && more < UINT32_MAX / 4) {
        ferry_out_reserve(&out, HEADER + CHUNK + padded + more);
        ferry_put_bytes(&out, "glTF\2\0\0", 8);
        put_le32(&out, HEADER + CHUNK + padded + more);
        put_le32(&out, padded);
        ferry_put_bytes(&out, "JSON", 4);
        ferry_put_bytes(&out, text, size);
        while (!out.bad && out.size % 4) ferry_put_u8(&out, ' ');
        put_le32(&out, pictures->size);
        ferry_put_bytes(&out, "BIN\0", 4);
        ferry_put_bytes(&out, pictures->data, pictures->size);
        *changed = (ferry_bytes){out.data, out.size};
    }
    bool written = text && out.size && !out.bad;
    free(text);
    return written || ferry_refuse(a->in, 0, "gltf.json", "the JSON cannot be held");
}

/* ---------------------------------------------------------------------------------------------------- tree */

static const json_t *list(const fy_assimp *a, const char *key) {
    return json_object_get(a->g.json, key);
}

/* `parents` of nodes: FERRY_NONE so far. */
static bool note_children(fy_assimp *a, uint32_t *parents, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const json_t *children = json_object_get(fy_gltf_item(&a->g, "nodes", i), "children");
        for (size_t k = 0; k < json_array_size(children); k++) {
            const json_t *value = json_array_get(children, k);
            json_int_t child = json_integer_value(value);
            if (!json_is_integer(value) || child < 0 || child >= (json_int_t)count)
                return fy_gltf_refuse(&a->g, "nodes", i,
                                      "children[%zu] names none of the %" PRIu32 " nodes that are there", k,
                                      count);
            if (parents[child] != FERRY_NONE)
                return fy_gltf_refuse(&a->g, "nodes", (uint32_t)child, "is the child of two nodes");
            parents[child] = i;
        }
    }
    return true;
}

/* Each branch is followed up to where one was before: linear. */
static bool check_depth(fy_assimp *a, const uint32_t *parents, uint32_t count) {
    uint32_t *depths = ferry_new(a->job, uint32_t, (size_t)count + 1);
    if (!depths) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t steps = 0, at = i;
        for (; at != FERRY_NONE && !depths[at] && steps <= MAX_DEPTH; at = parents[at]) steps++;
        uint32_t depth = steps + (at == FERRY_NONE ? 0 : depths[at]);
        if (depth > MAX_DEPTH || steps > MAX_DEPTH)
            return fy_gltf_refuse(&a->g, "nodes", i,
                                  "lies below more than a thousand others, or below itself");
        for (at = i; at != FERRY_NONE && !depths[at]; at = parents[at]) depths[at] = depth--;
    }
    return true;
}

/* The roots of scene `scene`; those that are no roots would be there twice. */
static bool take_roots(fy_assimp *a, uint32_t scene, const uint32_t *parents, uint32_t count, json_t *to) {
    const json_t *roots = json_object_get(fy_gltf_item(&a->g, "scenes", scene), "nodes");
    bool *seen = ferry_new(a->job, bool, (size_t)count + 1);
    for (size_t k = 0; seen && k < json_array_size(roots); k++) {
        const json_t *value = json_array_get(roots, k);
        json_int_t root = json_integer_value(value);
        if (!json_is_integer(value) || root < 0 || root >= (json_int_t)count)
            return fy_gltf_refuse(&a->g, "scenes", scene,
                                  "nodes[%zu] names none of the %" PRIu32 " nodes that are there", k, count);
        if (seen[root] || parents[root] != FERRY_NONE)
            fy_gltf_tell(
                &a->g, FERRY_WARNING, "gltf.root", "scenes", scene, ferry_job_format(a->job, "nodes[%zu]", k),
                "names nodes[%" JSON_INTEGER_FORMAT "] as a root, which is there already; left out", root);
        else
            json_array_append_new(to, json_integer(root));
        seen[root] = true;
    }
    return seen != NULL;
}

/* The scene that the file wants to be shown, else its first one; without scenes all nodes without a parent
 * are roots. */
static bool find_roots(fy_assimp *a, json_t *to) {
    uint32_t count = a->g.node_count, scenes = fy_gltf_list_count(&a->g, "scenes");
    uint32_t *parents = ferry_new(a->job, uint32_t, (size_t)count + 1),
             scene = fy_gltf_index_of(a->g.json, "scene", scenes);
    if (!parents) return false;
    for (uint32_t i = 0; i < count; i++) parents[i] = FERRY_NONE;
    if (!note_children(a, parents, count) || !check_depth(a, parents, count)) return false;
    if (scenes > 1)
        fy_gltf_tell(&a->g, FERRY_LOSS, "gltf.scenes", "scenes", FERRY_NONE, NULL,
                     "of %" PRIu32 " scenes one is read: scenes[%" PRIu32 "]", scenes,
                     scene == FERRY_NONE ? 0 : scene);
    if (scenes) return take_roots(a, scene == FERRY_NONE ? 0 : scene, parents, count, to);
    for (uint32_t i = 0; i < count; i++)
        if (parents[i] == FERRY_NONE) json_array_append_new(to, json_integer(i));
    return true;
}

/* ---------------------------------------------------------------------------------------------- extensions */

/* The extensions that this reads or may leave out. */
static bool is_known(const char *name) {
    static const char *const known[] = {"KHR_texture_transform",
                                        "KHR_lights_punctual",
                                        "KHR_mesh_quantization",
                                        "KHR_node_visibility",
                                        "KHR_animation_pointer",
                                        "KHR_materials_unlit",
                                        "KHR_materials_pbrSpecularGlossiness",
                                        "KHR_materials_anisotropy",
                                        "KHR_materials_clearcoat",
                                        "KHR_materials_dispersion",
                                        "KHR_materials_emissive_strength",
                                        "KHR_materials_ior",
                                        "KHR_materials_iridescence",
                                        "KHR_materials_sheen",
                                        "KHR_materials_specular",
                                        "KHR_materials_transmission",
                                        "KHR_materials_variants",
                                        "KHR_materials_volume",
                                        "KHR_xmp_json_ld",
                                        "EXT_texture_webp",
                                        "MSFT_texture_dds",
                                        "FAST64_materials_n64",
                                        "FAST64_materials_f3d",
                                        "FAST64_sampler_n64"};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(name, known[k]) == 0) return true;
    return false;
}

static bool refuse_extension(fy_assimp *a, uint32_t index, const char *name) {
    fy_gltf_tell(&a->g, FERRY_ERROR, "gltf.extension", "extensionsRequired", index, NULL,
                 "the file cannot be read without \"%s\", which is not known here",
                 ferry_scene_text(a->scene, name, strlen(name)));
    return false;
}

static bool check_extensions(fy_assimp *a) {
    const json_t *required = list(a, "extensionsRequired");
    for (size_t i = 0; i < json_array_size(required); i++) {
        const char *name = json_string_value(json_array_get(required, i));
        if (name && !is_known(name)) return refuse_extension(a, (uint32_t)i, name);
    }
    return true;
}

static void tell_left_out(const fy_assimp *a) {
    const json_t *used = list(a, "extensionsUsed");
    for (size_t i = 0; i < json_array_size(used); i++) {
        const char *name = json_string_value(json_array_get(used, i));
        if (name && !is_known(name))
            fy_gltf_tell(&a->g, FERRY_LOSS, "gltf.extension", "extensionsUsed", (uint32_t)i, NULL,
                         "extension \"%s\" is not read: what it stands for is left out",
                         ferry_scene_text(a->scene, name, strlen(name)));
    }
    uint32_t cameras = fy_gltf_list_count(&a->g, "cameras");
    const json_t *punctual = json_object_get(list(a, "extensions"), "KHR_lights_punctual");
    size_t lights = json_array_size(json_object_get(punctual, "lights"));
    if (cameras)
        fy_gltf_tell(&a->g, FERRY_LOSS, "assimp.cameras", "cameras", FERRY_NONE, NULL,
                     "%" PRIu32 " camera%s left out", cameras, cameras == 1 ? " is" : "s are");
    if (lights)
        fy_gltf_tell(&a->g, FERRY_LOSS, "assimp.lights", "extensions", FERRY_NONE,
                     "KHR_lights_punctual.lights", "%zu light%s left out", lights,
                     lights == 1 ? " is" : "s are");
}

/* --------------------------------------------------------------------------------------------- the new file */

static void share(json_t *to, const char *key, const json_t *from) {
    json_t *value = json_object_get(from, key);
    if (value) json_object_set(to, key, value);
}

static void set_number(json_t *to, const char *key, const char *format, uint32_t number) {
    char text[24];
    snprintf(text, sizeof text, format, number);
    json_object_set_new(to, key, json_string(text));
}

/* Where they stand, called by their numbers. */
static json_t *make_nodes(const fy_assimp *a) {
    static const char *const kept[] = {"children", "matrix", "translation", "rotation", "scale"};
    json_t *nodes = json_array();
    for (uint32_t i = 0; i < a->g.node_count; i++) {
        json_t *node = json_object();
        set_number(node, "name", "%" PRIu32, i);
        for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
            share(node, kept[k], fy_gltf_item(&a->g, "nodes", i));
        json_array_append_new(nodes, node);
    }
    return nodes;
}

/* All of the file's; before them one for each texture, if what this library wrote into extras names them by
 * number. */
static json_t *make_materials(const fy_assimp *a) {
    json_t *materials = json_array();
    for (uint32_t i = 0; i < a->g.texture_count; i++) {
        json_t *material =
            json_pack("{s:{s:{s:i}}}", "pbrMetallicRoughness", "baseColorTexture", "index", (int)i);
        set_number(material, "name", "@%" PRIu32, i);
        json_array_append_new(materials, material);
    }
    for (uint32_t i = 0; i < fy_gltf_list_count(&a->g, "materials"); i++) {
        json_t *material = fy_gltf_plain_material(&a->g, i);
        set_number(material, "name", "#%" PRIu32, i);
        json_array_append_new(materials, material);
    }
    return materials;
}

/* assimp reads no material that no mesh uses: a mesh of a point in each of them. Behind all other nodes
 * stands one with it. */
static json_t *make_meshes(uint32_t materials) {
    json_t *primitives = json_array();
    for (uint32_t i = 0; i < materials; i++)
        json_array_append_new(primitives, json_pack("{s:{s:i}, s:i, s:i}", "attributes", "POSITION", 0,
                                                    "mode", 0, "material", (int)i));
    return json_pack("[{s:o}]", "primitives", primitives);
}

static json_t *make_view(size_t at, size_t size) {
    return json_pack("{s:i, s:I, s:I}", "buffer", 0, "byteOffset", (json_int_t)at, "byteLength",
                     (json_int_t)size);
}

/* That point. */
static void put_point(json_t *json, ferry_out *bytes, json_t *views) {
    json_array_append_new(views, make_view(0, 12));
    ferry_put_zeros(bytes, 12);
    json_object_set_new(json, "accessors",
                        json_pack("[{s:i, s:i, s:i, s:s}]", "bufferView", 0, "componentType", 5126, "count",
                                  1, "type", "VEC3"));
}

/* Where other kinds of pictures are wanted by extensions, these count if there is no other one. */
static json_t *make_textures(const fy_assimp *a) {
    static const char *const others[] = {"EXT_texture_webp", "MSFT_texture_dds"};
    json_t *textures = json_array();
    for (uint32_t i = 0; i < fy_gltf_list_count(&a->g, "textures"); i++) {
        const json_t *from = fy_gltf_item(&a->g, "textures", i),
                     *extensions = json_object_get(from, "extensions");
        json_t *texture = json_object();
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            share(texture, "source", json_object_get(extensions, others[k]));
        share(texture, "source", from);
        if (fy_gltf_index_of(from, "sampler", fy_gltf_list_count(&a->g, "samplers")) != FERRY_NONE)
            share(texture, "sampler", from);
        if (fy_gltf_index_of(texture, "source", fy_gltf_list_count(&a->g, "images")) == FERRY_NONE)
            json_object_del(texture, "source");
        json_array_append_new(textures, texture);
    }
    return textures;
}

/* Pictures that lie in views of buffers go to `bytes`. */
static bool make_images(fy_assimp *a, ferry_out *bytes, json_t *images, json_t *views) {
    for (uint32_t i = 0; i < fy_gltf_list_count(&a->g, "images"); i++) {
        const json_t *from = fy_gltf_item(&a->g, "images", i);
        json_t *image = json_object();
        json_array_append_new(images, image);
        share(image, "name", from);
        share(image, "uri", from);
        if (json_is_string(json_object_get(from, "uri"))) continue;
        uint32_t view = fy_gltf_index_of(from, "bufferView", fy_gltf_list_count(&a->g, "bufferViews")),
                 stride;
        ferry_bytes picture = {0};
        if (!json_object_get(from, "bufferView")) {
            json_object_set_new(image, "uri", json_string(""));
            continue;
        }
        if (view == FERRY_NONE)
            return fy_gltf_refuse(&a->g, "images", i, "it names no bufferView that is there");
        if (!fy_gltf_find_view(&a->g, view, &picture, &stride)) return false;
        json_object_set_new(image, "bufferView", json_integer((json_int_t)json_array_size(views)));
        json_object_set_new(image, "mimeType", json_string("image/png"));
        json_array_append_new(views,
                              json_pack("{s:i, s:I, s:I}", "buffer", 0, "byteOffset", (json_int_t)bytes->size,
                                        "byteLength", (json_int_t)picture.size));
        if (picture.size) ferry_put_bytes(bytes, picture.data, picture.size);
        ferry_align(bytes, 4);
    }
    return !bytes->bad;
}

static bool make_file(fy_assimp *a, json_t *roots, ferry_bytes *changed) {
    ferry_out pictures = ferry_out_open(a->job, a->in->file);
    json_t *images = json_array(), *views = json_array(), *nodes = make_nodes(a);
    json_array_append_new(roots, json_integer((json_int_t)json_array_size(nodes)));
    json_array_append_new(nodes, json_pack("{s:s, s:i}", "name", "materials", "mesh", 0));
    json_t *json =
        json_pack("{s:{s:s}, s:i, s:[{s:O}], s:o, s:o, s:o, s:o, s:o, s:o}", "asset", "version", "2.0",
                  "scene", 0, "scenes", "nodes", roots, "nodes", nodes, "materials", make_materials(a),
                  "meshes", make_meshes(a->g.texture_count + fy_gltf_list_count(&a->g, "materials")),
                  "textures", make_textures(a), "images", images, "bufferViews", views);
    share(json, "samplers", a->g.json);
    json_object_set_new(json, "extensionsUsed", json_pack("[s]", "KHR_materials_unlit"));
    put_point(json, &pictures, views);
    bool made = json && make_images(a, &pictures, images, views);
    json_object_set_new(json, "buffers", json_pack("[{s:I}]", "byteLength", (json_int_t)pictures.size));
    made = made && write_file(a, json, &pictures, changed);
    json_decref(json);
    ferry_out_close(&pictures);
    return made;
}

bool fy_assimp_gltf_open(fy_assimp *a, ferry_bytes *changed) {
    size_t at, size;
    json_error_t error;
    if (!find_text(a->in, &at, &size)) return false;
    bool mark = size >= 3 && memcmp(a->in->data + at, "\xef\xbb\xbf", 3) == 0;
    json_t *json = json_loadb((const char *)a->in->data + at + 3 * mark, size - 3 * mark, 0, &error);
    a->g = (fy_gltf_in){.job = a->job,
                        .file = a->in,
                        .scene = a->scene,
                        .json = json,
                        .companion = fy_assimp_companion,
                        .display = fy_assimp_display};
    if (!json)
        return ferry_refuse(a->in, at + (error.position > 0 ? (size_t)error.position - 1 : 0), "gltf.json",
                            "line %d, column %d: %s", error.line, error.column, error.text);
    const char *version = json_string_value(json_object_get(list(a, "asset"), "version"));
    a->gltf = version && version[0] == '2';
    if (!a->gltf) return true; /* of glTF 1, assimp makes what it can */
    a->g.node_count = fy_gltf_list_count(&a->g, "nodes");
    if (fy_gltf_is_own(&a->g)) a->g.texture_count = fy_gltf_list_count(&a->g, "textures");
    json_t *roots = json_array();
    bool made = fy_gltf_begin_reading(&a->g) && check_extensions(a) && find_roots(a, roots) &&
                fy_gltf_find_stand_ins(&a->g, roots) && make_file(a, roots, changed);
    json_decref(roots);
    if (made) tell_left_out(a);
    return made;
}

void fy_assimp_gltf_close(fy_assimp *a) {
    if (!a->g.job) return; /* not opened */
    fy_gltf_end_reading(&a->g);
    json_decref(a->g.json);
}

/* -------------------------------------------------------------------------------------------------- nodes */

/* A number behind `start`, below `count`. */
static uint32_t number_of(const char *start, uint32_t count) {
    char *end;
    unsigned long number = strtoul(start, &end, 10);
    return *start >= '0' && *start <= '9' && !*end && number < count ? (uint32_t)number : FERRY_NONE;
}

uint32_t fy_assimp_gltf_node(const fy_assimp *a, const struct aiNode *node) {
    return a->gltf ? number_of(node->mName.data, a->g.node_count) : FERRY_NONE;
}

uint32_t fy_assimp_gltf_material(const fy_assimp *a, const char *name) {
    return a->gltf && *name == '#' ? number_of(name + 1, a->g.material_count) : FERRY_NONE;
}

uint32_t fy_assimp_gltf_texture(const fy_assimp *a, const char *name) {
    return a->gltf && *name == '@' ? number_of(name + 1, a->g.texture_count) : FERRY_NONE;
}

bool fy_assimp_gltf_skips(const fy_assimp *a, const struct aiNode *node) {
    uint32_t number = fy_assimp_gltf_node(a, node);
    return number == FERRY_NONE || a->g.stand_ins[number] != FERRY_NONE;
}

const char *fy_assimp_gltf_name(const fy_assimp *a, uint32_t number) {
    return fy_gltf_name_of(&a->g, "nodes", number, "node");
}

/* assimp has made a matrix of them, and back. */
void fy_assimp_gltf_rest(const fy_assimp *a, uint32_t number, ferry_node *node) {
    const json_t *from = fy_gltf_item(&a->g, "nodes", number);
    float v[4];
    fy_gltf_rest_extras(&a->g, number, node);
    if (json_object_get(from, "matrix")) return;
    node->translate = fy_gltf_get_floats(from, "translation", 3, v) ? (ferry_vec3){v[0], v[1], v[2]}
                                                                    : (ferry_vec3){0, 0, 0};
    node->quat = fy_gltf_get_floats(from, "rotation", 4, v)
                     ? fy_quat_normalize((ferry_quat){v[0], v[1], v[2], v[3]})
                     : (ferry_quat){0, 0, 0, 1};
    node->scale =
        fy_gltf_get_floats(from, "scale", 3, v) ? (ferry_vec3){v[0], v[1], v[2]} : (ferry_vec3){1, 1, 1};
}

/* ----------------------------------------------------------------------------------------------- the rest */

/* Which nodes of the scene each of the file's became, and in which order. */
static bool note_nodes(fy_assimp *a) {
    fy_gltf_in *g = &a->g;
    g->tops = ferry_new(a->job, uint32_t, (size_t)g->node_count + 1);
    g->bottoms = ferry_new(a->job, uint32_t, (size_t)g->node_count + 1);
    g->order = ferry_new(a->job, uint32_t, (size_t)g->node_count + 1);
    if (!g->tops || !g->bottoms || !g->order) return false;
    for (uint32_t i = 0; i < g->node_count; i++) g->tops[i] = g->bottoms[i] = FERRY_NONE;
    for (uint32_t n = 0; n < a->node_count; n++) {
        uint32_t number = fy_assimp_gltf_node(a, a->nodes[n].from);
        if (number == FERRY_NONE || g->tops[number] != FERRY_NONE) continue;
        g->tops[number] = a->nodes[n].top;
        g->bottoms[number] = a->nodes[n].bottom;
        g->order[g->order_count++] = number;
    }
    for (uint32_t i = 0; i < g->node_count; i++) {
        uint32_t of = g->stand_ins[i];
        if (of == FERRY_NONE || of == i || g->bottoms[of] == FERRY_NONE) continue;
        g->tops[i] = g->tops[of];
        g->bottoms[i] = g->bottoms[of];
        g->order[g->order_count++] = i;
    }
    return fy_gltf_order_draws(g);
}

bool fy_assimp_gltf_read(fy_assimp *a) {
    fy_gltf_read_scene_extras(&a->g);
    return note_nodes(a) && fy_gltf_read_machines(&a->g) && fy_gltf_read_meshes(&a->g) &&
           fy_gltf_read_skins(&a->g) && fy_gltf_read_draws(&a->g) && fy_gltf_apply_materials(&a->g) &&
           fy_gltf_read_paints(&a->g) && fy_gltf_read_clips(&a->g);
}
