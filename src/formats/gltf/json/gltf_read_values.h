/* gltf_read_values.h: values of a glTF file by their keys. */
#ifndef FERRY_FORMATS_GLTF_JSON_GLTF_READ_VALUES_H
#define FERRY_FORMATS_GLTF_JSON_GLTF_READ_VALUES_H

#include <jansson.h>

#include "formats/gltf/json/gltf_reader.h"

/* An element of one of the file's lists, NULL if there is none of that number. */
const json_t *fy_gltf_item(const fy_gltf_in *g, const char *list, uint32_t index);
uint32_t fy_gltf_list_count(const fy_gltf_in *g, const char *list);

/* The member `key`, a number below `count`; FERRY_NONE: it is not there, or none. */
uint32_t fy_gltf_index_of(const json_t *object, const char *key, uint32_t count);

/* Numbers of a list, all of them finite floats; false, and `to` as it was, if they are not. */
bool fy_gltf_get_floats(const json_t *object, const char *key, size_t count, float *to);

#endif
