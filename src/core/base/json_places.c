/* json_places.c: see json_places.h. */
#include "core/base/json_places.h"

#include <stdarg.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/json_text.h"

enum { MAX_BYTES = 1 << 20, SHOWN = 60, TEXT = 768 };

/* ----------------------------------------------------------------------------------------- the scanner */

/* Walks a text that the parser has found to be right, beside the parser's values. */
typedef struct scanner {
    ferry_job *job;
    const char *p, *end;
    fy_json_place at; /* of *p */
} scanner;

static void step(scanner *s) {
    if (s->p == s->end) return;
    if (*s->p == '\n')
        s->at = (fy_json_place){s->at.line + 1, 1};
    else if (((uint8_t)s->p[0] & 0xC0) != 0x80)
        s->at.column++;
    s->p++;
}

static void go_to(scanner *s, const char *to) {
    while (to && s->p < to) step(s);
}

static bool place_members(scanner *s, fy_json *json);

/* The parser itself refuses what is nested deeper than 2,048 times. */
static const fy_json *place_value(scanner *s, const fy_json *up, uint32_t index, const char *key,
                                  const json_t *value) {
    fy_json *json = ferry_new(s->job, fy_json, 1);
    if (!json) return NULL;
    *json = (fy_json){.up = up, .index = index, .key = key, .key_at = s->at, .value = value};
    if (key) {
        go_to(s, fy_json_skip_string(s->p, s->end));
        go_to(s, fy_json_skip_space(s->p, s->end));
        step(s); /* : */
        go_to(s, fy_json_skip_space(s->p, s->end));
    }
    json->at = s->at;
    if (!json_is_object(value) && !json_is_array(value))
        go_to(s, fy_json_skip_value(s->p, s->end));
    else if (!place_members(s, json))
        return NULL;
    return json;
}

static bool place_members(scanner *s, fy_json *json) {
    const fy_json **link = &json->down;
    json_t *object = (json_t *)(uintptr_t)json->value; /* the iterator's type is not const */
    void *at = json_object_iter(object);
    uint32_t count = (uint32_t)(at ? json_object_size(object) : json_array_size(object));
    step(s); /* { or [ */
    for (uint32_t i = 0; i < count; i++) {
        go_to(s, fy_json_next_item(s->p, s->end));
        const json_t *value = at ? json_object_iter_value(at) : json_array_get(object, i);
        const fy_json *member = place_value(s, json, i, at ? json_object_iter_key(at) : NULL, value);
        if (!member) return false;
        *link = member;
        link = (const fy_json **)(uintptr_t)&member->next;
        if (at) at = json_object_iter_next(object, at);
    }
    go_to(s, fy_json_skip_space(s->p, s->end));
    step(s); /* } or ] */
    return true;
}

/* --------------------------------------------------------------------------------------------- the file */

const char *fy_json_place_name(ferry_job *job, const char *file, fy_json_place place) {
    return ferry_job_format(job, "%s:%u:%u", file, place.line, place.column);
}

bool fy_json_open(ferry_job *job, const char *name, ferry_bytes bytes, fy_json_file *file) {
    json_error_t error;
    *file = (fy_json_file){.job = job, .name = name};
    if (bytes.size > MAX_BYTES) {
        ferry_say(job, FERRY_ERROR, "materials.file-size", name, "", "%zu bytes; the limit is %d", bytes.size,
                  MAX_BYTES);
        return false;
    }
    const char *text = bytes.size ? (const char *)bytes.data : "";
    size_t size = bytes.size, mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    text += mark; /* editors put it in front of UTF-8 */
    size -= mark;
    file->document = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!file->document) {
        fy_json_place at = {error.line > 0 ? (uint32_t)error.line : 1,
                            error.column > 0 ? (uint32_t)error.column : 1};
        ferry_say(job, FERRY_ERROR, "materials.syntax", fy_json_place_name(job, name, at), "",
                  "not valid JSON: %s", fy_json_shown(job, error.text));
        return false;
    }
    scanner s = {.job = job, .p = text, .end = text + size, .at = {1, 1}};
    go_to(&s, fy_json_skip_space(s.p, s.end));
    file->root = place_value(&s, NULL, 0, NULL, file->document);
    if (!file->root) fy_json_close(file);
    return file->root != NULL;
}

void fy_json_close(fy_json_file *file) {
    json_decref(file->document);
    file->document = NULL;
}

/* ---------------------------------------------------------------------------------------------- messages */

const char *fy_json_shown(ferry_job *job, const char *text) {
    size_t size = strlen(text), cut = size;
    if (size > SHOWN) {
        cut = SHOWN;
        while (((uint8_t)text[cut] & 0xC0) == 0x80) cut--;
    }
    char *shown = ferry_new(job, char, cut + 4);
    if (!shown) return "";
    for (size_t i = 0; i < cut; i++) shown[i] = (uint8_t)text[i] < 0x20 || text[i] == 0x7F ? '?' : text[i];
    if (cut < size) memcpy(shown + cut, "...", 3);
    return shown;
}

static bool is_plain(const char *key) {
    size_t size = strlen(key);
    return size > 0 &&
           strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-$") == size;
}

enum { MAX_PATH = 8 }; /* what is deeper is not named in full: files may nest without end */

const char *fy_json_path(ferry_job *job, const fy_json *json) {
    const fy_json *way[MAX_PATH];
    size_t count = 0;
    const char *path = "";
    for (; json->up; json = json->up) {
        if (count == MAX_PATH) memmove(way, way + 1, --count * sizeof *way);
        way[count++] = json;
    }
    while (count--) {
        const fy_json *at = way[count];
        if (!at->key)
            path = ferry_job_format(job, "%s[%u]", path, at->index);
        else
            path = ferry_job_format(job, is_plain(at->key) ? "%s%s%s" : "%s%s\"%s\"", path, *path ? "." : "",
                                    fy_json_shown(job, at->key));
    }
    return path;
}

const char *fy_json_found(ferry_job *job, const fy_json *json) {
    switch (json_typeof(json->value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return ferry_job_format(job, "\"%s\"", fy_json_shown(job, json_string_value(json->value)));
    case JSON_INTEGER:
        return ferry_job_format(job, "%lld", (long long)json_integer_value(json->value));
    case JSON_REAL:
        return ferry_job_format(job, "%.9g", json_real_value(json->value));
    case JSON_TRUE:
        return "true";
    case JSON_FALSE:
        return "false";
    default:
        return "null";
    }
}

static void refuse(const fy_json_file *file, fy_json_place place, const fy_json *json, const char *code,
                   const char *format, va_list arguments) {
    char text[TEXT];
    vsnprintf(text, sizeof text, format, arguments);
    ferry_say(file->job, FERRY_ERROR, code, fy_json_place_name(file->job, file->name, place),
              fy_json_path(file->job, json), "%s", text);
}

bool fy_json_refuse(const fy_json_file *file, const fy_json *json, const char *code, const char *format,
                    ...) {
    va_list arguments;
    va_start(arguments, format);
    refuse(file, json->at, json, code, format, arguments);
    va_end(arguments);
    return false;
}

bool fy_json_refuse_key(const fy_json_file *file, const fy_json *json, const char *code, const char *format,
                        ...) {
    va_list arguments;
    va_start(arguments, format);
    refuse(file, json->key_at, json, code, format, arguments);
    va_end(arguments);
    return false;
}
