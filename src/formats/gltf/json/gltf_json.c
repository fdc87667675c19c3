/* gltf_json.c: see gltf_json.h. */
#include "formats/gltf/json/gltf_json.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/json_places.h"
#include "core/base/json_text.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"

enum { HEADER = 12, CHUNK = 8 };

static const char CODE[] = "fast64.value";

fy_json_span fy_gltf_find_json(ferry_bytes file) {
    const char *text = (const char *)file.data;
    size_t size = file.size;
    if (size >= HEADER + CHUNK && memcmp(text, "glTF", 4) == 0) {
        uint32_t length = ferry_le32(file.data + HEADER);
        bool is_json = ferry_le32(file.data + 4) == 2 && memcmp(text + HEADER + 4, "JSON", 4) == 0;
        if (!is_json || length > size - HEADER - CHUNK) return (fy_json_span){0};
        text += HEADER + CHUNK;
        size = length;
    } else if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        size -= 3;
    }
    if (!size) return (fy_json_span){0};
    const char *end = text + size, *start = fy_json_skip_space(text, end);
    return start < end && *start == '{' ? (fy_json_span){start, end} : (fy_json_span){0};
}

/* ------------------------------------------------------------------------------------------------- values */

fy_gltf_value fy_gltf_root(const fy_gltf_document *document) {
    return (fy_gltf_value){.document = document,
                           .json = {.value = fy_gltf_item(document->g, document->list, document->index)}};
}

static const json_t *unless_null(const json_t *json) {
    return json_is_null(json) ? NULL : json;
}

fy_gltf_value fy_gltf_member(const fy_gltf_value *object, const char *key) {
    const json_t *value = unless_null(json_object_get(object->json.value, key));
    return (fy_gltf_value){object->document, {.up = &object->json, .key = key, .value = value}};
}

fy_gltf_value fy_gltf_element(const fy_gltf_value *array, uint32_t index) {
    const json_t *value = unless_null(json_array_get(array->json.value, index));
    return (fy_gltf_value){array->document, {.up = &array->json, .index = index, .value = value}};
}

fy_gltf_value fy_gltf_sibling(const fy_gltf_value *value, const char *key) {
    const fy_json *up = value->json.up;
    return (fy_gltf_value){value->document,
                           {.up = up, .key = key, .value = unless_null(json_object_get(up->value, key))}};
}

/* ----------------------------------------------------------------------------------------------- messages */

void fy_gltf_say(const fy_gltf_value *value, ferry_severity severity, const char *code, const char *format,
                 ...) {
    const fy_gltf_document *document = value->document;
    ferry_mark mark = ferry_job_mark(document->g->job);
    const char *path = fy_json_path(document->g->job, &value->json); /* in its element; "": it is that */
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fy_gltf_tell(document->g, severity, code, document->list, document->index, *path ? path : NULL, "%s",
                 text);
    ferry_job_release(document->g->job, mark);
}

/* `1`, `"POINT"`, `an array`. */
static const char *found(const fy_gltf_value *value) {
    return fy_json_found(value->document->g->job, &value->json);
}

static void say_missing(const fy_gltf_value *value, const char *assumed) {
    fy_gltf_say(value, FERRY_NOTE, CODE, "missing: used %s, as fast64 does", assumed);
}

static void say_wrong(const fy_gltf_value *value, const char *expected, const char *assumed) {
    fy_gltf_say(value, FERRY_WARNING, CODE, "expected %s, found %s; used %s", expected, found(value),
                assumed);
}

/* -------------------------------------------------------------------------------------------- kinds of it */

bool fy_gltf_flag(const fy_gltf_value *object, const char *key, bool otherwise) {
    fy_gltf_value value = fy_gltf_member(object, key);
    const char *assumed = otherwise ? "true" : "false";
    if (json_is_boolean(value.json.value)) return json_is_true(value.json.value);
    if (json_is_integer(value.json.value)) return json_integer_value(value.json.value) != 0;
    if (value.json.value)
        say_wrong(&value, "true or false", assumed);
    else
        say_missing(&value, assumed);
    return otherwise;
}

static bool as_real(const json_t *json, double *value) {
    *value = json_is_boolean(json) ? json_is_true(json) : json_number_value(json);
    return json_is_boolean(json) || json_is_number(json);
}

double fy_gltf_real(const fy_gltf_value *object, const char *key, double least, double most,
                    double otherwise) {
    fy_gltf_value value = fy_gltf_member(object, key);
    ferry_job *job = object->document->g->job;
    double real;
    if (as_real(value.json.value, &real) && real >= least && real <= most) return real;
    const char *assumed = ferry_job_format(job, "%g", otherwise);
    if (value.json.value)
        say_wrong(&value, ferry_job_format(job, "a number from %g to %g", least, most), assumed);
    else
        say_missing(&value, assumed);
    return otherwise;
}

long fy_gltf_number(const fy_gltf_value *object, const char *key, long least, long most, long otherwise) {
    fy_gltf_value value = fy_gltf_member(object, key);
    ferry_job *job = object->document->g->job;
    double real;
    if (as_real(value.json.value, &real) && real >= (double)least && real <= (double)most &&
        floor(real) == real)
        return (long)real;
    const char *assumed = ferry_job_format(job, "%ld", otherwise);
    if (value.json.value)
        say_wrong(&value, ferry_job_format(job, "a whole number from %ld to %ld", least, most), assumed);
    else
        say_missing(&value, assumed);
    return otherwise;
}

const char *fy_gltf_text(const fy_gltf_value *object, const char *key) {
    fy_gltf_value value = fy_gltf_member(object, key);
    if (value.json.value && !json_is_string(value.json.value)) say_wrong(&value, "a text", "none");
    return json_string_value(value.json.value);
}

static const char *listed(ferry_job *job, const char *const *words) {
    const char *list = "";
    for (; *words; words++)
        if (**words) list = ferry_job_format(job, "%s%s%s", list, *list ? ", " : "", *words);
    return list;
}

uint32_t fy_gltf_word_of(const fy_gltf_value *value, const char *const *words, const char *prefix,
                         uint32_t otherwise) {
    ferry_job *job = value->document->g->job;
    const char *name = json_string_value(value->json.value);
    size_t before = strlen(prefix);
    if (name && strncmp(name, prefix, before) == 0) name += before;
    uint32_t count = 0;
    for (; words[count]; count++)
        if (name && *words[count] && strcmp(words[count], name) == 0) return count;
    double real;
    if (as_real(value->json.value, &real) && real >= 0 && real < count && floor(real) == real)
        return (uint32_t)real;
    if (value->json.value)
        say_wrong(value, ferry_job_format(job, "a number below %u or one of %s", count, listed(job, words)),
                  words[otherwise]);
    else
        say_missing(value, words[otherwise]);
    return otherwise;
}

uint32_t fy_gltf_word(const fy_gltf_value *object, const char *key, const char *const *words,
                      const char *prefix, uint32_t otherwise) {
    fy_gltf_value value = fy_gltf_member(object, key);
    return fy_gltf_word_of(&value, words, prefix, otherwise);
}

/* Characters that are looked through for the places of messages, in all: a file may have as many of them as
 * it likes. */
static const uint64_t MOST_LOOKED = UINT64_C(1) << 28;

/* An element of a list; nothing where there is none. */
static fy_json_span find_element(const fy_gltf_in *g, const char *list, uint32_t index) {
    struct fy_gltf_place *p = g->place;
    if (!p->list || strcmp(p->list, list) != 0) {
        p->list = list;
        p->array = fy_json_member_span(fy_gltf_find_json((ferry_bytes){g->file->data, g->file->size}), list);
        p->index = FERRY_NONE;
        p->looked += g->file->size;
    }
    if (index < p->index) {
        p->at = fy_json_first_element(p->array);
        p->index = 0;
        p->looked += (uint64_t)(p->array.end - p->array.at);
    }
    for (; p->at && p->index < index; p->index++) fy_json_take_element(&p->at, p->array.end);
    const char *at = p->at;
    fy_json_span found = fy_json_take_element(&at, p->array.end);
    p->looked += 2 * (uint64_t)(found.end - found.at); /* what is in it is looked for, too */
    return found;
}

/* What "primitives[2].mode" leads to in `at`, as far as it is there. */
static fy_json_span follow_path(fy_json_span at, const char *within) {
    while (within && *within) {
        char key[96];
        bool element = *within == '[';
        size_t size = element ? strcspn(within, "]") : strcspn(within, ".[");
        if (!element) snprintf(key, sizeof key, "%.*s", (int)size, within);
        fy_json_span found = element ? fy_json_element_span(at, (uint32_t)strtoul(within + 1, NULL, 10))
                                     : fy_json_member_span(at, key);
        if (!found.at) break;
        at = found;
        within += size + (element && within[size]);
        within += *within == '.';
    }
    return at;
}

/* Where it stands, or what should hold it; 0 where there is nothing of the kind, or too much was looked
 * through. */
static uint64_t place_of(const fy_gltf_in *g, const char *list, uint32_t index, const char *within) {
    fy_json_span whole = {0}, found = {0};
    if (g->place->looked > MOST_LOOKED) return 0;
    if (index != FERRY_NONE) found = find_element(g, list, index);
    if (!found.at) {
        whole = fy_gltf_find_json((ferry_bytes){g->file->data, g->file->size});
        found = fy_json_member_span(whole, list);
        g->place->looked += g->file->size;
    }
    found = follow_path(found, within);
    const char *at = found.at ? found.at : whole.at;
    return at ? (uint64_t)((const uint8_t *)at - g->file->data) : 0;
}

bool fy_gltf_refuse(const fy_gltf_in *g, const char *list, uint32_t index, const char *format, ...) {
    ferry_window part = ferry_window_part(g->file, list, index);
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return ferry_refuse(&part, place_of(g, list, index, NULL), "gltf.value", "%s", text);
}

void fy_gltf_tell(const fy_gltf_in *g, ferry_severity severity, const char *code, const char *list,
                  uint32_t index, const char *within, const char *format, ...) {
    ferry_window part = ferry_window_part(g->file, list, index),
                 inner = ferry_window_part(&part, within ? within : "", FERRY_NONE);
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ferry_say_at(within ? &inner : &part, place_of(g, list, index, within), severity, code, "%s", text);
}
