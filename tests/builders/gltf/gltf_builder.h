/*
 * gltf_builder.h: small glTF files by hand, right and wrong ones. JSON is written with ' for ", a member a
 * call; numbers go into one buffer.
 */
#ifndef FERRY_TESTS_GLTF_BUILDER_H
#define FERRY_TESTS_GLTF_BUILDER_H

#include "ferry64.h"

enum { GB_S8 = 5120, GB_U8 = 5121, GB_S16 = 5122, GB_U16 = 5123, GB_U32 = 5125, GB_FLOAT = 5126 };

typedef struct gb_file {
    char text[1 << 14], views[1 << 13], accessors[1 << 13];
    uint8_t bytes[1 << 13];
    size_t size;
    uint32_t view_count, accessor_count;
} gb_file;

/* "asset", and what stands there by then; a member: `gb_say(&f, "'scene':%d", 0)`. */
void gb_say(gb_file *file, const char *format, ...) FERRY_PRINTF(2, 3);

/* More of the member before. */
void gb_more(gb_file *file, const char *format, ...) FERRY_PRINTF(2, 3);

/* Numbers of `size` bytes in all as they lie in the file: little-endian, whatever this machine does. */
void gb_order(uint8_t *to, const void *numbers, size_t size, int component);

/* Bytes of a view of their own, on a multiple of four; its number. */
uint32_t gb_view(gb_file *file, const void *bytes, size_t size, uint32_t stride);

/* The same of numbers. */
uint32_t gb_view_of(gb_file *file, const void *numbers, size_t size, int component);

/* An accessor at the start of a view of its own; `more`: further members, with a comma before them. */
uint32_t gb_numbers(gb_file *file, const void *bytes, size_t size, int component, uint32_t count,
                    const char *type, const char *more);

/* An accessor, word by word. */
uint32_t gb_accessor(gb_file *file, const char *format, ...) FERRY_PRINTF(2, 3);

#define GB_NUMBERS(file, array, component, count, type, more)                                                \
    gb_numbers(file, array, sizeof array, component, count, type, more)

/* The whole as .glb. Free with free(). */
ferry_bytes gb_glb(const gb_file *file);

#endif
