/*
 * gltf_write_buffer.h: numbers in the buffer of a glTF file, with the views and accessors that tell
 * where they stand (docs/formats/gltf.md).
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_BUFFER_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_BUFFER_H

#include <jansson.h>

#include "formats/gltf/write/gltf_writer.h"

/* Adds `value` to an object or a list, which takes it over; NULL, or a failure, sets `g->no_memory`.
 * fy_gltf_add() returns the value's index. */
void fy_gltf_set(fy_gltf *g, json_t *object, const char *key, json_t *value);
uint32_t fy_gltf_add(fy_gltf *g, json_t *list, json_t *value);

/* A new list of numbers. What is no float becomes 0, and sets `g->e.too_large`. NULL at the memory limit. */
json_t *fy_gltf_numbers(fy_gltf *g, const double *values, int count);

/* A new number; NULL at the memory limit. */
json_t *fy_gltf_index(uint32_t index);

/* Sets `name` unless it is empty. */
void fy_gltf_name(fy_gltf *g, json_t *object, const char *name);

/* Copies `size` bytes into the buffer, with a view over them; `target`: FY_GLTF_VERTICES and the like. Its
 * number; FERRY_NONE at the memory limit. */
uint32_t fy_gltf_view(fy_gltf *g, const void *bytes, size_t size, unsigned target);

/* Accessors in between share one view, which is left out if it stays empty. */
void fy_gltf_begin_run(fy_gltf *g);
void fy_gltf_end_run(fy_gltf *g);

/* Each copies `count` elements of `width` numbers (1 where none is given; 16: a matrix) into the buffer, with
 * an accessor over them. `bounds`: it states the least and greatest of each number. The accessor's number;
 * FERRY_NONE at the memory limit. */
uint32_t fy_gltf_floats(fy_gltf *g, const float *values, uint32_t count, uint32_t width, unsigned target,
                        bool bounds);
uint32_t fy_gltf_u16s(fy_gltf *g, const uint16_t *values, uint32_t count, uint32_t width, unsigned target,
                      bool normalized);

/* The same for `count` elements of three numbers, all zero but `moved` of them: those of the rising numbers
 * `places`. */
uint32_t fy_gltf_sparse(fy_gltf *g, uint32_t count, const uint32_t *places, const float *values,
                        uint32_t moved);
uint32_t fy_gltf_u32s(fy_gltf *g, const uint32_t *values, uint32_t count, unsigned target);
uint32_t fy_gltf_u8s(fy_gltf *g, const uint8_t *values, uint32_t count);

#endif
