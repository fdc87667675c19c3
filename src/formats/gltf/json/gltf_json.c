/* gltf_json.c: see gltf_json.h. */
#include "formats/gltf/json/gltf_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/json_places.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"

enum { HEADER = 12, CHUNK = 8 };

static const char CODE[] = "fast64.value";

/* -------------------------------------------------------------------------------------------------- spans */

static uint32_t little(const uint8_t *at) {
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static const char *skip_space(const char *p, const char *end) {
    while (p < end && is_space(*p)) p++;
    return p;
}

/* Behind the string that starts at `p`; NULL if it does not end. */
static const char *skip_string(const char *p, const char *end) {
    for (p++; p < end && *p != '"'; p++)
        if (*p == '\\' && p + 1 < end) p++;
    return p < end ? p + 1 : NULL;
}

/* Behind the value that starts at `p`, whose brackets are counted, not matched; NULL if it does not end. */
static const char *skip_value(const char *p, const char *end) {
    const char *start = p;
    size_t depth = 0;
    while (p < end) {
        if (*p == '"') {
            p = skip_string(p, end);
            if (!p) return NULL;
        } else if (*p == '{' || *p == '[') {
            depth++, p++;
        } else if (*p == '}' || *p == ']') {
            if (depth == 0) break;
            depth--, p++;
        } else if (depth == 0 && (*p == ',' || is_space(*p))) {
            break;
        } else {
            p++;
            continue;
        }
        if (depth == 0) return p;
    }
    return depth == 0 && p > start ? p : NULL;
}

fy_gltf_span fy_gltf_find_json(ferry_bytes file) {
    const char *text = (const char *)file.data;
    size_t size = file.size;
    if (size >= HEADER + CHUNK && memcmp(text, "glTF", 4) == 0) {
        uint32_t length = little(file.data + HEADER);
        bool is_json = little(file.data + 4) == 2 && memcmp(text + HEADER + 4, "JSON", 4) == 0;
        if (!is_json || length > size - HEADER - CHUNK) return (fy_gltf_span){0};
        text += HEADER + CHUNK;
        size = length;
    } else if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        size -= 3;
    }
    if (!size) return (fy_gltf_span){0};
    const char *end = text + size, *start = skip_space(text, end);
    return start < end && *start == '{' ? (fy_gltf_span){start, end} : (fy_gltf_span){0};
}

/* What stands behind `p` in a list, from the value's first character on; NULL at its end. */
static const char *next_item(const char *p, const char *end) {
    p = skip_space(p, end);
    if (p < end && *p == ',') p = skip_space(p + 1, end);
    return p < end && *p != ']' && *p != '}' ? p : NULL;
}

fy_gltf_span fy_gltf_member_span(fy_gltf_span object, const char *key) {
    fy_gltf_span found = {0};
    if (!object.at || *object.at != '{') return found;
    size_t length = strlen(key);
    const char *end = object.end, *p = next_item(object.at + 1, end);
    while (p && *p == '"') {
        const char *name = p + 1, *behind = skip_string(p, end);
        if (!behind) break;
        bool is_it = (size_t)(behind - 1 - name) == length && memcmp(name, key, length) == 0;
        p = skip_space(behind, end);
        if (p == end || *p != ':') break;
        p = skip_space(p + 1, end);
        const char *value = p;
        p = skip_value(p, end);
        if (!p) break;
        if (is_it) found = (fy_gltf_span){value, p};
        p = next_item(p, end);
    }
    return found;
}

/* The element at `*at`, which moves behind it. */
fy_gltf_span fy_gltf_take_element(const char **at, const char *end) {
    const char *value = *at, *behind = value ? skip_value(value, end) : NULL;
    *at = behind ? next_item(behind, end) : NULL;
    return behind ? (fy_gltf_span){value, behind} : (fy_gltf_span){0};
}

const char *fy_gltf_first_element(fy_gltf_span array) {
    return array.at && *array.at == '[' ? next_item(array.at + 1, array.end) : NULL;
}

fy_gltf_span fy_gltf_element_span(fy_gltf_span array, uint32_t index) {
    const char *at = fy_gltf_first_element(array);
    fy_gltf_span element = fy_gltf_take_element(&at, array.end);
    while (element.at && index--) element = fy_gltf_take_element(&at, array.end);
    return element;
}

/* ------------------------------------------------------------------------------------------------- values */

fy_gltf_value fy_gltf_root(const fy_gltf_document *document) {
    return (fy_gltf_value){.document = document, .json = fy_gltf_item(document->g, document->list, document->index)};
}

static const json_t *unless_null(const json_t *json) {
    return json_is_null(json) ? NULL : json;
}

fy_gltf_value fy_gltf_member(const fy_gltf_value *object, const char *key) {
    return (fy_gltf_value){object->document, object, key, 0, unless_null(json_object_get(object->json, key))};
}

fy_gltf_value fy_gltf_element(const fy_gltf_value *array, uint32_t index) {
    return (fy_gltf_value){array->document, array, NULL, index, unless_null(json_array_get(array->json, index))};
}

/* ----------------------------------------------------------------------------------------------- messages */

/* "extras.f3d_mat.layer": how it is reached in its element; "": it is that. */
static const char *path_of(const fy_gltf_value *value) {
    ferry_job *job = value->document->g->job;
    if (!value->up) return "";
    const char *up = path_of(value->up);
    if (!value->key) return ferry_job_format(job, "%s[%u]", up, value->index);
    return *up ? ferry_job_format(job, "%s.%s", up, value->key) : value->key;
}

void fy_gltf_say(const fy_gltf_value *value, ferry_severity severity, const char *code, const char *format, ...) {
    const fy_gltf_document *document = value->document;
    ferry_mark mark = ferry_job_mark(document->g->job);
    const char *path = path_of(value);
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fy_gltf_tell(document->g, severity, code, document->list, document->index, *path ? path : NULL, "%s", text);
    ferry_job_release(document->g->job, mark);
}

/* `1`, `"POINT"`, `an array`. */
static const char *found(const fy_gltf_value *value) {
    return fy_json_found(value->document->g->job, &(fy_json){.value = value->json});
}

static void say_missing(const fy_gltf_value *value, const char *assumed) {
    fy_gltf_say(value, FERRY_NOTE, CODE, "not there: %s, as in fast64", assumed);
}

static void say_wrong(const fy_gltf_value *value, const char *expected, const char *assumed) {
    fy_gltf_say(value, FERRY_WARNING, CODE, "expected %s, found %s; %s is assumed", expected, found(value), assumed);
}

/* --------------------------------------------------------------------------------------------- kinds of it */

bool fy_gltf_flag(const fy_gltf_value *object, const char *key, bool otherwise) {
    fy_gltf_value value = fy_gltf_member(object, key);
    const char *assumed = otherwise ? "true" : "false";
    if (json_is_boolean(value.json)) return json_is_true(value.json);
    if (json_is_integer(value.json)) return json_integer_value(value.json) != 0;
    if (value.json)
        say_wrong(&value, "true or false", assumed);
    else
        say_missing(&value, assumed);
    return otherwise;
}

static bool as_real(const json_t *json, double *value) {
    *value = json_is_boolean(json) ? json_is_true(json) : json_number_value(json);
    return json_is_boolean(json) || json_is_number(json);
}

double fy_gltf_real(const fy_gltf_value *object, const char *key, double least, double most, double otherwise) {
    fy_gltf_value value = fy_gltf_member(object, key);
    ferry_job *job = object->document->g->job;
    double real;
    if (as_real(value.json, &real) && real >= least && real <= most) return real;
    const char *assumed = ferry_job_format(job, "%g", otherwise);
    if (value.json)
        say_wrong(&value, ferry_job_format(job, "a number from %g to %g", least, most), assumed);
    else
        say_missing(&value, assumed);
    return otherwise;
}

long fy_gltf_number(const fy_gltf_value *object, const char *key, long least, long most, long otherwise) {
    fy_gltf_value value = fy_gltf_member(object, key);
    ferry_job *job = object->document->g->job;
    double real;
    if (as_real(value.json, &real) && real >= (double)least && real <= (double)most && floor(real) == real) return (long)real;
    const char *assumed = ferry_job_format(job, "%ld", otherwise);
    if (value.json)
        say_wrong(&value, ferry_job_format(job, "a whole number from %ld to %ld", least, most), assumed);
    else
        say_missing(&value, assumed);
    return otherwise;
}

const char *fy_gltf_text(const fy_gltf_value *object, const char *key) {
    fy_gltf_value value = fy_gltf_member(object, key);
    if (value.json && !json_is_string(value.json)) say_wrong(&value, "a text", "none");
    return json_string_value(value.json);
}

static const char *listed(ferry_job *job, const char *const *words) {
    const char *list = "";
    for (; *words; words++)
        if (**words) list = ferry_job_format(job, "%s%s%s", list, *list ? ", " : "", *words);
    return list;
}

uint32_t fy_gltf_word_of(const fy_gltf_value *value, const char *const *words, const char *prefix, uint32_t otherwise) {
    ferry_job *job = value->document->g->job;
    const char *name = json_string_value(value->json);
    size_t before = strlen(prefix);
    if (name && strncmp(name, prefix, before) == 0) name += before;
    uint32_t count = 0;
    for (; words[count]; count++)
        if (name && *words[count] && strcmp(words[count], name) == 0) return count;
    double real;
    if (as_real(value->json, &real) && real >= 0 && real < count && floor(real) == real) return (uint32_t)real;
    if (value->json)
        say_wrong(value, ferry_job_format(job, "a number below %u or one of %s", count, listed(job, words)),
                  words[otherwise]);
    else
        say_missing(value, words[otherwise]);
    return otherwise;
}

uint32_t fy_gltf_word(const fy_gltf_value *object, const char *key, const char *const *words, const char *prefix,
                      uint32_t otherwise) {
    fy_gltf_value value = fy_gltf_member(object, key);
    return fy_gltf_word_of(&value, words, prefix, otherwise);
}

/* Characters that are looked through for the places of messages, in all: a file may have as many of them as it likes. */
static const uint64_t MOST_LOOKED = UINT64_C(1) << 28;

/* An element of a list; nothing where there is none. */
static fy_gltf_span find_element(const fy_gltf_in *g, const char *list, uint32_t index) {
    struct fy_gltf_place *p = g->place;
    if (!p->list || strcmp(p->list, list) != 0) {
        p->list = list;
        p->array = fy_gltf_member_span(fy_gltf_find_json((ferry_bytes){g->file->data, g->file->size}), list);
        p->index = FERRY_NONE;
        p->looked += g->file->size;
    }
    if (index < p->index) {
        p->at = fy_gltf_first_element(p->array);
        p->index = 0;
        p->looked += (uint64_t)(p->array.end - p->array.at);
    }
    for (; p->at && p->index < index; p->index++) fy_gltf_take_element(&p->at, p->array.end);
    const char *at = p->at;
    fy_gltf_span found = fy_gltf_take_element(&at, p->array.end);
    p->looked += 2 * (uint64_t)(found.end - found.at); /* what is in it is looked for, too */
    return found;
}

/* What "primitives[2].mode" leads to in `at`, as far as it is there. */
static fy_gltf_span follow(fy_gltf_span at, const char *within) {
    while (within && *within) {
        char key[96];
        bool element = *within == '[';
        size_t size = element ? strcspn(within, "]") : strcspn(within, ".[");
        if (!element) snprintf(key, sizeof key, "%.*s", (int)size, within);
        fy_gltf_span found = element ? fy_gltf_element_span(at, (uint32_t)strtoul(within + 1, NULL, 10))
                                     : fy_gltf_member_span(at, key);
        if (!found.at) break;
        at = found;
        within += size + (element && within[size]);
        within += *within == '.';
    }
    return at;
}

/* Where it stands, or what should hold it; 0 where there is nothing of the kind, or too much was looked through. */
static uint64_t place_of(const fy_gltf_in *g, const char *list, uint32_t index, const char *within) {
    fy_gltf_span whole = {0}, found = {0};
    if (g->place->looked > MOST_LOOKED) return 0;
    if (index != FERRY_NONE) found = find_element(g, list, index);
    if (!found.at) {
        whole = fy_gltf_find_json((ferry_bytes){g->file->data, g->file->size});
        found = fy_gltf_member_span(whole, list);
        g->place->looked += g->file->size;
    }
    found = follow(found, within);
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
