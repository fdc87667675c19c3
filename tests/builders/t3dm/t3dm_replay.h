/*
 * t3dm_replay.h: what the console draws from a T3DM file, found by imitating its memory byte by byte. Knows
 * nothing of the library: it is what files are judged by (docs/formats/t3dm.md, "Vertex cache").
 */
#ifndef FERRY_TESTS_T3DM_REPLAY_H
#define FERRY_TESTS_T3DM_REPLAY_H

#include "ferry64.h"

/* A vertex as stored, big-endian: position, normal, colour, texture coordinates; then the bone it was loaded
 * with. */
typedef struct replay_corner {
    uint8_t bytes[18];
} replay_corner;

/* Turned so that the least corner comes first; the winding stays. */
typedef struct replay_triangle {
    replay_corner corners[3];
    uint32_t object;
} replay_triangle;

/* Counts of what is loaded and drawn (docs/cost.md). */
typedef struct replay_cost {
    uint64_t triangles, distinct, loads, vertices, matrices, singles, sequences, buffers, values;
    /* parts: of a list alone, with strips last; matrices taken off again */
    uint64_t strips, lists, ends, pops;
} replay_cost;

typedef struct replay {
    replay_triangle *triangles; /* sorted */
    uint32_t count, objects;
    replay_cost *costs; /* of each object */
    replay_cost total;
    const char *fault; /* NULL: drawn as it must be */
    uint32_t fault_object, fault_part;
} replay;

/* Caller frees with fy_replay_free(). */
replay fy_replay(ferry_bytes file);
void fy_replay_free(replay *r);

uint64_t fy_replay_cycles(const replay_cost *cost);

/* Commands: loads and draws, without matrices. */
uint64_t fy_replay_commands(const replay_cost *cost);

#endif
