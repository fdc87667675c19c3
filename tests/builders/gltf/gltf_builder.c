/* gltf_builder.c: see gltf_builder.h. */
#include "gltf_builder.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Also of programs that are no tests. */
static void require(bool fits) {
    if (fits) return;
    fprintf(stderr, "gltf_builder: no room\n");
    abort();
}

static void add(char *to, size_t most, const char *format, va_list arguments) {
    size_t at = strlen(to);
    int length = vsnprintf(to + at, most - at, format, arguments);
    require(length >= 0 && (size_t)length < most - at);
    for (char *c = to + at; *c; c++)
        if (*c == '\'') *c = '"';
}

static void put(char *to, size_t most, const char *format, ...) FERRY_PRINTF(3, 4);
static void put(char *to, size_t most, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(to, most, format, arguments);
    va_end(arguments);
}

void gb_say(gb_file *file, const char *format, ...) {
    va_list arguments;
    put(file->text, sizeof file->text, ",");
    va_start(arguments, format);
    add(file->text, sizeof file->text, format, arguments);
    va_end(arguments);
}

void gb_more(gb_file *file, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(file->text, sizeof file->text, format, arguments);
    va_end(arguments);
}

void gb_order(uint8_t *to, const void *numbers, size_t size, int component) {
    size_t unit = component == GB_U32 || component == GB_FLOAT ? 4
                  : component == GB_S16 || component == GB_U16 ? 2
                                                               : 1;
    const uint8_t *from = numbers;
    for (size_t at = 0; at < size; at += unit) {
        uint32_t whole = from[at];
        uint16_t half;
        if (unit == 4) memcpy(&whole, from + at, 4);
        if (unit == 2) {
            memcpy(&half, from + at, 2);
            whole = half;
        }
        for (size_t k = 0; k < unit; k++) to[at + k] = (uint8_t)(whole >> (8 * k));
    }
}

uint32_t gb_view(gb_file *file, const void *bytes, size_t size, uint32_t stride) {
    require(file->size + size + 4 <= sizeof file->bytes);
    put(file->views, sizeof file->views, "%s{'buffer':0,'byteOffset':%zu,'byteLength':%zu",
        file->view_count ? "," : "", file->size, size);
    if (stride) put(file->views, sizeof file->views, ",'byteStride':%u", stride);
    put(file->views, sizeof file->views, "}");
    memcpy(file->bytes + file->size, bytes, size);
    file->size = (file->size + size + 3) / 4 * 4;
    return file->view_count++;
}

uint32_t gb_view_of(gb_file *file, const void *numbers, size_t size, int component) {
    uint8_t *bytes = malloc(size);
    require(bytes != NULL);
    gb_order(bytes, numbers, size, component);
    uint32_t view = gb_view(file, bytes, size, 0);
    free(bytes);
    return view;
}

uint32_t gb_accessor(gb_file *file, const char *format, ...) {
    va_list arguments;
    if (file->accessor_count) put(file->accessors, sizeof file->accessors, ",");
    va_start(arguments, format);
    add(file->accessors, sizeof file->accessors, format, arguments);
    va_end(arguments);
    return file->accessor_count++;
}

uint32_t gb_numbers(gb_file *file, const void *bytes, size_t size, int component, uint32_t count,
                    const char *type, const char *more) {
    uint32_t view = gb_view_of(file, bytes, size, component);
    return gb_accessor(file, "{'bufferView':%u,'componentType':%d,'count':%u,'type':'%s'%s}", view, component,
                       count, type, more);
}

static void put_le32(uint8_t *to, size_t value) {
    for (int k = 0; k < 4; k++) to[k] = (uint8_t)(value >> (8 * k));
}

ferry_bytes gb_glb(const gb_file *file) {
    static char json[1 << 15];
    *json = 0;
    put(json, sizeof json, "{'asset':{'version':'2.0'}%s", file->text);
    if (file->view_count)
        put(json, sizeof json, ",'bufferViews':[%s],'buffers':[{'byteLength':%zu}]", file->views, file->size);
    if (file->accessor_count) put(json, sizeof json, ",'accessors':[%s]", file->accessors);
    put(json, sizeof json, "}");
    while (strlen(json) % 4) put(json, sizeof json, " ");
    size_t text = strlen(json), size = 12 + 8 + text + 8 + file->size;
    uint8_t *bytes = malloc(size);
    require(bytes != NULL);
    memcpy(bytes, "glTF\2\0\0", 8);
    put_le32(bytes + 8, size);
    put_le32(bytes + 12, text);
    memcpy(bytes + 16, "JSON", 4);
    memcpy(bytes + 20, json, text);
    put_le32(bytes + 20 + text, file->size);
    memcpy(bytes + 24 + text, "BIN\0", 4);
    if (file->size) memcpy(bytes + 28 + text, file->bytes, file->size);
    return (ferry_bytes){bytes, size};
}
