/* gltf_read_accessors.c: accessors of glTF: sparse, normalized, interleaved ones, of all kinds of numbers. */
#include "formats/gltf/read/gltf_read_accessors.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_buffers.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"

/* Bytes of a number; 0: no such kind. */
static uint32_t size_of(uint32_t component) {
    switch (component) {
    case 5120:
    case 5121:
        return 1;
    case 5122:
    case 5123:
        return 2;
    case 5125:
    case 5126:
        return 4;
    default:
        return 0;
    }
}

static uint32_t width_of(const char *type) {
    static const struct {
        const char *name;
        uint32_t width;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    for (size_t k = 0; type && k < sizeof types / sizeof *types; k++)
        if (strcmp(types[k].name, type) == 0) return types[k].width;
    return 0;
}

/* ------------------------------------------------------------------------------------------------ where */

/* `count` elements of `size` bytes each at `object`'s place in its view. */
static bool find_bytes(fy_gltf_in *g, uint32_t accessor, const json_t *object, const char *what,
                       uint64_t count, size_t size, const uint8_t **data, size_t *stride) {
    uint32_t view = fy_gltf_index_of(object, "bufferView", fy_gltf_list_count(g, "bufferViews")), step;
    json_int_t offset = json_integer_value(json_object_get(object, "byteOffset"));
    ferry_bytes bytes;
    if (view == FERRY_NONE)
        return fy_gltf_refuse(g, "accessors", accessor, "%sit references no valid bufferView", what);
    if (!fy_gltf_find_view(g, view, &bytes, &step)) return false;
    *stride = step ? step : size;
    uint64_t needed = count ? (count - 1) * *stride + size : 0;
    if (*stride < size)
        return fy_gltf_refuse(g, "accessors", accessor,
                              "%selements of %zu bytes do not fit in a stride of %zu", what, size, *stride);
    if (offset < 0 || (uint64_t)offset > bytes.size || needed > bytes.size - (uint64_t)offset)
        return fy_gltf_refuse(g, "accessors", accessor,
                              "%sneeds %" PRIu64 " bytes at offset %" JSON_INTEGER_FORMAT " of "
                              "bufferViews[%" PRIu32 "], which has %zu",
                              what, needed, offset, view, bytes.size);
    *data = bytes.data ? bytes.data + offset : NULL;
    return true;
}

static uint32_t whole_at(const uint8_t *at, uint32_t component) {
    switch (size_of(component)) {
    case 1:
        return at[0];
    case 2:
        return (uint32_t)at[1] << 8 | at[0];
    default:
        return ferry_le32(at);
    }
}

static bool find_sparse(fy_gltf_in *g, const json_t *sparse, fy_gltf_numbers_in *to) {
    const json_t *indices = json_object_get(sparse, "indices"), *values = json_object_get(sparse, "values");
    json_int_t count = json_integer_value(json_object_get(sparse, "count"));
    uint32_t kind = fy_gltf_index_of(indices, "componentType", 5126);
    size_t element = (size_t)to->width * size_of(to->component), stride;
    if (count < 0 || count > to->count)
        return fy_gltf_refuse(g, "accessors", to->number,
                              "sparse: expected 0 to %" PRIu32 " elements, found %" JSON_INTEGER_FORMAT,
                              to->count, count);
    if (kind != 5121 && kind != 5123 && kind != 5125)
        return fy_gltf_refuse(g, "accessors", to->number,
                              "sparse: expected indices of componentType 5121, 5123 or 5125");
    to->sparse_count = (uint32_t)count;
    to->sparse_component = kind;
    if (!count) return true;
    if (!find_bytes(g, to->number, indices, "sparse.indices: ", (uint64_t)count, size_of(kind),
                    &to->sparse_indices, &stride) ||
        !find_bytes(g, to->number, values, "sparse.values: ", (uint64_t)count, element, &to->sparse_values,
                    &stride))
        return false;
    for (uint32_t k = 0; k < to->sparse_count; k++) {
        uint32_t index = whole_at(to->sparse_indices + (size_t)k * size_of(kind), kind);
        if (index >= to->count)
            return fy_gltf_refuse(g, "accessors", to->number,
                                  "sparse.indices: references element %" PRIu32 ", but there are "
                                  "%" PRIu32,
                                  index, to->count);
    }
    return true;
}

bool fy_gltf_find_accessor(fy_gltf_in *g, uint32_t accessor, fy_gltf_numbers_in *to) {
    const json_t *object = fy_gltf_item(g, "accessors", accessor),
                 *sparse = json_object_get(object, "sparse");
    const char *type = json_string_value(json_object_get(object, "type"));
    json_int_t count = json_integer_value(json_object_get(object, "count"));
    *to = (fy_gltf_numbers_in){.number = accessor,
                               .width = width_of(type),
                               .component = fy_gltf_index_of(object, "componentType", 5127)};
    to->normalized = json_is_true(json_object_get(object, "normalized"));
    if (!size_of(to->component))
        return fy_gltf_refuse(g, "accessors", accessor,
                              "expected a componentType of 5120 to 5123, 5125 or 5126");
    if (!to->width)
        return fy_gltf_refuse(g, "accessors", accessor, "expected type SCALAR, VEC2, VEC3, VEC4 or MAT4");
    if (count < 0 || count > INT32_MAX)
        return fy_gltf_refuse(g, "accessors", accessor,
                              "expected a count of 0 to %d, found %" JSON_INTEGER_FORMAT, INT32_MAX, count);
    to->count = (uint32_t)count;
    if (json_object_get(object, "bufferView") &&
        !find_bytes(g, accessor, object, "", to->count, (size_t)to->width * size_of(to->component), &to->data,
                    &to->stride))
        return false;
    return !sparse || find_sparse(g, sparse, to);
}

/* ------------------------------------------------------------------------------------------------- what */

static double signed_value(uint32_t whole, uint32_t bits) {
    uint32_t top = 1u << (bits - 1);
    return whole & top ? (double)whole - 2.0 * top : (double)whole;
}

static float float_at(const uint8_t *at, uint32_t component, bool normalized) {
    uint32_t word;
    float value;
    double number;
    switch (component) {
    case 5120:
        number = signed_value(at[0], 8);
        number = !normalized ? number : number < -127 ? -1 : number / 127;
        return (float)number;
    case 5122:
        number = signed_value(whole_at(at, component), 16);
        number = !normalized ? number : number < -32767 ? -1 : number / 32767;
        return (float)number;
    case 5121:
        return (float)(normalized ? at[0] / 255.0 : at[0]);
    case 5123:
        return (float)(normalized ? whole_at(at, component) / 65535.0 : whole_at(at, component));
    case 5125:
        return (float)(normalized ? whole_at(at, component) / 4294967295.0 : whole_at(at, component));
    default:
        word = whole_at(at, component);
        memcpy(&value, &word, sizeof value);
        return value;
    }
}

/* Floats as they stand: most of what there is. */
static void take_plain(const uint8_t *at, uint32_t width, float *to) {
    for (uint32_t k = 0; k < width; k++, at += 4) {
        uint32_t word = ferry_le32(at);
        memcpy(&to[k], &word, sizeof word);
    }
}

/* One element. */
static void take_element(const fy_gltf_numbers_in *from, const uint8_t *at, size_t element, float *floats,
                         uint32_t *whole) {
    uint32_t size = size_of(from->component);
    if (floats && from->component == 5126) {
        take_plain(at, from->width, floats + element * from->width);
        return;
    }
    for (uint32_t k = 0; k < from->width; k++, at += size) {
        size_t to = element * from->width + k;
        if (floats) floats[to] = float_at(at, from->component, from->normalized);
        if (whole) whole[to] = from->component == 5126 ? 0 : whole_at(at, from->component);
    }
}

static bool take_all(fy_gltf_in *g, const fy_gltf_numbers_in *from, float *floats, uint32_t *whole) {
    uint32_t index_size = size_of(from->sparse_component);
    size_t element = (size_t)from->width * size_of(from->component);
    for (uint32_t i = 0; from->data && i < from->count; i++) {
        if (i % 65536 == 0 && !ferry_tick(g->job)) return false;
        take_element(from, from->data + i * from->stride, i, floats, whole);
    }
    for (uint32_t k = 0; k < from->sparse_count; k++)
        take_element(from, from->sparse_values + k * element,
                     whole_at(from->sparse_indices + (size_t)k * index_size, from->sparse_component), floats,
                     whole);
    return true;
}

/* ----------------------------------------------------------------------------------------------- messages */

/* Its bytes; NULL: there are none. */
static const uint8_t *bytes_of(const fy_gltf_numbers_in *from, uint32_t element) {
    uint32_t index_size = size_of(from->sparse_component);
    for (uint32_t k = from->sparse_count; k-- > 0;) /* of several the last one counts */
        if (whole_at(from->sparse_indices + (size_t)k * index_size, from->sparse_component) == element)
            return from->sparse_values + (size_t)k * from->width * size_of(from->component);
    return from->data ? from->data + element * from->stride : NULL;
}

/* Beyond this, products of two numbers are no floats any more. */
static const double FAR = 1e18;

static bool is_sound(float value) {
    return fabs((double)value) < FAR; /* not so for what is no number */
}

void fy_gltf_note_broken(fy_gltf_element_in *first, const fy_gltf_numbers_in *from, const float *values) {
    const size_t count = first->of.width ? 0 : (size_t)from->count * from->width;
    size_t k = 0;
    while (k < count && is_sound(values[k])) k++;
    if (k < count) *first = (fy_gltf_element_in){*from, (uint32_t)(k / from->width)};
}

void fy_gltf_tell_element(const fy_gltf_in *g, ferry_severity severity, const char *code,
                          const fy_gltf_element_in *what, const char *format, ...) {
    const ferry_window *file = g->file;
    uintptr_t at = (uintptr_t)bytes_of(&what->of, what->element), start = (uintptr_t)file->data;
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ferry_window list = ferry_window_part(file, "accessors", what->of.number),
                 part = ferry_window_part(&list, "element", what->element);
    if (at >= start && at - start < file->size)
        ferry_say_at(&part, at - start, severity, code, "%s", text);
    else
        fy_gltf_tell(g, severity, code, "accessors", what->of.number, NULL, "%s", text);
}

/* -------------------------------------------------------------------------------------------------- whole */

float *fy_gltf_read_floats(fy_gltf_in *g, const fy_gltf_numbers_in *from) {
    float *to = ferry_new(g->job, float, (size_t)from->count * from->width);
    return to && take_all(g, from, to, NULL) ? to : NULL;
}

uint32_t *fy_gltf_read_whole(fy_gltf_in *g, const fy_gltf_numbers_in *from) {
    uint32_t *to = ferry_new(g->job, uint32_t, (size_t)from->count * from->width);
    return to && take_all(g, from, NULL, to) ? to : NULL;
}

float fy_gltf_sanitise(float value, uint32_t *broken) {
    if (is_sound(value)) return value;
    ++*broken;
    return 0;
}
