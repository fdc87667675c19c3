/*
 * gltf_read_accessors.h: accessors of glTF: sparse, normalized, interleaved ones, of all kinds of
 * numbers.
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_ACCESSORS_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_ACCESSORS_H

#include "ferry64.h"
#include "formats/gltf/json/gltf_reader.h"

/* Looks up accessor `accessor` of the file, and checks that every element of it lies in the bytes that are
 * there. False after an error. */
bool fy_gltf_find_accessor(fy_gltf_in *g, uint32_t accessor, fy_gltf_numbers_in *to);

/* All of its numbers, `count * width` of them, as floats, made -1..1 or 0..1 if they are normalized. In the
 * job's memory; NULL at a limit, and for none. */
float *fy_gltf_read_floats(fy_gltf_in *g, const fy_gltf_numbers_in *from);

/* The same as whole numbers, as they stand: for accessors of unsigned components. */
uint32_t *fy_gltf_read_whole(fy_gltf_in *g, const fy_gltf_numbers_in *from);

/* A message about an element: at its bytes if they lie in the file, else at its accessor. */
void fy_gltf_tell_element(const fy_gltf_in *g, ferry_severity severity, const char *code,
                          const fy_gltf_element_in *what, const char *format, ...) FERRY_PRINTF(5, 6);

/* Notes in `first`, unless there is one already, the first element of `from` with a number that
 * fy_gltf_sanitise() does not take. */
void fy_gltf_note_broken(fy_gltf_element_in *first, const fy_gltf_numbers_in *from, const float *values);

/* `value`, or 0 for one that is no number or 1e18 and more in magnitude; such a one adds 1 to `*broken`. */
float fy_gltf_sanitise(float value, uint32_t *broken);

#endif
