/* window.c: bounded views of a file that know where they are (ferry64_format.h). */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/report.h"

ferry_window ferry_window_open(ferry_job *job, const char *file, ferry_bytes bytes) {
    return (ferry_window){
        .job = job, .file = file, .label = "", .index = FERRY_NONE, .data = bytes.data, .size = bytes.size};
}

bool ferry_window_holds(const ferry_window *window, uint64_t offset, uint64_t count, uint64_t stride) {
    if (offset > window->size) return false;
    return stride == 0 || count <= (window->size - offset) / stride;
}

ferry_window ferry_window_part(const ferry_window *window, const char *label, uint32_t index) {
    ferry_window part = *window;
    part.up = window;
    part.label = label;
    part.index = index;
    return part;
}

static ferry_window bad_part(ferry_window *window, const char *label, uint32_t index) {
    ferry_window part = ferry_window_part(window, label, index);
    window->bad = part.bad = true;
    part.size = part.pos = 0;
    return part;
}

ferry_window ferry_window_cut(ferry_window *window, const char *label, uint32_t index, uint64_t offset,
                              uint64_t size) {
    if (!ferry_window_holds(window, offset, size, 1)) {
        ferry_window part = bad_part(window, label, index);
        if (offset > window->size)
            ferry_say_at(&part, 0, FERRY_ERROR, "bytes.out-of-range",
                         "starts at 0x%" PRIx64 ", past the end at 0x%zx", offset, window->size);
        else
            ferry_say_at(&part, 0, FERRY_ERROR, "bytes.out-of-range",
                         "expected %" PRIu64 " bytes at 0x%" PRIx64 ", found %zu", size, offset,
                         window->size - (size_t)offset);
        return part;
    }
    ferry_window part = ferry_window_part(window, label, index);
    part.data = size ? window->data + offset : window->data;
    part.size = (size_t)size;
    part.pos = 0;
    part.base = window->base + offset;
    return part;
}

ferry_window ferry_window_rest(ferry_window *window, const char *label, uint32_t index, uint64_t offset) {
    uint64_t size = offset <= window->size ? window->size - offset : 0;
    return ferry_window_cut(window, label, index, offset, size);
}

/* The bytes at `offset`, or NULL and, the first time, an error. */
static const uint8_t *look(ferry_window *window, uint64_t offset, uint64_t count) {
    if (ferry_window_holds(window, offset, count, 1)) return window->data + offset;
    if (!window->bad) {
        uint64_t left = offset <= window->size ? window->size - offset : 0;
        ferry_say_at(window, offset, FERRY_ERROR, "bytes.truncated",
                     "expected %" PRIu64 " byte%s, found "
                     "%" PRIu64,
                     count, count == 1 ? "" : "s", left);
    }
    window->bad = true;
    return NULL;
}

const uint8_t *ferry_read_bytes(ferry_window *window, uint64_t count) {
    const uint8_t *bytes = look(window, window->pos, count);
    if (bytes)
        window->pos += (size_t)count;
    else
        window->pos = window->size;
    return bytes;
}

void ferry_skip(ferry_window *window, uint64_t count) {
    ferry_read_bytes(window, count);
}

void ferry_seek(ferry_window *window, uint64_t offset) {
    if (look(window, offset, 0)) window->pos = (size_t)offset;
}

uint8_t ferry_read_u8(ferry_window *window) {
    const uint8_t *bytes = ferry_read_bytes(window, 1);
    return bytes ? bytes[0] : 0;
}

uint16_t ferry_read_u16(ferry_window *window) {
    const uint8_t *bytes = ferry_read_bytes(window, 2);
    return bytes ? ferry_be16(bytes) : 0;
}

uint32_t ferry_read_u32(ferry_window *window) {
    const uint8_t *bytes = ferry_read_bytes(window, 4);
    return bytes ? ferry_be32(bytes) : 0;
}

int8_t ferry_read_s8(ferry_window *window) {
    return (int8_t)ferry_read_u8(window);
}

int16_t ferry_read_s16(ferry_window *window) {
    return (int16_t)ferry_read_u16(window);
}

int32_t ferry_read_s32(ferry_window *window) {
    return (int32_t)ferry_read_u32(window);
}

float ferry_read_f32(ferry_window *window) {
    const uint8_t *bytes = ferry_read_bytes(window, 4);
    return bytes ? ferry_bef32(bytes) : 0.0f;
}

uint8_t ferry_u8_at(ferry_window *window, uint64_t offset) {
    const uint8_t *bytes = look(window, offset, 1);
    return bytes ? bytes[0] : 0;
}

uint16_t ferry_u16_at(ferry_window *window, uint64_t offset) {
    const uint8_t *bytes = look(window, offset, 2);
    return bytes ? ferry_be16(bytes) : 0;
}

uint32_t ferry_u32_at(ferry_window *window, uint64_t offset) {
    const uint8_t *bytes = look(window, offset, 4);
    return bytes ? ferry_be32(bytes) : 0;
}

float ferry_f32_at(ferry_window *window, uint64_t offset) {
    const uint8_t *bytes = look(window, offset, 4);
    return bytes ? ferry_bef32(bytes) : 0.0f;
}

/* ---------------------------------------------------------------------------------- messages with a place */

enum { MAX_DEPTH = 16, MAX_PATH = 256 };

/* "SHP1.shape[3].packet[1]" */
static void compose_path(const ferry_window *window, char path[MAX_PATH]) {
    const ferry_window *chain[MAX_DEPTH];
    int depth = 0;
    for (const ferry_window *w = window; w && depth < MAX_DEPTH; w = w->up)
        if (*w->label) chain[depth++] = w;
    size_t length = 0;
    path[0] = 0;
    while (depth-- > 0 && length < MAX_PATH) {
        const char *dot = length ? "." : "";
        int more = chain[depth]->index == FERRY_NONE
                       ? snprintf(path + length, MAX_PATH - length, "%s%s", dot, chain[depth]->label)
                       : snprintf(path + length, MAX_PATH - length, "%s%s[%" PRIu32 "]", dot,
                                  chain[depth]->label, chain[depth]->index);
        length += more > 0 ? (size_t)more : 0;
    }
}

static void say_at(const ferry_window *window, uint64_t at, ferry_severity severity, const char *code,
                   const char *format, va_list arguments) {
    char path[MAX_PATH];
    compose_path(window, path);
    const ferry_message reported = {.severity = severity,
                                    .code = code,
                                    .file = window->file,
                                    .has_offset = true,
                                    .offset = window->base + at,
                                    .path = path,
                                    .times = 1};
    fy_report_add(window->job, &reported, format, arguments);
}

void ferry_say_at(const ferry_window *window, uint64_t at, ferry_severity severity, const char *code,
                  const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say_at(window, at, severity, code, format, arguments);
    va_end(arguments);
}

bool ferry_refuse(ferry_window *window, uint64_t at, const char *code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say_at(window, at, FERRY_ERROR, code, format, arguments);
    va_end(arguments);
    window->bad = true;
    return false;
}
