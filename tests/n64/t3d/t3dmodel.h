/*
 * t3dmodel.h: a model of the part of Tiny3D's interface that n64/ferry64_tracks.h uses, for the host. Fixed-point
 * matrices are kept as floats, so that tests see what went in.
 */
#ifndef FERRY_TESTS_T3DMODEL_H
#define FERRY_TESTS_T3DMODEL_H

#include <stdint.h>

typedef struct {
    float m[4][4]; /* m[column][row] */
} T3DMat4;

typedef struct {
    T3DMat4 as_float;
} T3DMat4FP;

typedef struct {
    uint8_t bytes[4];
} T3DChunkOffset;

typedef struct {
    char magic[4];
    uint32_t chunkCount; /* of the machine's own byte order: on the console it is the file's */
    uint8_t rest[0x24];
    T3DChunkOffset chunkOffsets[];
} T3DModel;

static inline void t3d_mat4_mul(T3DMat4 *to, const T3DMat4 *a, const T3DMat4 *b) {
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++) {
            to->m[c][r] = 0;
            for (int k = 0; k < 4; k++) to->m[c][r] += a->m[k][r] * b->m[c][k];
        }
}

static inline void t3d_mat4_to_fixed(T3DMat4FP *to, const T3DMat4 *from) {
    to->as_float = *from;
}

#endif
