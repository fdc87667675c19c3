/*
 * json_places.h: a JSON file whose values know their position, so that messages about them can state line and
 * column. The parser (jansson) only tells the position of syntax errors.
 */
#ifndef FERRY_CORE_BASE_JSON_PLACES_H
#define FERRY_CORE_BASE_JSON_PLACES_H

#include <jansson.h>

#include "ferry64.h"

/* Numbered from 1. Columns count UTF-8 characters; a tab is one. */
typedef struct fy_json_place {
    uint32_t line, column;
} fy_json_place;

/* One value. Members are in the file's order. */
typedef struct fy_json {
    const struct fy_json *up, *down, *next;
    const char *key;      /* in an object; else NULL */
    uint32_t index;       /* among its siblings */
    fy_json_place key_at; /* without a key, the position of the value */
    fy_json_place at;
    const json_t *value;
} fy_json;

typedef struct fy_json_file {
    ferry_job *job;
    const char *name;
    json_t *document;
    const fy_json *root;
} fy_json_file;

/* Reads the whole file; at most a megabyte. Texts and values live until the file is closed, places as long
 * as the job's other memory. False after an error, whose codes are `materials.syntax` and
 * `materials.file-size`. */
bool fy_json_open(ferry_job *job, const char *name, ferry_bytes bytes, fy_json_file *file);

void fy_json_close(fy_json_file *file);

/* "rules.json:3:14" */
const char *fy_json_place_name(ferry_job *job, const char *file, fy_json_place place);

/* "rules[2].set.prim"; "" for the whole file. */
const char *fy_json_path(ferry_job *job, const fy_json *json);

/* A text for messages: shortened if long, with `?` for unprintable characters. */
const char *fy_json_shown(ferry_job *job, const char *text);

/* A value as messages show it: `12`, `"clamp"`, `an array`. */
const char *fy_json_found(ferry_job *job, const fy_json *json);

/* Report an error at the value, or at its key. Both return false. */
bool fy_json_refuse(const fy_json_file *file, const fy_json *json, const char *code, const char *format, ...)
    FERRY_PRINTF(4, 5);
bool fy_json_refuse_key(const fy_json_file *file, const fy_json *json, const char *code, const char *format,
                        ...) FERRY_PRINTF(4, 5);

#endif
