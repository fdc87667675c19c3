/*
 * sprite_builder.h: sprite files field by field, for tests: sound ones, and such as no tool writes.
 */
#ifndef FERRY_TESTS_SPRITE_BUILDER_H
#define FERRY_TESTS_SPRITE_BUILDER_H

#include "ferry64_format.h"

/* One picture of a sprite; `texels` as the file holds them. */
typedef struct build_level {
    uint32_t code, width, height;
    const uint8_t *texels;
    size_t size;
} build_level;

typedef struct build_sprite {
    uint32_t version; /* 4 or 6; 0: no extended header */
    build_level levels[8];
    uint32_t level_count; /* the picture's own counts as one */
    uint16_t palette[256];
    uint32_t palette_count;
    uint32_t flags;     /* of the extended header, the number of levels left out */
    build_level detail; /* slot 7; width 0: none */
} build_sprite;

/* The file, in the job's memory. */
ferry_bytes build_sprite_file(ferry_job *job, const build_sprite *sprite);

#endif
