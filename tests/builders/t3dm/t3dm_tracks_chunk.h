/*
 * t3dm_tracks_chunk.h: a tracks chunk for the model of t3dm_layouts.h, written record by record from the
 * format's description, with all kinds of sections and of tracks.
 */
#ifndef FERRY_TESTS_T3DM_TRACKS_CHUNK_H
#define FERRY_TESTS_T3DM_TRACKS_CHUNK_H

#include "ferry64_format.h"

enum {
    BUILD_BILL,
    BUILD_HIDE,
    BUILD_CLIP,
    BUILD_TRAK,
    BUILD_TIME,
    BUILD_VALU,
    BUILD_MRPH,
    BUILD_MOVE,
    BUILD_SHFT,
    BUILD_AREA,
    BUILD_VERT,
    BUILD_SECTIONS
};

/* Names of its clips and their kinds. */
extern const char *const build_clip_names[2][2];

/* `strings`: where the file's table has each of them. */
ferry_bytes build_tracks_chunk(ferry_job *job, const uint32_t strings[2][2]);

/* Where a record stands in the chunk; and how many there are. */
uint32_t build_tracks_record(uint32_t section, uint32_t record);
uint32_t build_tracks_count(uint32_t section);

#endif
