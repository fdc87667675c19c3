/* json_text.c: see json_text.h. */
#include "core/base/json_text.h"

#include <string.h>

#include "ferry64.h"

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

const char *fy_json_skip_space(const char *p, const char *end) {
    while (p < end && is_space(*p)) p++;
    return p;
}

const char *fy_json_skip_string(const char *p, const char *end) {
    for (p++; p < end && *p != '"'; p++)
        if (*p == '\\' && p + 1 < end) p++;
    return p < end ? p + 1 : NULL;
}

const char *fy_json_skip_value(const char *p, const char *end) {
    const char *start = p;
    size_t depth = 0;
    while (p < end) {
        if (*p == '"') {
            p = fy_json_skip_string(p, end);
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

const char *fy_json_next_item(const char *p, const char *end) {
    p = fy_json_skip_space(p, end);
    if (p < end && *p == ',') p = fy_json_skip_space(p + 1, end);
    return p < end && *p != ']' && *p != '}' ? p : NULL;
}

fy_json_span fy_json_member_span(fy_json_span object, const char *key) {
    fy_json_span found = {0};
    if (!object.at || *object.at != '{') return found;
    size_t length = strlen(key);
    const char *end = object.end, *p = fy_json_next_item(object.at + 1, end);
    while (p && *p == '"') {
        const char *name = p + 1, *behind = fy_json_skip_string(p, end);
        if (!behind) break;
        bool is_it = (size_t)(behind - 1 - name) == length && memcmp(name, key, length) == 0;
        p = fy_json_skip_space(behind, end);
        if (p == end || *p != ':') break;
        p = fy_json_skip_space(p + 1, end);
        const char *value = p;
        p = fy_json_skip_value(p, end);
        if (!p) break;
        if (is_it) found = (fy_json_span){value, p};
        p = fy_json_next_item(p, end);
    }
    return found;
}

fy_json_span fy_json_take_element(const char **at, const char *end) {
    const char *value = *at, *behind = value ? fy_json_skip_value(value, end) : NULL;
    *at = behind ? fy_json_next_item(behind, end) : NULL;
    return behind ? (fy_json_span){value, behind} : (fy_json_span){0};
}

const char *fy_json_first_element(fy_json_span array) {
    return array.at && *array.at == '[' ? fy_json_next_item(array.at + 1, array.end) : NULL;
}

fy_json_span fy_json_element_span(fy_json_span array, uint32_t index) {
    const char *at = fy_json_first_element(array);
    fy_json_span element = fy_json_take_element(&at, array.end);
    while (element.at && index--) element = fy_json_take_element(&at, array.end);
    return element;
}
