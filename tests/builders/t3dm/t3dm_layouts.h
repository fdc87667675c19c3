/*
 * t3dm_layouts.h: one small model as a T3DM file of each of the sixteen layouts, written from the format's
 * description and apart from the library's table of layouts.
 */
#ifndef FERRY_TESTS_T3DM_LAYOUTS_H
#define FERRY_TESTS_T3DM_LAYOUTS_H

#include "ferry64_format.h"

/* In order: L0 to L11, V1 to V4. */
enum {
    BUILD_L0,
    BUILD_L1,
    BUILD_L2,
    BUILD_L3,
    BUILD_L4,
    BUILD_L5,
    BUILD_L6,
    BUILD_L7,
    BUILD_L8,
    BUILD_L9,
    BUILD_L10,
    BUILD_L11,
    BUILD_V1,
    BUILD_V2,
    BUILD_V3,
    BUILD_V4,
    BUILD_LAYOUTS
};

extern const char *const build_layout_names[BUILD_LAYOUTS];

/* The triangles of the model's three objects, the same in every layout. */
enum { BUILD_TRIANGLES = 7 + 8 + 2 };

typedef struct build_layout {
    uint32_t layout;
    bool late; /* L3 only: of after 28 March 2024, x is not negated */
    bool untextured;
    bool tracks; /* V1 and on: with the chunk of t3dm_tracks_chunk.h */
} build_layout;

/* Three objects; two of them with equal materials. Bones from L4 on, an animation from L6 on, a BVH from V1
 * on, in V4 a chunk of somebody's own. In L0 with one triangle too many. The bytes are the job's. */
ferry_bytes build_t3dm(ferry_job *job, build_layout how);

/* The stream of its animation, `layout.0.sdata`. */
ferry_bytes build_t3dm_stream(ferry_job *job);

/* A job's `sidecar` that finds that stream; `user`: its ferry_bytes. */
bool build_find_stream(void *user, const char *name, ferry_bytes *bytes);

/* Where a file's chunk table begins; where the nth chunk of a type does. Aborts if there is none. */
uint32_t build_table_at(uint32_t layout);
uint32_t build_chunk_at(ferry_bytes file, uint32_t layout, char type, uint32_t nth);

#endif
