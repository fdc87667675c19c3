/* record_json.h: counts and messages as JSON. */
#ifndef FERRY_CLI_PRINT_RECORD_JSON_H
#define FERRY_CLI_PRINT_RECORD_JSON_H

#include <jansson.h>

#include "ferry64.h"

json_t *cli_record_counts(const ferry_scene *scene);
json_t *cli_record_messages(const ferry_report *report);

/* Triangles of one level of detail. */
uint64_t cli_level_triangles(const ferry_scene *scene, uint8_t level);

/* What was seen of each material when the model was saved. */
json_t *cli_record_seen(ferry_seen_list seen);

#endif
