/*
 * json_text.h: where values stand in a text of JSON. The parser (jansson) keeps no places: the text is walked
 * when there is something to say. What is broken ends a walk.
 */
#ifndef FERRY_CORE_BASE_JSON_TEXT_H
#define FERRY_CORE_BASE_JSON_TEXT_H

#include "ferry64.h"

/* A piece of the text: one value with what surrounds it cut off. `at` NULL: there is none. */
typedef struct fy_json_span {
    const char *at, *end;
} fy_json_span;

/* To what is no white space. */
const char *fy_json_skip_space(const char *p, const char *end);

/* Behind the string that starts at `p`; NULL if it does not end. */
const char *fy_json_skip_string(const char *p, const char *end);

/* Behind the value that starts at `p`, whose brackets are counted, not matched; NULL if it does not end. */
const char *fy_json_skip_value(const char *p, const char *end);

/* What stands behind `p` in an array or object, from the first character of the value or key on; NULL at its
 * end. */
const char *fy_json_next_item(const char *p, const char *end);

/* Of an object, its member of that name, of several the last one; of an array, an element. Nothing if it is
 * none, or broken. */
fy_json_span fy_json_member_span(fy_json_span object, const char *key);
fy_json_span fy_json_element_span(fy_json_span array, uint32_t index);

/* Element by element, in one walk: what the first one starts with, NULL if there is none; and the element at
 * `*at`, which moves on to the next, NULL behind the last. */
const char *fy_json_first_element(fy_json_span array);
fy_json_span fy_json_take_element(const char **at, const char *end);

#endif
