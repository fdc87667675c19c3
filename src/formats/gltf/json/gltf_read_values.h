/* gltf_read_values.h: values of a glTF file by their keys. */
#ifndef FERRY_FORMATS_GLTF_JSON_GLTF_READ_VALUES_H
#define FERRY_FORMATS_GLTF_JSON_GLTF_READ_VALUES_H

#include <jansson.h>

#include "formats/gltf/json/gltf_reader.h"

/* An element of one of the file's lists ("nodes"); NULL if there is none of that number. It lives as long as
 * the JSON. */
const json_t *fy_gltf_item(const fy_gltf_in *g, const char *list, uint32_t index);

/* How many elements a list has; 0 if there is no such list. */
uint32_t fy_gltf_list_count(const fy_gltf_in *g, const char *list);

/* The member `key`, a number below `count`; FERRY_NONE: it is not there, or none. */
uint32_t fy_gltf_index_of(const json_t *object, const char *key, uint32_t count);

/* The first `count` numbers, at most 16, of the list `key`. False, and `to` as it was, unless all of them are
 * there and below 1e18 in magnitude. */
bool fy_gltf_get_floats(const json_t *object, const char *key, size_t count, float *to);

#endif
