/*
 * gltf_write_buffer.c: numbers in the buffer of a glTF file, with the views and accessors that tell where
 * they stand (docs/formats/gltf.md).
 */
#include "formats/gltf/write/gltf_write_buffer.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/write/gltf_writer.h"

void fy_gltf_set(fy_gltf *g, json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0) g->no_memory = true;
}

uint32_t fy_gltf_add(fy_gltf *g, json_t *list, json_t *value) {
    if (json_array_append_new(list, value) != 0) g->no_memory = true;
    return (uint32_t)json_array_size(list) - 1;
}

/* Adding zero makes of a negative one a plain one. */
json_t *fy_gltf_numbers(fy_gltf *g, const double *values, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        bool fits = fabs(values[i]) <= (double)FLT_MAX;
        if (!fits) g->e.too_large = true;
        fy_gltf_add(g, list, json_real(fits ? values[i] + 0.0 : 0));
    }
    return list;
}

json_t *fy_gltf_index(uint32_t index) {
    return json_integer((json_int_t)index);
}

void fy_gltf_name(fy_gltf *g, json_t *object, const char *name) {
    if (*name) fy_gltf_set(g, object, "name", json_string(name));
}

/* ----------------------------------------------------------------------------------------------- views */

/* Where a view of `size` bytes begins, whose bytes are put next. */
static uint32_t open_view(fy_gltf *g, size_t size, unsigned target) {
    ferry_align(&g->buffer, 4);
    if (g->run) return (uint32_t)json_array_size(g->views) - 1;
    json_t *view = json_object();
    fy_gltf_set(g, view, "buffer", json_integer(0));
    fy_gltf_set(g, view, "byteOffset", json_integer((json_int_t)g->buffer.size));
    fy_gltf_set(g, view, "byteLength", json_integer((json_int_t)size));
    if (target) fy_gltf_set(g, view, "target", json_integer((json_int_t)target));
    return fy_gltf_add(g, g->views, view);
}

void fy_gltf_begin_run(fy_gltf *g) {
    uint32_t number = open_view(g, 0, FY_GLTF_NO_TARGET);
    g->run = json_array_get(g->views, number);
    g->run_start = g->buffer.size;
}

/* The format has no empty views. */
void fy_gltf_end_run(fy_gltf *g) {
    size_t size = g->buffer.size - g->run_start;
    if (size)
        fy_gltf_set(g, g->run, "byteLength", json_integer((json_int_t)size));
    else
        json_array_remove(g->views, json_array_size(g->views) - 1);
    g->run = NULL;
}

uint32_t fy_gltf_view(fy_gltf *g, const void *bytes, size_t size, unsigned target) {
    uint32_t view = open_view(g, size, target);
    ferry_put_bytes(&g->buffer, bytes, size);
    return g->buffer.bad ? FERRY_NONE : view;
}

static void put_word(fy_gltf *g, uint32_t word, int size) {
    uint8_t bytes[4] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16), (uint8_t)(word >> 24)};
    ferry_put_bytes(&g->buffer, bytes, (size_t)size);
}

/* ------------------------------------------------------------------------------------------- accessors */

static json_t *open_accessor(fy_gltf *g, uint32_t view, uint32_t component, uint32_t count, uint32_t width) {
    static const char *const types[] = {"SCALAR", "SCALAR", "VEC2", "VEC3", "VEC4"};
    json_t *accessor = json_object();
    if (view != FERRY_NONE) fy_gltf_set(g, accessor, "bufferView", fy_gltf_index(view));
    if (g->run)
        fy_gltf_set(g, accessor, "byteOffset", json_integer((json_int_t)(g->buffer.size - g->run_start)));
    fy_gltf_set(g, accessor, "componentType", json_integer((json_int_t)component));
    fy_gltf_set(g, accessor, "count", fy_gltf_index(count));
    fy_gltf_set(g, accessor, "type", json_string(width == 16 ? "MAT4" : types[width]));
    return accessor;
}

/* `zeros`: besides elements that are zero. */
static void set_bounds(fy_gltf *g, json_t *accessor, const float *values, uint32_t count, uint32_t width,
                       bool zeros) {
    double least[4] = {INFINITY, INFINITY, INFINITY, INFINITY},
           most[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (uint32_t k = 0; zeros && k < 4; k++) least[k] = most[k] = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < width; k++) {
            double value = (double)values[(size_t)i * width + k];
            least[k] = value < least[k] ? value : least[k];
            most[k] = value > most[k] ? value : most[k];
        }
    fy_gltf_set(g, accessor, "min", fy_gltf_numbers(g, least, (int)width));
    fy_gltf_set(g, accessor, "max", fy_gltf_numbers(g, most, (int)width));
}

static uint32_t close_accessor(fy_gltf *g, json_t *accessor) {
    uint32_t number = fy_gltf_add(g, g->accessors, accessor);
    return g->buffer.bad || !ferry_tick(g->e.job) ? FERRY_NONE : number;
}

static void put_floats(fy_gltf *g, const float *values, size_t count) {
    for (size_t i = 0; i < count && !g->buffer.bad; i++) {
        uint32_t word;
        memcpy(&word, &values[i], sizeof word);
        if (!isfinite(values[i])) g->e.too_large = true;
        put_word(g, word, 4);
    }
}

uint32_t fy_gltf_floats(fy_gltf *g, const float *values, uint32_t count, uint32_t width, unsigned target,
                        bool bounds) {
    size_t all = (size_t)count * width;
    json_t *accessor = open_accessor(g, open_view(g, 4 * all, target), FY_GLTF_FLOAT, count, width);
    put_floats(g, values, all);
    if (bounds) set_bounds(g, accessor, values, count, width, false);
    return close_accessor(g, accessor);
}

uint32_t fy_gltf_u16s(fy_gltf *g, const uint16_t *values, uint32_t count, uint32_t width, unsigned target,
                      bool normalized) {
    size_t all = (size_t)count * width;
    json_t *accessor = open_accessor(g, open_view(g, 2 * all, target), FY_GLTF_U16, count, width);
    for (size_t i = 0; i < all && !g->buffer.bad; i++) put_word(g, values[i], 2);
    if (normalized) fy_gltf_set(g, accessor, "normalized", json_true());
    return close_accessor(g, accessor);
}

uint32_t fy_gltf_u8s(fy_gltf *g, const uint8_t *values, uint32_t count) {
    json_t *accessor = open_accessor(g, open_view(g, count, FY_GLTF_NO_TARGET), FY_GLTF_U8, count, 1);
    ferry_put_bytes(&g->buffer, values, count);
    return close_accessor(g, accessor);
}

uint32_t fy_gltf_u32s(fy_gltf *g, const uint32_t *values, uint32_t count, unsigned target) {
    json_t *accessor = open_accessor(g, open_view(g, 4 * (size_t)count, target), FY_GLTF_U32, count, 1);
    for (uint32_t i = 0; i < count && !g->buffer.bad; i++) put_word(g, values[i], 4);
    return close_accessor(g, accessor);
}

uint32_t fy_gltf_sparse(fy_gltf *g, uint32_t count, const uint32_t *places, const float *values,
                        uint32_t moved) {
    json_t *accessor = open_accessor(g, FERRY_NONE, FY_GLTF_FLOAT, count, 3), *sparse = json_object();
    json_t *indices = json_object(), *moves = json_object();
    set_bounds(g, accessor, values, moved, 3, moved < count);
    fy_gltf_set(g, accessor, "sparse", sparse);
    fy_gltf_set(g, sparse, "count", fy_gltf_index(moved));
    fy_gltf_set(g, sparse, "indices", indices);
    fy_gltf_set(g, sparse, "values", moves);
    fy_gltf_set(g, indices, "bufferView", fy_gltf_index(open_view(g, 4 * (size_t)moved, FY_GLTF_NO_TARGET)));
    fy_gltf_set(g, indices, "componentType", json_integer(FY_GLTF_U32));
    for (uint32_t i = 0; i < moved && !g->buffer.bad; i++) put_word(g, places[i], 4);
    fy_gltf_set(g, moves, "bufferView", fy_gltf_index(open_view(g, 12 * (size_t)moved, FY_GLTF_NO_TARGET)));
    put_floats(g, values, 3 * (size_t)moved);
    return close_accessor(g, accessor);
}
