/*
 * assimp_gltf.c: assimp tells the nodes of glTF by their names, which need not differ nor be there, does not tell how keys
 * are joined, and believes some things that are not so. It is given the file with numbers for names and without those
 * things, and this looks the rest up in the file's own JSON (docs/formats/generic.md, "glTF").
 */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "core/curve.h"
#include "core/maths.h"
#include "formats/assimp/assimp.h"

enum { HEADER = 12, CHUNK = 8, MAX_DEPTH = 1000 };

/* ---------------------------------------------------------------------------------------------------- text */

static uint32_t le32(const uint8_t *b) {
    return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

static bool is_binary(const ferry_window *in) {
    return in->size >= 4 && memcmp(in->data, "glTF", 4) == 0;
}

/* Where the JSON lies. */
static bool find_text(ferry_window *in, size_t *at, size_t *size) {
    *at = 0;
    *size = in->size;
    if (!is_binary(in)) return true;
    *at = HEADER + CHUNK;
    if (in->size < *at) return ferry_refuse(in, 0, "gltf.chunk", "%zu bytes; header and first chunk need %zu", in->size, *at);
    *size = le32(in->data + HEADER);
    if (*size > in->size - *at)
        return ferry_refuse(in, HEADER, "gltf.chunk", "%zu bytes of JSON expected, %zu left", *size, in->size - *at);
    return true;
}

/* As long as the job; jansson's own copy goes. */
static bool write_text(fy_assimp *a, size_t end, ferry_bytes *changed) {
    char *text = json_dumps(a->json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    size_t size = text ? strlen(text) : 0, padded = (size + 3) / 4 * 4, rest = is_binary(a->in) ? a->in->size - end : 0;
    size_t start = is_binary(a->in) ? HEADER + CHUNK : 0;
    uint8_t *bytes = text && padded < UINT32_MAX / 2 ? ferry_new(a->job, uint8_t, start + padded + rest + 1) : NULL;
    if (bytes) {
        *changed = (ferry_bytes){bytes, start ? start + padded + rest : size};
        memcpy(bytes + start, text, size);
        if (start) {
            memcpy(bytes, a->in->data, HEADER + CHUNK);
            memset(bytes + start + size, ' ', padded - size);
            if (rest) memcpy(bytes + start + padded, a->in->data + end, rest);
            for (int k = 0; k < 4; k++) {
                bytes[8 + k] = (uint8_t)(changed->size >> (8 * k));
                bytes[HEADER + k] = (uint8_t)(padded >> (8 * k));
            }
        }
    }
    free(text);
    return bytes || ferry_refuse(a->in, 0, "gltf.json", "the JSON cannot be held");
}

/* ---------------------------------------------------------------------------------------------------- tree */

static json_t *list(const fy_assimp *a, const char *key) {
    return json_object_get(a->json, key);
}

static bool refuse(fy_assimp *a, const char *what, size_t index, const char *text) {
    ferry_window part = ferry_window_part(a->in, what, (uint32_t)index);
    return ferry_refuse(&part, 0, "gltf.nodes", "%s", text);
}

/* `parents` of nodes: FERRY_NONE so far. What is no node is left to assimp to complain about. */
static bool note_children(fy_assimp *a, uint32_t *parents, size_t count) {
    for (size_t i = 0; i < count; i++) {
        json_t *children = json_object_get(json_array_get(list(a, "nodes"), i), "children");
        for (size_t k = 0; k < json_array_size(children); k++) {
            json_int_t child = json_integer_value(json_array_get(children, k));
            if (!json_is_integer(json_array_get(children, k)) || child < 0 || (size_t)child >= count) continue;
            if (parents[child] != FERRY_NONE) return refuse(a, "nodes", (size_t)child, "is the child of two nodes");
            parents[child] = (uint32_t)i;
        }
    }
    return true;
}

/* Each branch is followed up to where one was before: linear. */
static bool check_depth(fy_assimp *a, const uint32_t *parents, size_t count) {
    uint32_t *depths = ferry_new(a->job, uint32_t, count + 1);
    if (!depths) return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t steps = 0, at = (uint32_t)i;
        for (; at != FERRY_NONE && !depths[at] && steps <= MAX_DEPTH; at = parents[at]) steps++;
        uint32_t depth = steps + (at == FERRY_NONE ? 0 : depths[at]);
        if (depth > MAX_DEPTH || steps > MAX_DEPTH)
            return refuse(a, "nodes", i, "lies below more than a thousand others, or below itself");
        for (at = (uint32_t)i; at != FERRY_NONE && !depths[at]; at = parents[at]) depths[at] = depth--;
    }
    return true;
}

/* Roots of the scene that are no roots would be there twice. */
static void drop_roots(fy_assimp *a, const uint32_t *parents, size_t count) {
    bool *seen = ferry_new(a->job, bool, count + 1);
    for (size_t s = 0; seen && s < json_array_size(list(a, "scenes")); s++) {
        json_t *roots = json_object_get(json_array_get(list(a, "scenes"), s), "nodes");
        memset(seen, 0, count);
        for (size_t k = 0; k < json_array_size(roots);) {
            json_int_t root = json_integer_value(json_array_get(roots, k));
            bool there = json_is_integer(json_array_get(roots, k)) && root >= 0 && (size_t)root < count;
            bool twice = there && (seen[root] || parents[root] != FERRY_NONE);
            if (there) seen[root] = true;
            if (!twice) {
                k++;
                continue;
            }
            ferry_say(a->job, FERRY_WARNING, "gltf.root", a->in->file, "",
                      "scenes[%zu] names nodes[%" JSON_INTEGER_FORMAT "] as a root, which is there already; left out", s, root);
            json_array_remove(roots, k);
        }
    }
}

static bool check_tree(fy_assimp *a) {
    size_t count = json_array_size(list(a, "nodes"));
    uint32_t *parents = ferry_new(a->job, uint32_t, count + 1);
    if (!parents || count >= FERRY_NONE) return false;
    for (size_t i = 0; i < count; i++) parents[i] = FERRY_NONE;
    if (!note_children(a, parents, count) || !check_depth(a, parents, count)) return false;
    drop_roots(a, parents, count);
    return true;
}

/* ------------------------------------------------------------------------------------------------- changes */

/* Numbers for names; `*own` becomes a copy with the file's own. */
static bool number(fy_assimp *a, const char *key, json_t **own) {
    json_t *all = list(a, key);
    *own = json_deep_copy(all);
    for (size_t i = 0; i < json_array_size(all); i++) {
        char text[24];
        snprintf(text, sizeof text, "%zu", i);
        if (json_is_object(json_array_get(all, i)) && json_object_set_new(json_array_get(all, i), "name", json_string(text)) != 0)
            return false;
    }
    return !all || *own;
}

/* Base64 of `count` identity matrices of floats. */
static json_t *identities(size_t count) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char start[] = "data:application/octet-stream;base64,";
    size_t size = 64 * count, length = (size + 2) / 3 * 4;
    char *text = malloc(sizeof start + length), *to = text;
    if (!text) return NULL;
    memcpy(to, start, sizeof start - 1);
    to += sizeof start - 1;
    for (size_t at = 0; at < size; at += 3) {
        uint32_t word = 0;
        for (size_t k = 0; k < 3; k++) {
            size_t byte = (at + k) % 64; /* 1.0f is 00 00 80 3f, at every fifth float */
            uint32_t value = at + k >= size || byte / 4 % 5 ? 0 : byte % 4 == 2 ? 0x80 : byte % 4 == 3 ? 0x3f : 0;
            word = word << 8 | value;
        }
        for (size_t k = 0; k < 4; k++) *to++ = at + k > size ? '=' : letters[word >> (18 - 6 * k) & 63];
    }
    *to = 0;
    json_t *json = json_string(text);
    free(text);
    return json;
}

static size_t add(fy_assimp *a, const char *key, json_t *value) {
    json_t *array = list(a, key);
    if (!array) json_object_set_new(a->json, key, array = json_array());
    json_array_append_new(array, value);
    return json_array_size(array) - 1;
}

/* Of an object of numbers of accessors: that accessor, or NULL. */
static const json_t *accessor_of(const fy_assimp *a, const json_t *object, const char *key) {
    const json_t *index = json_object_get(object, key);
    json_int_t number_of = json_integer_value(index);
    return json_is_integer(index) && number_of >= 0 ? json_array_get(list(a, "accessors"), (size_t)number_of) : NULL;
}

static bool is_accessor(const json_t *accessor, json_int_t component, const char *type, json_int_t least) {
    const char *found = json_string_value(json_object_get(accessor, "type"));
    return found && strcmp(found, type) == 0 && json_integer_value(json_object_get(accessor, "componentType")) == component &&
           json_integer_value(json_object_get(accessor, "count")) >= least;
}

/* Skins without bind matrices, which assimp does not survive, get what the specification means by that. */
static void complete_skins(fy_assimp *a) {
    for (size_t i = 0; i < json_array_size(list(a, "skins")); i++) {
        json_t *skin = json_array_get(list(a, "skins"), i), *given = json_object_get(skin, "inverseBindMatrices");
        size_t joints = json_array_size(json_object_get(skin, "joints"));
        if (!json_is_object(skin) || !joints || joints > 1 << 20) continue;
        if (is_accessor(accessor_of(a, skin, "inverseBindMatrices"), 5126, "MAT4", (json_int_t)joints)) continue;
        if (given)
            ferry_say(a->job, FERRY_WARNING, "gltf.binds", a->in->file, "",
                      "skins[%zu]: %zu bind matrices expected; joints are taken to be bound where nothing moves them", i, joints);
        json_t *uri = identities(joints);
        size_t buffer = add(a, "buffers", json_pack("{s:o, s:I}", "uri", uri, "byteLength", (json_int_t)(64 * joints)));
        size_t view = add(a, "bufferViews", json_pack("{s:I, s:I, s:I}", "buffer", (json_int_t)buffer, "byteOffset", (json_int_t)0,
                                                      "byteLength", (json_int_t)(64 * joints)));
        size_t accessor = add(a, "accessors", json_pack("{s:I, s:i, s:I, s:s}", "bufferView", (json_int_t)view, "componentType",
                                                        5126, "count", (json_int_t)joints, "type", "MAT4"));
        json_object_set_new(skin, "inverseBindMatrices", json_integer((json_int_t)accessor));
    }
}

/* ------------------------------------------------------------------------------------------------ attributes */

enum { WEIGHT_SETS = 8 };

/* Every set of joints has its weights, as floats, for every vertex, and all joints are of one kind: assimp looks at the first
 * set only. */
static bool weights_fit(const fy_assimp *a, const json_t *attributes) {
    json_int_t count = json_integer_value(json_object_get(accessor_of(a, attributes, "POSITION"), "count")), kind = 0;
    bool ended = false;
    for (int set = 0; set < WEIGHT_SETS; set++) {
        char keys[2][16];
        snprintf(keys[0], sizeof keys[0], "JOINTS_%d", set);
        snprintf(keys[1], sizeof keys[1], "WEIGHTS_%d", set);
        const json_t *joints = accessor_of(a, attributes, keys[0]), *weights = accessor_of(a, attributes, keys[1]);
        ended |= !joints && !weights;
        if (!joints && !weights) continue;
        if (!kind) kind = json_integer_value(json_object_get(joints, "componentType"));
        if (ended || (kind != 5121 && kind != 5123) || !is_accessor(joints, kind, "VEC4", count) ||
            !is_accessor(weights, 5126, "VEC4", count))
            return false;
    }
    return true;
}

/* What assimp would read as something else goes: numbers that are no floats; weights that do not fit. */
static void drop_attributes(fy_assimp *a, size_t mesh, size_t primitive, json_t *attributes) {
    const char *key;
    json_t *value;
    void *next;
    bool rigid = !weights_fit(a, attributes);
    json_object_foreach_safe(attributes, next, key, value) {
        bool weight = strncmp(key, "JOINTS_", 7) == 0 || strncmp(key, "WEIGHTS_", 8) == 0;
        bool coordinates = strncmp(key, "TEXCOORD_", 9) == 0 || strcmp(key, "NORMAL") == 0 || strcmp(key, "TANGENT") == 0;
        const json_t *accessor = accessor_of(a, attributes, key);
        bool whole = accessor && json_integer_value(json_object_get(accessor, "componentType")) != 5126;
        if (!(weight && rigid) && !(coordinates && whole)) continue;
        ferry_say(a->job, FERRY_LOSS, "gltf.attribute", a->in->file, "",
                  "meshes[%zu].primitives[%zu]: %s is left out: it is of a kind that cannot be read, or does not fit the others",
                  mesh, primitive, key);
        json_object_del(attributes, key);
    }
}

static void check_meshes(fy_assimp *a) {
    for (size_t m = 0; m < json_array_size(list(a, "meshes")); m++) {
        const json_t *primitives = json_object_get(json_array_get(list(a, "meshes"), m), "primitives");
        for (size_t p = 0; p < json_array_size(primitives); p++)
            drop_attributes(a, m, p, json_object_get(json_array_get(primitives, p), "attributes"));
    }
}

/* What the file says cannot be left out, and assimp does not know. */
static void tell_extensions(fy_assimp *a) {
    static const char *const known[] = {"KHR_texture_transform", "KHR_materials_", "KHR_lights_punctual",
                                        "KHR_draco_mesh_compression", "FAST64_"};
    json_t *required = list(a, "extensionsRequired");
    for (size_t i = 0; i < json_array_size(required); i++) {
        const char *name = json_string_value(json_array_get(required, i));
        bool is_known = !name;
        for (size_t k = 0; !is_known && k < sizeof known / sizeof *known; k++)
            is_known = strncmp(name, known[k], strlen(known[k])) == 0;
        if (!is_known)
            ferry_say(a->job, FERRY_WARNING, "gltf.extension", a->in->file, "",
                      "needs the extension \"%s\", which is not read: what it stands for is left out",
                      ferry_scene_text(a->scene, name, strlen(name)));
    }
    if (json_array_size(list(a, "scenes")) > 1)
        ferry_say(a->job, FERRY_LOSS, "gltf.scenes", a->in->file, "", "of %zu scenes one is read",
                  json_array_size(list(a, "scenes")));
}

bool fy_assimp_gltf_open(fy_assimp *a, ferry_bytes *changed) {
    size_t at, size;
    json_error_t error;
    if (!find_text(a->in, &at, &size)) return false;
    bool mark = size >= 3 && memcmp(a->in->data + at, "\xef\xbb\xbf", 3) == 0;
    a->json = json_loadb((const char *)a->in->data + at + 3 * mark, size - 3 * mark, 0, &error);
    if (!a->json)
        return ferry_refuse(a->in, at + (error.position > 0 ? (size_t)error.position - 1 : 0), "gltf.json",
                            "line %d, column %d: %s", error.line, error.column, error.text);
    const char *version = json_string_value(json_object_get(list(a, "asset"), "version"));
    a->gltf = version && version[0] == '2';
    if (!a->gltf) return true; /* of glTF 1, assimp makes what it can */
    if (!check_tree(a) || !number(a, "nodes", &a->own_nodes) || !number(a, "meshes", &a->own_meshes)) return false;
    tell_extensions(a);
    complete_skins(a);
    check_meshes(a);
    return write_text(a, at + size, changed);
}

void fy_assimp_gltf_close(fy_assimp *a) {
    json_decref(a->json);
    json_decref(a->own_nodes);
    json_decref(a->own_meshes);
}

/* -------------------------------------------------------------------------------------------------- nodes */

uint32_t fy_assimp_gltf_node(const fy_assimp *a, const struct aiNode *node) {
    char *end;
    unsigned long number = strtoul(node->mName.data, &end, 10);
    bool counts = a->gltf && end != node->mName.data && !*end && number < json_array_size(a->own_nodes);
    return counts ? (uint32_t)number : FERRY_NONE;
}

const char *fy_assimp_gltf_name(const fy_assimp *a, uint32_t number) {
    const char *name = json_string_value(json_object_get(json_array_get(a->own_nodes, number), "name"));
    return name && *name ? ferry_scene_text(a->scene, name, strlen(name))
                         : ferry_scene_format(a->scene, "node%" PRIu32, number);
}

static bool numbers(const json_t *node, const char *key, size_t count, float *to) {
    const json_t *array = json_object_get(node, key);
    float found[4];
    for (size_t k = 0; k < count; k++) {
        double value = json_is_number(json_array_get(array, k)) ? json_number_value(json_array_get(array, k)) : 1e30;
        if (!(fabs(value) < 1e18)) return false;
        found[k] = (float)value;
    }
    memcpy(to, found, count * sizeof *to);
    return true;
}

/* assimp has made a matrix of them, and back. */
void fy_assimp_gltf_rest(const fy_assimp *a, uint32_t number, ferry_node *node) {
    const json_t *from = json_array_get(a->own_nodes, number);
    float v[4];
    if (json_object_get(from, "matrix")) return;
    node->translate = numbers(from, "translation", 3, v) ? (ferry_vec3){v[0], v[1], v[2]} : (ferry_vec3){0, 0, 0};
    node->quat = numbers(from, "rotation", 4, v) ? fy_quat_normalize((ferry_quat){v[0], v[1], v[2], v[3]})
                                                 : (ferry_quat){0, 0, 0, 1};
    node->scale = numbers(from, "scale", 3, v) ? (ferry_vec3){v[0], v[1], v[2]} : (ferry_vec3){1, 1, 1};
}

/* ------------------------------------------------------------------------------------------------- meshes */

/* "7", or "7-2" for one of several primitives. */
static const json_t *primitive_of(const fy_assimp *a, const struct aiMesh *mesh, uint32_t *number_of, const char **behind) {
    char *end;
    unsigned long found = strtoul(mesh->mName.data, &end, 10);
    if (end == mesh->mName.data || found >= json_array_size(a->own_meshes)) return NULL;
    *number_of = (uint32_t)found;
    *behind = end;
    return json_array_get(json_object_get(json_array_get(a->own_meshes, found), "primitives"),
                          *end == '-' ? strtoul(end + 1, NULL, 10) : 0);
}

const char *fy_assimp_gltf_mesh_name(const fy_assimp *a, const struct aiMesh *mesh) {
    uint32_t number_of;
    const char *behind, *name;
    if (!primitive_of(a, mesh, &number_of, &behind)) return fy_assimp_text(a, &mesh->mName);
    name = json_string_value(json_object_get(json_array_get(a->own_meshes, number_of), "name"));
    if (!name || !*name) return ferry_scene_format(a->scene, "mesh%" PRIu32 "%s", number_of, behind);
    return ferry_scene_format(a->scene, "%s%s", ferry_scene_text(a->scene, name, strlen(name)), behind);
}

/* assimp gives colours without alpha an alpha of 0. */
bool fy_assimp_gltf_lacks_alpha(const fy_assimp *a, const struct aiMesh *mesh, uint32_t set) {
    uint32_t number_of;
    const char *behind;
    char key[16];
    snprintf(key, sizeof key, "COLOR_%" PRIu32, set);
    const json_t *attributes = json_object_get(primitive_of(a, mesh, &number_of, &behind), "attributes");
    const char *type = json_string_value(json_object_get(accessor_of(a, attributes, key), "type"));
    return type && strcmp(type, "VEC3") == 0;
}

/* -------------------------------------------------------------------------------------------------- clips */

/* The node, path and way of a channel; NULL: it is not whole. */
static const char *way_of(const json_t *animation, const json_t *channel, json_int_t *node, const char **path) {
    const json_t *target = json_object_get(channel, "target");
    json_int_t number = json_integer_value(json_object_get(channel, "sampler"));
    const json_t *sampler = number < 0 ? NULL : json_array_get(json_object_get(animation, "samplers"), (size_t)number);
    const char *way = json_string_value(json_object_get(sampler, "interpolation"));
    *node = json_is_integer(json_object_get(target, "node")) ? json_integer_value(json_object_get(target, "node")) : -1;
    *path = json_string_value(json_object_get(target, "path"));
    return *node >= 0 && *path ? way : NULL;
}

/* A stepped channel: its node of the file, and the target. */
typedef struct stepped {
    uint32_t node;
    ferry_target target;
} stepped;

static int by_node(const void *a, const void *b) {
    const stepped *x = a, *y = b;
    if (x->node != y->node) return x->node < y->node ? -1 : 1;
    return (x->target > y->target) - (x->target < y->target);
}

static ferry_target target_of(const char *path) {
    return strcmp(path, "translation") == 0 ? FERRY_TARGET_TRANSLATE
           : strcmp(path, "rotation") == 0  ? FERRY_TARGET_ROTATE
           : strcmp(path, "scale") == 0     ? FERRY_TARGET_SCALE
                                            : FERRY_TARGET_MORPH;
}

/* `nodes`: which of the file's each node of the scene is; `morphs`: on which each morph hangs. */
bool fy_assimp_gltf_ways(fy_assimp *a, uint32_t index, ferry_clip *clip, const uint32_t *nodes, const uint32_t *morphs) {
    const json_t *animation = json_array_get(list(a, "animations"), index), *channels = json_object_get(animation, "channels");
    size_t count = json_array_size(channels);
    stepped *steps = ferry_new(a->job, stepped, count + 1);
    uint32_t found = 0, cubic = 0;
    if (!steps) return false;
    for (size_t k = 0; k < count; k++) {
        json_int_t node;
        const char *path, *way = way_of(animation, json_array_get(channels, k), &node, &path);
        if (way && strcmp(way, "CUBICSPLINE") == 0) cubic++;
        if (way && strcmp(way, "STEP") == 0 && node < FERRY_NONE) steps[found++] = (stepped){(uint32_t)node, target_of(path)};
    }
    qsort(steps, found, sizeof *steps, by_node);
    for (uint32_t k = 0; k < clip->track_count; k++) {
        ferry_track *track = &clip->tracks[k];
        stepped one = {track->target == FERRY_TARGET_MORPH ? morphs[track->object] : nodes[track->object], track->target};
        if (found && bsearch(&one, steps, found, sizeof *steps, by_node)) track->interpolation = FERRY_STEP;
    }
    if (cubic)
        ferry_say(a->job, FERRY_LOSS, "gltf.cubic", a->in->file, "",
                  "clip \"%s\": of %" PRIu32 " cubic splines the values at their keys are kept, joined by straight lines",
                  clip->name, cubic);
    return true;
}
