/* gltf_read_values.c: values of a glTF file by their keys. */
#include "formats/gltf/json/gltf_read_values.h"

#include <math.h>

#include "ferry64.h"
#include "formats/gltf/json/gltf_reader.h"

uint32_t fy_gltf_list_count(const fy_gltf_in *g, const char *list) {
    size_t count = json_array_size(json_object_get(g->json, list));
    return count < FERRY_NONE ? (uint32_t)count : FERRY_NONE - 1;
}

const json_t *fy_gltf_item(const fy_gltf_in *g, const char *list, uint32_t index) {
    return json_array_get(json_object_get(g->json, list), index);
}

uint32_t fy_gltf_index_of(const json_t *object, const char *key, uint32_t count) {
    const json_t *value = json_object_get(object, key);
    json_int_t index = json_integer_value(value);
    return json_is_integer(value) && index >= 0 && index < (json_int_t)count ? (uint32_t)index : FERRY_NONE;
}

bool fy_gltf_get_floats(const json_t *object, const char *key, size_t count, float *to) {
    const json_t *array = json_object_get(object, key);
    float found[16];
    for (size_t k = 0; k < count; k++) {
        double value =
            json_is_number(json_array_get(array, k)) ? json_number_value(json_array_get(array, k)) : 1e30;
        if (!(fabs(value) < 1e18)) return false;
        found[k] = (float)value;
    }
    memcpy(to, found, count * sizeof *to);
    return true;
}
