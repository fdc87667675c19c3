/* json.c: the JSON that the program prints, from jansson's trees (docs/json.md). Keys keep the order in which
 * they were set. Large documents do not pass through here: the library writes what `dump` prints. */
#include "cli/print/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "core/base/json_out.h"
#include "core/base/printable.h"

json_t *cli_document(const char *schema) {
    char name[64];
    json_t *object = json_object();
    snprintf(name, sizeof name, "ferry64/%s", schema);
    json_object_set_new(object, "schema", json_string(name));
    json_object_set_new(object, "schema_version", json_integer(FY_SCHEMA_VERSION));
    json_object_set_new(object, "program", json_string("ferry64"));
    json_object_set_new(object, "version", json_string(ferry_version()));
    return object;
}

json_t *cli_real(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *cli_record_text(const char *text) {
    json_t *plain = json_string(text);
    if (plain) return plain;
    char *repaired = malloc(strlen(text) * 3 + 1), *end = repaired;
    if (!repaired) return json_string("");
    for (const char *at = text; *at;) {
        size_t length = fy_utf8_length((const unsigned char *)at);
        memcpy(end, length ? at : "\xEF\xBF\xBD", length ? length : 3);
        end += length ? length : 3;
        at += length ? length : 1;
    }
    *end = '\0';
    json_t *value = json_string(repaired);
    free(repaired);
    return value;
}

static bool is_row(const json_t *list) {
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) if (json_is_array(item) || json_is_object(item)) return false;
    return true;
}

static void put_value(fy_json_out *json, const char *key, json_t *value) {
    const char *name;
    json_t *item;
    size_t i;
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        fy_put_object(json, key);
        json_object_foreach(value, name, item) put_value(json, name, item);
        fy_put_end(json);
        break;
    case JSON_ARRAY:
        if (is_row(value))
            fy_put_row(json, key);
        else
            fy_put_list(json, key);
        json_array_foreach(value, i, item) put_value(json, NULL, item);
        fy_put_end(json);
        break;
    case JSON_STRING:
        fy_put_text(json, key, json_string_value(value));
        break;
    case JSON_INTEGER:
        fy_put_integer(json, key, json_integer_value(value));
        break;
    case JSON_REAL:
        fy_put_number(json, key, json_real_value(value));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        fy_put_bool(json, key, json_is_true(value));
        break;
    case JSON_NULL:
        fy_put_null(json, key);
        break;
    }
}

bool cli_json_bytes(cli_run *cli, json_t *value, ferry_bytes *bytes) {
    ferry_out out = ferry_out_open(cli->arena, "JSON");
    fy_json_out json = fy_put_open(&out);
    if (value) put_value(&json, NULL, value);
    json_decref(value);
    *bytes = (ferry_bytes){out.data, out.size};
    if (value && !out.bad) return true;
    cli_print(stderr, "ferry64: out of memory for the JSON\n");
    cli_remember(cli, CLI_FAILED);
    return false;
}

void cli_print_json(cli_run *cli, json_t *value) {
    ferry_bytes bytes;
    if (cli_json_bytes(cli, value, &bytes)) fwrite(bytes.data, 1, bytes.size, stdout);
}
