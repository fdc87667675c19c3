/* gltf_read_attributes.h: attributes of primitives: how many morph targets, and complaints about one. */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_ATTRIBUTES_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_ATTRIBUTES_H

#include "formats/gltf/json/gltf_reader.h"

/* How many morph targets mesh `mesh` of the file has: as many as its primitive with most. */
uint32_t fy_gltf_target_count(const fy_gltf_in *g, uint32_t mesh);

/* Tells a loss: the attribute `key` of a primitive, or of its morph target `target` (FERRY_NONE: of none), is
 * left out, since its type or count does not fit. */
void fy_gltf_tell_attribute(const fy_gltf_in *g, const fy_gltf_use *use, uint32_t primitive, uint32_t target,
                            const char *key);

#endif
