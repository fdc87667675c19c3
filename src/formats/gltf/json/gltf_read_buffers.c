/* gltf_read_buffers.c: a glTF file's JSON, list by list, and its buffers: the rest of a .glb, base64, or
 * files beside it. */
#include "formats/gltf/json/gltf_read_buffers.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_extras.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"
#include "formats/pictures/model_pictures.h"
#include "formats/pictures/sidecar_names.h"

static const char data[] = "data:";

enum { HEADER = 12, CHUNK = 8 };

/* ---------------------------------------------------------------------------------------------- base64 */

static int digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

/* Up to what is no digit; false if that is no `=` either. */
static bool decode_base64(const char *text, size_t size, uint8_t *to, size_t *count) {
    uint32_t bits = 0, word = 0;
    size_t at = 0;
    *count = 0;
    for (; at < size && digit(text[at]) >= 0; at++) {
        word = word << 6 | (uint32_t)digit(text[at]);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        to[(*count)++] = (uint8_t)(word >> bits);
    }
    while (at < size && text[at] == '=') at++;
    return at == size;
}

/* What stands behind "data:...;base64,"; NULL: the text does not begin so. */
static const char *find_base64(const char *uri, size_t size) {
    static const char mark[] = ";base64";
    const char *comma = memchr(uri, ',', size);
    size_t before = comma ? (size_t)(comma - uri) : 0, mark_size = sizeof mark - 1;
    return before >= mark_size && memcmp(comma - mark_size, mark, mark_size) == 0 ? comma + 1 : NULL;
}

static bool read_data(fy_gltf_in *g, uint32_t index, const char *uri, size_t size, ferry_bytes *to) {
    const char *text = find_base64(uri, size);
    if (!text) return fy_gltf_refuse(g, "buffers", index, "expected \"data:\" and \";base64,\" in its uri");
    size_t left = size - (size_t)(text - uri);
    uint8_t *bytes = g->decoded[index] = fy_job_resize(g->job, NULL, left / 4 * 3 + 4, 1);
    if (!bytes) return false;
    *to = (ferry_bytes){bytes, 0};
    return decode_base64(text, left, bytes, &to->size) ||
           fy_gltf_refuse(g, "buffers", index, "its uri is not valid base64 after byte %zu of the data",
                          to->size);
}

/* --------------------------------------------------------------------------------------------- buffers */

/* The chunk behind the JSON, whatever it is called by: some programs write other names. */
static bool find_chunk(const fy_gltf_in *g, ferry_bytes *to) {
    const ferry_window *in = g->file;
    if (in->size < HEADER + CHUNK || memcmp(in->data, "glTF", 4) != 0) return false;
    size_t length = ferry_le32(in->data + HEADER), at = HEADER + CHUNK + length;
    if (length > in->size || at > in->size || in->size - at < CHUNK) return false;
    size_t size = ferry_le32(in->data + at);
    at += CHUNK;
    *to = (ferry_bytes){in->data + at, size < in->size - at ? size : in->size - at};
    return true;
}

static bool read_buffer(fy_gltf_in *g, uint32_t index, ferry_bytes *to) {
    const json_t *buffer = fy_gltf_item(g, "buffers", index), *text = json_object_get(buffer, "uri");
    const char *uri = json_string_value(text);
    json_int_t length = json_integer_value(json_object_get(buffer, "byteLength"));
    if (!uri && (index || !find_chunk(g, to)))
        return fy_gltf_refuse(g, "buffers", index, "it has no uri, and the file has no binary chunk");
    if (uri && strncmp(uri, "data:", 5) == 0) {
        if (!read_data(g, index, uri, json_string_length(text), to)) return false;
    } else if (uri && !fy_locate_sidecar(g->job, uri, false, NULL, to)) {
        return !ferry_failed(g->job) && fy_gltf_refuse(g, "buffers", index, "file \"%s\" not found",
                                                       ferry_scene_text(g->scene, uri, strlen(uri)));
    }
    if (length < 0 || (uint64_t)length > to->size)
        return fy_gltf_refuse(g, "buffers", index, "expected %" JSON_INTEGER_FORMAT " bytes, found %zu",
                              length, to->size);
    to->size = (size_t)length;
    return true;
}

bool fy_gltf_start_messages(fy_gltf_in *g) {
    g->place = ferry_new(g->job, struct fy_gltf_place, 1);
    return g->place != NULL;
}

bool fy_gltf_begin_reading(fy_gltf_in *g) {
    g->ferry64_extras = fy_gltf_has_ferry64_extras(g);
    g->buffer_count = fy_gltf_list_count(g, "buffers");
    g->buffers = ferry_new(g->job, ferry_bytes, (size_t)g->buffer_count + 1);
    g->decoded = ferry_new(g->job, uint8_t *, (size_t)g->buffer_count + 1);
    return g->buffers && g->decoded;
}

void fy_gltf_end_reading(fy_gltf_in *g) {
    for (uint32_t i = 0; g->decoded && i < g->buffer_count; i++) fy_job_drop(g->job, g->decoded[i]);
    fy_job_drop(g->job, g->bound);
    if (g->pictures.job) fy_drop_pictures(&g->pictures); /* else not started */
}

static bool find_buffer(fy_gltf_in *g, uint32_t index, ferry_bytes *to) {
    if (!g->buffers[index].data && !read_buffer(g, index, &g->buffers[index])) return false;
    *to = g->buffers[index];
    return true;
}

/* A length or offset of an object; `otherwise` where there is none. False: it is no such number. */
static bool size_of(const json_t *object, const char *key, uint64_t otherwise, uint64_t *to) {
    const json_t *value = json_object_get(object, key);
    json_int_t found = json_integer_value(value);
    *to = value ? (uint64_t)found : otherwise;
    return !value || (json_is_integer(value) && found >= 0);
}

bool fy_gltf_find_view(fy_gltf_in *g, uint32_t view, ferry_bytes *bytes, uint32_t *stride) {
    const json_t *object = fy_gltf_item(g, "bufferViews", view);
    uint32_t buffer = fy_gltf_index_of(object, "buffer", g->buffer_count);
    uint64_t at, size, step;
    ferry_bytes whole;
    if (buffer == FERRY_NONE) return fy_gltf_refuse(g, "bufferViews", view, "it references no valid buffer");
    if (!size_of(object, "byteOffset", 0, &at) || !size_of(object, "byteLength", 0, &size) ||
        !size_of(object, "byteStride", 0, &step) || step > 4096)
        return fy_gltf_refuse(g, "bufferViews", view,
                              "expected byteOffset and byteLength of at least 0 and byteStride of at most "
                              "4096");
    if (!find_buffer(g, buffer, &whole)) return false;
    if (at > whole.size || size > whole.size - at)
        return fy_gltf_refuse(g, "bufferViews", view,
                              "needs %" PRIu64 " bytes at offset %" PRIu64 " of buffers[%" PRIu32 "], "
                              "which has %zu",
                              size, at, buffer, whole.size);
    *bytes = (ferry_bytes){whole.data ? whole.data + at : NULL, (size_t)size};
    *stride = (uint32_t)step;
    return true;
}

/* ---------------------------------------------------------------------------------------------- images */

bool fy_gltf_find_image(fy_gltf_in *g, uint32_t image, ferry_bytes *bytes, const char **why) {
    const json_t *from = fy_gltf_item(g, "images", image), *text = json_object_get(from, "uri");
    const char *uri = json_string_value(text),
               *packed = uri ? find_base64(uri, json_string_length(text)) : NULL;
    uint32_t view = fy_gltf_index_of(from, "bufferView", fy_gltf_list_count(g, "bufferViews")), stride;
    *bytes = (ferry_bytes){0};
    *why = NULL;
    if (!uri && view == FERRY_NONE)
        return fy_gltf_refuse(g, "images", image, "it references no valid bufferView");
    if (!uri) return fy_gltf_find_view(g, view, bytes, &stride);
    *why = packed ? NULL : "expected \";base64,\" in its uri";
    if (!packed) return true;
    size_t left = json_string_length(text) - (size_t)(packed - uri);
    uint8_t *to = ferry_new(g->job, uint8_t, left / 4 * 3 + 4);
    if (!to) return false;
    bytes->data = to;
    if (!decode_base64(packed, left, to, &bytes->size))
        *why =
            ferry_job_format(g->job, "its uri is not valid base64 after byte %zu of the data", bytes->size);
    return true;
}

bool fy_gltf_lies_inside(const fy_gltf_in *g, uint32_t image) {
    const json_t *from = fy_gltf_item(g, "images", image);
    const char *uri = json_string_value(json_object_get(from, "uri"));
    return uri ? strncmp(uri, data, sizeof data - 1) == 0 : json_object_get(from, "bufferView") != NULL;
}
