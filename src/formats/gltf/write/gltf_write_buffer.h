/*
 * gltf_write_buffer.h: numbers in the buffer of a glTF file, with the views and accessors that tell
 * where they stand (docs/formats/gltf.md).
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_BUFFER_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_BUFFER_H

#include <jansson.h>

#include "formats/gltf/write/gltf_writer.h"

/* Each takes its value over; NULL means that there was no memory. */
void fy_gltf_set(fy_gltf *g, json_t *object, const char *key, json_t *value);
uint32_t fy_gltf_add(fy_gltf *g, json_t *list, json_t *value); /* returns its index */

json_t *fy_gltf_numbers(fy_gltf *g, const double *values, int count);
json_t *fy_gltf_index(uint32_t index);

/* Sets `name` unless it is empty. */
void fy_gltf_name(fy_gltf *g, json_t *object, const char *name);

/* A view over `bytes`; FERRY_NONE at the memory limit. */
uint32_t fy_gltf_view(fy_gltf *g, const void *bytes, size_t size, unsigned target);

/* Accessors in between share one view. */
void fy_gltf_begin_run(fy_gltf *g);
void fy_gltf_end_run(fy_gltf *g);

/* Accessors over `count` elements of `width` numbers; 16: a matrix. FERRY_NONE at the memory limit. */
uint32_t fy_gltf_floats(fy_gltf *g, const float *values, uint32_t count, uint32_t width, unsigned target,
                        bool bounds);
uint32_t fy_gltf_u16s(fy_gltf *g, const uint16_t *values, uint32_t count, uint32_t width, unsigned target,
                      bool normalized);
/* `count` elements of three numbers, all zero but `moved` of them: those of the rising numbers `places`. */
uint32_t fy_gltf_sparse(fy_gltf *g, uint32_t count, const uint32_t *places, const float *values,
                        uint32_t moved);
uint32_t fy_gltf_u32s(fy_gltf *g, const uint32_t *values, uint32_t count, unsigned target);
uint32_t fy_gltf_u8s(fy_gltf *g, const uint8_t *values, uint32_t count);

#endif
