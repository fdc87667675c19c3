/*
 * json.h: the JSON that the program prints, from jansson's trees (docs/json.md). Keys stand in the
 * order in which they were set. What is large does not come this way: `dump` is written by the
 * library.
 */
#ifndef FERRY_CLI_PRINT_JSON_H
#define FERRY_CLI_PRINT_JSON_H

#include <jansson.h>

#include "ferry64.h"
#include "cli/base/request.h"

/* An object with what each document begins with: `schema`, "ferry64/NAME", and its version. */
json_t *cli_document(const char *schema);

/* Text as JSON; bytes that are not UTF-8 become U+FFFD. */
json_t *cli_record_text(const char *text);

/* null for what is no finite number. */
json_t *cli_real(double value);

/* A JSON value as text, in the memory of the run, and the same on stdout; both release it. False after a
 * complaint. */
bool cli_json_bytes(cli_run *cli, json_t *value, ferry_bytes *bytes);
void cli_print_json(cli_run *cli, json_t *value);

#endif
