/* json_out.c: see json_out.h. */
#include "core/base/json_out.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/base/numbers.h"
#include "core/base/printable.h"

fy_json_out fy_put_open(ferry_out *out) {
    return (fy_json_out){.out = out};
}

static void put_chars(fy_json_out *json, const char *text) {
    ferry_put_bytes(json->out, text, strlen(text));
}

static void new_line(fy_json_out *json) {
    static const char blanks[] = "                                                                ";
    ferry_put_u8(json->out, '\n');
    ferry_put_bytes(json->out, blanks, (size_t)json->depth * 2);
}

/* --------------------------------------------------------------------------------------------------- text */

static void put_escaped(fy_json_out *json, unsigned c) {
    char text[8];
    if (c == '"' || c == '\\')
        snprintf(text, sizeof text, "\\%c", c);
    else if (c == '\n')
        snprintf(text, sizeof text, "\\n");
    else if (c == '\t')
        snprintf(text, sizeof text, "\\t");
    else
        snprintf(text, sizeof text, "\\u%04x", c);
    put_chars(json, text);
}

static void put_quoted(fy_json_out *json, const char *text) {
    ferry_put_u8(json->out, '"');
    for (const char *at = text; *at;) {
        const unsigned char *c = (const unsigned char *)at;
        size_t length = fy_utf8_length(c);
        if (!length)
            put_chars(json, "\xEF\xBF\xBD");
        else if (*c < 0x20 || *c == '"' || *c == '\\' || *c == 0x7F)
            put_escaped(json, *c);
        else if (fy_is_unprintable(c, length)) /* in a document on a terminal, too */
            put_escaped(json, fy_utf8_code(c, length));
        else
            ferry_put_bytes(json->out, at, length);
        at += length ? length : 1;
    }
    ferry_put_u8(json->out, '"');
}

/* ---------------------------------------------------------------------------------------------- structure */

/* What stands before a value: comma, line, key. */
static void begin_value(fy_json_out *json, const char *key) {
    if (json->depth) {
        bool first = !json->filled[json->depth - 1];
        json->filled[json->depth - 1] = true;
        if (!first) ferry_put_u8(json->out, ',');
        if (!json->row)
            new_line(json);
        else if (!first)
            ferry_put_u8(json->out, ' ');
    }
    if (!key) return;
    put_quoted(json, key);
    put_chars(json, ": ");
}

static void open(fy_json_out *json, const char *key, char opener, char closer) {
    begin_value(json, key);
    ferry_put_u8(json->out, (uint32_t)opener);
    assert(json->depth < FY_JSON_DEPTH); /* as deep as our own code goes, whatever the input */
    json->closers[json->depth] = closer;
    json->filled[json->depth++] = false;
}

void fy_put_object(fy_json_out *json, const char *key) {
    open(json, key, '{', '}');
}

void fy_put_list(fy_json_out *json, const char *key) {
    open(json, key, '[', ']');
}

void fy_put_row(fy_json_out *json, const char *key) {
    open(json, key, '[', ']');
    if (!json->row) json->row = json->depth;
}

void fy_put_end(fy_json_out *json) {
    bool filled = json->filled[--json->depth];
    if (filled && !json->row) new_line(json);
    if (json->row == json->depth + 1) json->row = 0;
    ferry_put_u8(json->out, (uint32_t)(unsigned char)json->closers[json->depth]);
    if (!json->depth) ferry_put_u8(json->out, '\n');
}

/* ------------------------------------------------------------------------------------------------- values */

void fy_put_text(fy_json_out *json, const char *key, const char *text) {
    begin_value(json, key);
    put_quoted(json, text);
}

void fy_put_integer(fy_json_out *json, const char *key, int64_t number) {
    char text[24];
    begin_value(json, key);
    snprintf(text, sizeof text, "%" PRId64, number);
    put_chars(json, text);
}

/* The shortest decimal that reads back as `value`, which is finite; `text` holds FY_NUMBER_SIZE. */
static const char *double_text(char *text, double value) {
    if (fabs(value) <= (double)FLT_MAX && (double)(float)value == value) return fy_number(text, (float)value);
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, FY_NUMBER_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    char *comma = strchr(text, ','); /* the locale of a program around the library */
    if (comma) *comma = '.';
    return text;
}

void fy_put_number(fy_json_out *json, const char *key, double number) {
    char text[FY_NUMBER_SIZE];
    begin_value(json, key);
    put_chars(json, fy_finite(number) ? double_text(text, number) : "null");
}

void fy_put_bool(fy_json_out *json, const char *key, bool value) {
    begin_value(json, key);
    put_chars(json, value ? "true" : "false");
}

void fy_put_null(fy_json_out *json, const char *key) {
    begin_value(json, key);
    put_chars(json, "null");
}

void fy_put_hex(fy_json_out *json, const char *key, ferry_bytes bytes) {
    static const char digits[] = "0123456789abcdef";
    begin_value(json, key);
    ferry_out_reserve(json->out, bytes.size * 2 + 2);
    ferry_put_u8(json->out, '"');
    for (size_t i = 0; i < bytes.size && !json->out->bad; i++) {
        const char pair[2] = {digits[bytes.data[i] >> 4], digits[bytes.data[i] & 15]};
        ferry_put_bytes(json->out, pair, 2);
    }
    ferry_put_u8(json->out, '"');
}

void fy_put_reference(fy_json_out *json, const char *key, uint32_t index) {
    if (index == FERRY_NONE)
        fy_put_null(json, key);
    else
        fy_put_integer(json, key, index);
}

void fy_put_floats(fy_json_out *json, const char *key, const float *values, uint32_t count) {
    fy_put_row(json, key);
    for (uint32_t i = 0; i < count; i++) fy_put_number(json, NULL, (double)values[i]);
    fy_put_end(json);
}

void fy_put_head(fy_json_out *json, const char *schema) {
    char name[64];
    snprintf(name, sizeof name, "ferry64/%s", schema);
    fy_put_text(json, "schema", name);
    fy_put_integer(json, "schema_version", FY_SCHEMA_VERSION);
    fy_put_text(json, "program", "ferry64");
    fy_put_text(json, "version", ferry_version());
}
