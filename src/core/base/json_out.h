/*
 * json_out.h: writes JSON without a tree in memory. All JSON that the library and the program print has this
 * layout (docs/json.md): objects and lists with one member per line, lists of numbers on one line.
 *
 * Text becomes valid UTF-8, with U+FFFD in place of invalid bytes. Numbers are the shortest decimals that
 * read back the same (as a float if the value is one, else as a double); -0 is 0, and numbers that are not
 * finite become null.
 */
#ifndef FERRY_CORE_BASE_JSON_OUT_H
#define FERRY_CORE_BASE_JSON_OUT_H

#include "ferry64.h"
#include "ferry64_format.h"

enum { FY_JSON_DEPTH = 32 };

/* The version of all documents: it increases when a key is removed or changes its meaning (docs/json.md,
 * "Versions"). */
enum { FY_SCHEMA_VERSION = 1 };

typedef struct fy_json_out {
    ferry_out *out; /* keeps track of failures */
    uint32_t depth;
    char closers[FY_JSON_DEPTH];
    bool filled[FY_JSON_DEPTH]; /* the object or list has a member already */
    uint32_t row;               /* depth at which a row was begun; 0: none */
} fy_json_out;

fy_json_out fy_put_open(ferry_out *out);

/* `key` is NULL in lists and for the outermost value. A row is a list that is written on one line. */
void fy_put_object(fy_json_out *json, const char *key);
void fy_put_list(fy_json_out *json, const char *key);
void fy_put_row(fy_json_out *json, const char *key);
void fy_put_end(fy_json_out *json); /* closes the innermost object or list; the outermost ends the line */

void fy_put_text(fy_json_out *json, const char *key, const char *text);
void fy_put_integer(fy_json_out *json, const char *key, int64_t number);
void fy_put_number(fy_json_out *json, const char *key, double number);
void fy_put_bool(fy_json_out *json, const char *key, bool value);
void fy_put_null(fy_json_out *json, const char *key);
void fy_put_hex(fy_json_out *json, const char *key, ferry_bytes bytes); /* as text, two digits per byte */

void fy_put_reference(fy_json_out *json, const char *key, uint32_t index); /* null for FERRY_NONE */
void fy_put_floats(fy_json_out *json, const char *key, const float *values, uint32_t count); /* a row */

/* `schema`, `schema_version`, `program`, `version`: the members that every document begins with, in its
 * outermost object. */
void fy_put_head(fy_json_out *json, const char *schema);

#endif
