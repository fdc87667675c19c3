/*
 * tracks_builder.h: tracks chunks for tests, byte by byte from docs/formats/t3dm.md ("Tracks"), apart from
 * the library.
 */
#ifndef FERRY_TESTS_TRACKS_BUILDER_H
#define FERRY_TESTS_TRACKS_BUILDER_H

#include "ferry64_format.h"

enum { FY_CHUNK_KEYS = 6 };

typedef struct fy_chunk_track {
    uint8_t target, slot, interpolation, width;
    uint16_t object, keys;
    float times[FY_CHUNK_KEYS];
    uint16_t values[4 * FY_CHUNK_KEYS];
    float scale, offset;
} fy_chunk_track;

typedef struct fy_chunk_clip {
    const char *name, *kind;
    float duration, rate;
    uint8_t loop;
    uint16_t animation;
    uint32_t tracks; /* the next ones of the list */
} fy_chunk_clip;

typedef struct fy_chunk_move {
    uint32_t vertex;
    int16_t numbers[3]; /* a move, or a shift of s and t */
    int8_t normal[3];
} fy_chunk_move;

typedef struct fy_chunk_morph {
    uint8_t kind; /* 0 moves, 1 shifts */
    uint32_t count;
    const fy_chunk_move *moves;
} fy_chunk_morph;

typedef struct fy_chunk_area {
    uint32_t count;
    const uint32_t *vertices;
} fy_chunk_area;

typedef struct fy_chunk {
    const fy_chunk_clip *clips;
    const fy_chunk_track *tracks;
    const fy_chunk_morph *morphs;
    const fy_chunk_area *areas;
    const uint16_t *hidden;
    uint32_t clip_count, track_count, morph_count, area_count, hidden_count;
} fy_chunk;

/* The chunk's bytes, and those of the strings that it names, which stand behind `text` bytes of others. In
 * the job's memory. */
ferry_bytes fy_chunk_build(ferry_job *job, const fy_chunk *chunk, uint32_t text, ferry_bytes *strings);

#endif
