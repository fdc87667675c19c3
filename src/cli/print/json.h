/* json.h: the JSON that the program prints, from jansson's trees (docs/json.md). Keys keep the order in which
 * they were set. Large documents do not pass through here: the library writes what `dump` prints. */
#ifndef FERRY_CLI_PRINT_JSON_H
#define FERRY_CLI_PRINT_JSON_H

#include <jansson.h>

#include "ferry64.h"
#include "cli/base/request.h"

/* A document with its first keys: `schema`, "ferry64/NAME", its version, and the program's. */
json_t *cli_document(const char *schema);

/* Text as JSON; bytes that are not UTF-8 become U+FFFD. */
json_t *cli_record_text(const char *text);

/* A number, or null if it is not finite. */
json_t *cli_real(double value);

/* A JSON value as text, in the memory of the run; the same printed on stdout. Both release it. False after a
 * complaint. */
bool cli_json_bytes(cli_run *cli, json_t *value, ferry_bytes *bytes);
void cli_print_json(cli_run *cli, json_t *value);

#endif
