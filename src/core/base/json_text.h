/*
 * json_text.h: finds the positions of values in JSON text. The parser (jansson) does not keep them, so the
 * text is scanned again when there is something to report. A scan ends at a syntax error.
 */
#ifndef FERRY_CORE_BASE_JSON_TEXT_H
#define FERRY_CORE_BASE_JSON_TEXT_H

#include "ferry64.h"

/* The text of one value. `at` NULL: there is none. */
typedef struct fy_json_span {
    const char *at, *end;
} fy_json_span;

/* Skips white space. */
const char *fy_json_skip_space(const char *p, const char *end);

/* The end of the string that starts at `p`; NULL if it is not terminated. */
const char *fy_json_skip_string(const char *p, const char *end);

/* The end of the value that starts at `p`; NULL if it is not terminated. Brackets are only counted, not
 * matched. */
const char *fy_json_skip_value(const char *p, const char *end);

/* The next value or key after `p` in an array or object; NULL at its end. */
const char *fy_json_next_item(const char *p, const char *end);

/* The member of an object by name (the last, if there are several), or the element of an array. Empty if
 * there is none, or the text is broken. */
fy_json_span fy_json_member_span(fy_json_span object, const char *key);
fy_json_span fy_json_element_span(fy_json_span array, uint32_t index);

/* Iterate over an array in one scan: the start of the first element (NULL: none); and the element at `*at`,
 * which then advances to the next (NULL after the last). */
const char *fy_json_first_element(fy_json_span array);
fy_json_span fy_json_take_element(const char **at, const char *end);

#endif
