/*
 * json_out.h: JSON as it is written, without a tree in memory; the one layout of all JSON that the library
 * and the program print (docs/json.md). Objects and lists stand a member a line, lists of numbers on one.
 *
 * Text becomes valid UTF-8: what is none reads U+FFFD. Numbers are the shortest decimals that read back the
 * same, as a float where they hold a float, else as a double; -0 is 0, and what is no finite number is null.
 */
#ifndef FERRY_CORE_BASE_JSON_OUT_H
#define FERRY_CORE_BASE_JSON_OUT_H

#include "ferry64.h"
#include "ferry64_format.h"

enum { FY_JSON_DEPTH = 32 };

/* Of all documents: it rises when a key goes or changes its meaning (docs/json.md, "Versions"). */
enum { FY_SCHEMA_VERSION = 1 };

typedef struct fy_json_out {
    ferry_out *out; /* failures stick there */
    uint32_t depth;
    char closers[FY_JSON_DEPTH];
    bool filled[FY_JSON_DEPTH]; /* something stands there already */
    uint32_t row;               /* depth at which a row was begun; 0: none */
} fy_json_out;

fy_json_out fy_put_open(ferry_out *out);

/* `key` is NULL in lists and for the outermost value. A row is a list on one line, with all that
 * is inside. */
void fy_put_object(fy_json_out *json, const char *key);
void fy_put_list(fy_json_out *json, const char *key);
void fy_put_row(fy_json_out *json, const char *key);
void fy_put_end(fy_json_out *json); /* the innermost object or list; behind the outermost a line ends */

void fy_put_text(fy_json_out *json, const char *key, const char *text);
void fy_put_integer(fy_json_out *json, const char *key, int64_t number);
void fy_put_number(fy_json_out *json, const char *key, double number);
void fy_put_bool(fy_json_out *json, const char *key, bool value);
void fy_put_null(fy_json_out *json, const char *key);
void fy_put_hex(fy_json_out *json, const char *key, ferry_bytes bytes); /* text of two digits a byte */

void fy_put_reference(fy_json_out *json, const char *key, uint32_t index); /* null for FERRY_NONE */
void fy_put_floats(fy_json_out *json, const char *key, const float *values, uint32_t count); /* a row */

/* `schema`, `schema_version`, `program`, `version`: what every document begins with, inside its outermost
 * object. */
void fy_put_head(fy_json_out *json, const char *schema);

#endif
