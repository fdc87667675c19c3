/* j3d_builder_inside.h: what the files of the J3D builder share. */
#ifndef FERRY_TESTS_J3D_BUILDER_INSIDE_H
#define FERRY_TESTS_J3D_BUILDER_INSIDE_H

#include "j3d_builder.h"

#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void jb_abort(const char *what);

void *jb_grow(void *list, uint32_t *count, uint32_t *capacity, size_t size);

/* ----------------------------------------------------------------------------------------- vertices */

uint32_t jb_shift(const jb_array *a, int array);
long jb_fixed(double value, uint32_t type, uint32_t shift);

/* -------------------------------------------------------------------------------------------- bytes */

void jb_put8(jb_file *file, uint32_t value);
void jb_put16(jb_file *file, uint32_t value);
void jb_put32(jb_file *file, uint32_t value);
void jb_putf(jb_file *file, double value);
void jb_put(jb_file *file, const void *bytes, size_t size);

/* Names the place where the next byte goes. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void jb_mark_here(jb_file *file, const char *format, ...);

/* Up to a multiple of `to`, with the exporter's text or with zeros. */
void jb_pad_text(jb_file *file, size_t to);
void jb_pad_zero(jb_file *file, size_t to);

/* A chunk from its tag on: its start. jb_chunk_end pads it and fills in its size. */
size_t jb_chunk_begin(jb_file *file, const char *tag);
void jb_chunk_end(jb_file *file, size_t start);

/* Writes the distance from `start` to the next byte into the u32 at `field`. */
void jb_offset_here(jb_file *file, size_t start, size_t field);

void jb_names(jb_file *file, uint32_t count, const char *const *names);

void jb_write_materials(jb_file *file, const jb_model *model, bool version2);
void jb_write_textures(jb_file *file, const jb_model *model);

#endif
