/* gltf_reader.c: see gltf_reader.h. */
#include "gltf_reader.h"

#include "helpers.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------ containers */

static uint32_t le32(const uint8_t *bytes) {
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

glb glb_open_text(ferry_bytes json, ferry_bytes buffer) {
    json_error_t error;
    glb file = {json_loadb((const char *)json.data, json.size, JSON_REJECT_DUPLICATES, &error), buffer.data,
                buffer.size};
    ck_assert_msg(file.root != NULL, "JSON: %s", error.text);
    return file;
}

glb glb_open(ferry_bytes bytes) {
    ck_assert_uint_ge(bytes.size, 20);
    ck_assert_int_eq(memcmp(bytes.data, "glTF\2\0\0\0", 8), 0);
    ck_assert_uint_eq(le32(bytes.data + 8), bytes.size);
    ck_assert_int_eq(memcmp(bytes.data + 16, "JSON", 4), 0);
    size_t size = le32(bytes.data + 12), next = 20 + size;
    ck_assert_uint_eq(size % 4, 0);
    ck_assert_uint_le(next, bytes.size);
    ferry_bytes buffer = {0};
    if (next < bytes.size) {
        ck_assert_int_eq(memcmp(bytes.data + next + 4, "BIN\0", 4), 0);
        buffer = (ferry_bytes){bytes.data + next + 8, le32(bytes.data + next)};
        ck_assert_uint_eq(next + 8 + buffer.size, bytes.size);
        ck_assert_uint_eq(buffer.size % 4, 0);
    }
    return glb_open_text((ferry_bytes){bytes.data + 20, size}, buffer);
}

void glb_close(glb *file) {
    json_decref(file->root);
}

/* For what is asked of each value: Check notes every assertion that it sees in a file. */
static void hold(bool condition, const char *what) {
    if (!condition) ck_abort_msg("%s", what);
}

uint32_t glb_count(const glb *file, const char *list) {
    return (uint32_t)json_array_size(json_object_get(file->root, list));
}

json_t *glb_item(const glb *file, const char *list, size_t index) {
    json_t *item = json_array_get(json_object_get(file->root, list), index);
    hold(item != NULL, "there is no such item");
    return item;
}

long glb_integer(const json_t *object, const char *key, long none) {
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? (long)json_integer_value(value) : none;
}

/* ------------------------------------------------------------------------------------------- accessors */

static uint32_t width_of(const json_t *accessor) {
    const char *type = json_string_value(json_object_get(accessor, "type"));
    if (strcmp(type, "SCALAR") == 0) return 1;
    return strcmp(type, "MAT4") == 0 ? 16 : (uint32_t)(type[3] - '0');
}

uint32_t glb_accessor_count(const glb *file, uint32_t accessor) {
    return (uint32_t)glb_integer(glb_item(file, "accessors", accessor), "count", 0);
}

/* Component number `at` of what stands from an object's place in its view on. */
static uint32_t word_at(const glb *file, const json_t *object, size_t at, size_t size) {
    json_t *view = glb_item(file, "bufferViews", (size_t)glb_integer(object, "bufferView", -1));
    at = at * size + (size_t)glb_integer(object, "byteOffset", 0);
    hold(at + size <= (size_t)glb_integer(view, "byteLength", 0), "a value lies beyond its view");
    at += (size_t)glb_integer(view, "byteOffset", 0);
    hold(at + size <= file->size, "a value lies beyond the buffer");
    uint32_t word = 0;
    for (size_t k = 0; k < size; k++) word |= (uint32_t)file->buffer[at + k] << 8 * k;
    return word;
}

/* Of a sparse accessor: zero where no element is given. */
static double sparse_value(const glb *file, const json_t *sparse, size_t width, uint32_t index,
                           uint32_t component) {
    const json_t *indices = json_object_get(sparse, "indices"), *values = json_object_get(sparse, "values");
    hold(glb_integer(indices, "componentType", 0) == 5125, "indices of a sparse accessor are u32");
    for (size_t k = 0; k < (size_t)glb_integer(sparse, "count", 0); k++) {
        if (word_at(file, indices, k, 4) != index) continue;
        uint32_t word = word_at(file, values, width * k + component, 4);
        float value;
        memcpy(&value, &word, sizeof value);
        return (double)value;
    }
    return 0;
}

double glb_value(const glb *file, uint32_t number, uint32_t index, uint32_t component) {
    json_t *accessor = glb_item(file, "accessors", number), *sparse = json_object_get(accessor, "sparse");
    long kind = glb_integer(accessor, "componentType", 0);
    size_t size = kind == 5121 ? 1 : kind == 5123 ? 2 : 4, width = width_of(accessor);
    hold(index < (uint32_t)glb_integer(accessor, "count", 0), "an accessor has fewer values");
    if (sparse) return sparse_value(file, sparse, width, index, component);
    uint32_t word = word_at(file, accessor, width * index + component, size);
    float value;
    memcpy(&value, &word, sizeof value);
    if (kind == 5126) return (double)value;
    bool unit = json_is_true(json_object_get(accessor, "normalized"));
    return word / (unit ? size == 1 ? 255.0 : 65535.0 : 1.0);
}

/* ------------------------------------------------------------------------------------------ animations */

typedef struct place {
    uint32_t input, output, key;
    double part, span; /* between key and the next one */
    const char *how;
} place;

static place find_key(const glb *file, const json_t *animation, const json_t *channel, double seconds) {
    const json_t *sampler =
        json_array_get(json_object_get(animation, "samplers"), (size_t)glb_integer(channel, "sampler", -1));
    const char *how = json_string_value(json_object_get(sampler, "interpolation"));
    place p = {.input = (uint32_t)glb_integer(sampler, "input", -1),
               .output = (uint32_t)glb_integer(sampler, "output", -1),
               .how = how ? how : "LINEAR"};
    uint32_t count = glb_accessor_count(file, p.input);
    while (p.key + 1 < count && glb_value(file, p.input, p.key + 1, 0) <= seconds) p.key++;
    double from = glb_value(file, p.input, p.key, 0);
    if (p.key + 1 == count || seconds <= from) return p;
    p.span = glb_value(file, p.input, p.key + 1, 0) - from;
    p.part = strcmp(p.how, "STEP") == 0 ? 0 : (seconds - from) / p.span;
    return p;
}

static void read_key(const glb *file, const place *p, uint32_t key, uint32_t width, double *out) {
    for (uint32_t k = 0; k < width; k++) out[k] = glb_value(file, p->output, key, k);
}

static void slerp(const double a[4], const double b[4], double part, double out[4]) {
    double dot = 0;
    for (int k = 0; k < 4; k++) dot += a[k] * b[k];
    double sign = dot < 0 ? -1 : 1, angle = acos(fmin(1, fabs(dot))), below = sin(angle);
    double x = below > 1e-9 ? sin((1 - part) * angle) / below : 1 - part;
    double y = below > 1e-9 ? sin(part * angle) / below : part;
    for (int k = 0; k < 4; k++) out[k] = x * a[k] + sign * y * b[k];
}

/* A channel's value of three or four numbers. */
static void channel_value(const glb *file, const json_t *animation, const json_t *channel, double seconds,
                          uint32_t width, double out[4]) {
    place p = find_key(file, animation, channel, seconds);
    double a[4], b[4];
    read_key(file, &p, p.key, width, a);
    memcpy(out, a, width * sizeof *a);
    if (!(p.part > 0)) return;
    ck_assert_str_eq(p.how, "LINEAR");
    read_key(file, &p, p.key + 1, width, b);
    if (width == 4) slerp(a, b, p.part, out);
    for (uint32_t k = 0; width == 3 && k < 3; k++) out[k] = a[k] + (b[k] - a[k]) * p.part;
}

static const json_t *find_channel(const glb *file, long animation, uint32_t node, const char *path) {
    if (animation < 0) return NULL;
    json_t *channels = json_object_get(glb_item(file, "animations", (size_t)animation), "channels");
    for (size_t i = 0; i < json_array_size(channels); i++) {
        json_t *channel = json_array_get(channels, i), *target = json_object_get(channel, "target");
        if (glb_integer(target, "node", -1) == (long)node &&
            strcmp(json_string_value(json_object_get(target, "path")), path) == 0)
            return channel;
    }
    return NULL;
}

uint32_t glb_weights(const glb *file, uint32_t node, long animation, double seconds, double *weights,
                     uint32_t most) {
    json_t *mesh = glb_item(file, "meshes", (size_t)glb_integer(glb_item(file, "nodes", node), "mesh", -1));
    json_t *rest = json_object_get(mesh, "weights");
    uint32_t count = (uint32_t)json_array_size(rest);
    ck_assert_uint_le(count, most);
    for (uint32_t k = 0; k < count; k++) weights[k] = json_number_value(json_array_get(rest, k));
    const json_t *channel = find_channel(file, animation, node, "weights");
    if (!channel) return count;
    place p = find_key(file, glb_item(file, "animations", (size_t)animation), channel, seconds);
    for (uint32_t k = 0; k < count; k++) {
        weights[k] = glb_value(file, p.output, p.key * count + k, 0);
        if (p.part > 0)
            weights[k] += (glb_value(file, p.output, (p.key + 1) * count + k, 0) - weights[k]) * p.part;
    }
    return count;
}

/* ----------------------------------------------------------------------------------------------- nodes */

static void part_of(const glb *file, uint32_t node, const char *path, long animation, double seconds,
                    uint32_t width, double *values) {
    const json_t *list = json_object_get(glb_item(file, "nodes", node), path);
    for (uint32_t k = 0; list && k < width; k++) values[k] = json_number_value(json_array_get(list, k));
    const json_t *channel = find_channel(file, animation, node, path);
    if (channel)
        channel_value(file, glb_item(file, "animations", (size_t)animation), channel, seconds, width, values);
}

bool glb_is_scaled(const glb *file, uint32_t node) {
    const char *how = json_string_value(
        json_object_get(json_object_get(glb_item(file, "nodes", node), "extras"), "visibility"));
    return how && strcmp(how, "scale") == 0;
}

static glb_matrix local_of(const glb *file, uint32_t node, long animation, double seconds) {
    double t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    part_of(file, node, "translation", animation, seconds, 3, t);
    part_of(file, node, "rotation", animation, seconds, 4, q);
    if (animation >= 0 || !glb_is_scaled(file, node)) part_of(file, node, "scale", animation, seconds, 3, s);
    double x = q[0], y = q[1], z = q[2], w = q[3];
    ck_assert_double_eq_tol(x * x + y * y + z * z + w * w, 1, 1e-5);
    double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                      {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                      {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
    glb_matrix m = {{{0}}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) m.m[i][k] = r[i][k] * s[k];
        m.m[i][3] = t[i];
    }
    m.m[3][3] = 1;
    return m;
}

static glb_matrix multiply(const glb_matrix *a, const glb_matrix *b) {
    glb_matrix m = {{{0}}};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < 4; j++) m.m[i][k] += a->m[i][j] * b->m[j][k];
    return m;
}

glb_matrix *glb_worlds(const glb *file, long animation, double seconds) {
    uint32_t count = glb_count(file, "nodes");
    glb_matrix *worlds = calloc(count + (size_t)1, sizeof *worlds);
    long *parents = calloc(count + (size_t)1, sizeof *parents);
    for (uint32_t i = 0; i < count; i++) parents[i] = -1;
    for (uint32_t i = 0; i < count; i++) {
        const json_t *children = json_object_get(glb_item(file, "nodes", i), "children");
        for (size_t k = 0; k < json_array_size(children); k++) {
            long child = (long)json_integer_value(json_array_get(children, k));
            ck_assert_int_eq(parents[child], -1);
            parents[child] = (long)i;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        worlds[i] = local_of(file, i, animation, seconds);
        for (long up = parents[i]; up >= 0; up = parents[up]) {
            glb_matrix above = local_of(file, (uint32_t)up, animation, seconds);
            worlds[i] = multiply(&above, &worlds[i]);
        }
    }
    free(parents);
    return worlds;
}

/* -------------------------------------------------------------------------------------------- vertices */

static uint32_t attribute(const json_t *list, const char *name, uint32_t set) {
    char key[24];
    snprintf(key, sizeof key, "%s_%u", name, set);
    return (uint32_t)glb_integer(list, key, (long)FERRY_NONE);
}

static void add_joint(const glb *file, const glb_matrix *worlds, const json_t *skin, uint32_t joint,
                      double weight, glb_matrix *sum) {
    uint32_t inverses = (uint32_t)glb_integer(skin, "inverseBindMatrices", -1);
    size_t node = (size_t)json_integer_value(json_array_get(json_object_get(skin, "joints"), joint));
    glb_matrix inverse;
    for (uint32_t i = 0; i < 16; i++) inverse.m[i % 4][i / 4] = glb_value(file, inverses, joint, i);
    glb_matrix moves = multiply(&worlds[node], &inverse);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) sum->m[i][k] += weight * moves.m[i][k];
}

static glb_matrix skin_matrix(const glb *file, const glb_matrix *worlds, const json_t *skin,
                              const json_t *attributes, uint32_t vertex) {
    glb_matrix sum = {{{0}}};
    for (uint32_t set = 0; attribute(attributes, "JOINTS", set) != FERRY_NONE; set++)
        for (uint32_t k = 0; k < 4; k++) {
            double weight = glb_value(file, attribute(attributes, "WEIGHTS", set), vertex, k);
            uint32_t joint = (uint32_t)glb_value(file, attribute(attributes, "JOINTS", set), vertex, k);
            if (weight > 0) add_joint(file, worlds, skin, joint, weight, &sum);
        }
    ck_assert_double_eq_tol(sum.m[3][3], 1, 1e-5);
    return sum;
}

void glb_vertex(const glb *file, const glb_matrix *worlds, uint32_t number, uint32_t vertex,
                const double *weights, double out[3]) {
    json_t *node = glb_item(file, "nodes", number);
    json_t *mesh = glb_item(file, "meshes", (size_t)glb_integer(node, "mesh", -1));
    json_t *primitive = json_array_get(json_object_get(mesh, "primitives"), 0);
    json_t *attributes = json_object_get(primitive, "attributes"),
           *targets = json_object_get(primitive, "targets");
    double p[3];
    for (uint32_t k = 0; k < 3; k++)
        p[k] = glb_value(file, (uint32_t)glb_integer(attributes, "POSITION", -1), vertex, k);
    for (size_t t = 0; weights && t < json_array_size(targets); t++) {
        long moves = glb_integer(json_array_get(targets, t), "POSITION", -1);
        for (uint32_t k = 0; moves >= 0 && k < 3; k++)
            p[k] += weights[t] * glb_value(file, (uint32_t)moves, vertex, k);
    }
    glb_matrix m = worlds[number];
    long skin = glb_integer(node, "skin", -1);
    if (skin >= 0) m = skin_matrix(file, worlds, glb_item(file, "skins", (size_t)skin), attributes, vertex);
    for (int i = 0; i < 3; i++) out[i] = m.m[i][0] * p[0] + m.m[i][1] * p[1] + m.m[i][2] * p[2] + m.m[i][3];
}
