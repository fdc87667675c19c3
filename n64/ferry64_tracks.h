/*
 * ferry64_tracks.h: for games: what a .t3dm file of ferry64 says beyond what Tiny3D plays by itself.
 *
 * The file's tracks chunk (docs/formats/t3dm.md, "Tracks") holds, so far, the bones that turn to the camera. Include
 * this file behind Tiny3D's headers; it needs nothing but libdragon and Tiny3D.
 *
 *     Ferry64Tracks tracks;
 *     bool tracked = ferry64_tracks_open(&tracks, model);
 *     ...
 *     // each frame, instead of t3d_skeleton_update(&skeleton):
 *     T3DMat4 modelView;
 *     t3d_mat4_mul(&modelView, &viewport.matCamera, &modelMatrix);
 *     ferry64_skeleton_update(&tracks, &skeleton, &modelView);
 *
 * The skeleton should have as many buffers as there are frame buffers (t3d_skeleton_create_buffered), since the RSP may
 * still read the matrices of the frame before.
 *
 * Copyright (c) the ferry64 authors. MIT license: see LICENSE.
 */
#ifndef FERRY64_TRACKS_H
#define FERRY64_TRACKS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <t3d/t3dmodel.h>
#include <t3d/t3dskeleton.h>

typedef struct Ferry64Tracks {
    const uint8_t *billboards; /* records of 4 bytes: u16 bone, u8 kind, u8 0; they lie in the model */
    uint32_t       billboard_count;
} Ferry64Tracks;

enum { FERRY64_SPHERICAL = 1, FERRY64_CYLINDRICAL = 2 };

static inline uint32_t ferry64_u16(const uint8_t *at) {
    return (uint32_t)at[0] << 8 | at[1];
}

static inline uint32_t ferry64_u32(const uint8_t *at) {
    return ferry64_u16(at) << 16 | ferry64_u16(at + 2);
}

/* Finds the chunk of a loaded model. False: it has none, or one of a version that this header does not know; `tracks` is
 * then empty, and the functions below do what Tiny3D's own do. The model must live as long as `tracks`. */
static inline bool ferry64_tracks_open(Ferry64Tracks *tracks, const T3DModel *model) {
    *tracks = (Ferry64Tracks){0};
    for (uint32_t i = 0; i < model->chunkCount; i++) {
        const uint8_t *entry = (const uint8_t *)&model->chunkOffsets[i];
        const uint8_t *chunk = (const uint8_t *)model + (ferry64_u32(entry) & 0xFFFFFF);
        if (entry[0] != 'F' || ferry64_u32(chunk) != 0x46363454 || ferry64_u16(chunk + 4) != 1) continue;
        for (uint32_t k = 0; k < ferry64_u16(chunk + 6); k++) {
            const uint8_t *section = chunk + 8 + 12 * k;
            if (ferry64_u32(section) != 0x42494C4C) continue; /* sections of later versions */
            tracks->billboards = chunk + ferry64_u32(section + 4);
            tracks->billboard_count = ferry64_u32(section + 8);
        }
        return true;
    }
    return false;
}

/* Matrices are in columns: m[column][row]. */
static inline float ferry64_length(const float column[4]) {
    return sqrtf(column[0] * column[0] + column[1] * column[1] + column[2] * column[2]);
}

/* Replaces the turn of a matrix that leads to the camera: spherical ones have none, cylindrical ones keep their own y. */
static inline void ferry64_face(T3DMat4 *m, int kind) {
    float lengths[3] = {ferry64_length(m->m[0]), ferry64_length(m->m[1]), ferry64_length(m->m[2])};
    float y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    if (kind == FERRY64_CYLINDRICAL) {
        for (int i = 0; i < 3; i++) y[i] = lengths[1] > 0 ? m->m[1][i] / lengths[1] : 0;
        float across = sqrtf(y[1] * y[1] + y[2] * y[2]); /* of x times y */
        z[0] = 0;
        z[1] = across > 0 ? -y[2] / across : 0;
        z[2] = across > 0 ? y[1] / across : 0;
    }
    for (int i = 0; i < 3; i++) {
        m->m[0][i] = i == 0 ? lengths[0] : 0;
        m->m[1][i] = y[i] * lengths[1];
        m->m[2][i] = z[i] * lengths[2];
    }
}

/* False: there is no way back. */
static inline bool ferry64_invert(T3DMat4 *inverse, const T3DMat4 *of) {
    const float(*m)[4] = of->m;
    float cofactors[3][3], determinant = 0;
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) {
            int c1 = (c + 1) % 3, c2 = (c + 2) % 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3;
            cofactors[c][r] = m[c1][r1] * m[c2][r2] - m[c1][r2] * m[c2][r1];
        }
    for (int r = 0; r < 3; r++) determinant += m[0][r] * cofactors[0][r];
    if (determinant == 0) return false;
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) inverse->m[c][r] = cofactors[r][c] / determinant;
        inverse->m[c][3] = 0;
    }
    for (int r = 0; r < 3; r++)
        inverse->m[3][r] = -(inverse->m[0][r] * m[3][0] + inverse->m[1][r] * m[3][1] + inverse->m[2][r] * m[3][2]);
    inverse->m[3][3] = 1;
    return true;
}

/* Updates the skeleton as t3d_skeleton_update() does, then turns the bones that face the camera. Bones below them do not
 * turn with them, as on the GameCube. `modelView` leads from the model to the camera: viewport.matCamera * model. */
static inline void ferry64_skeleton_update(const Ferry64Tracks *tracks, T3DSkeleton *skeleton,
                                           const T3DMat4 *modelView) {
    T3DMat4  back, seen, turned;
    uint32_t bones = skeleton->skeletonRef->boneCount;
    for (uint32_t i = 0; i < tracks->billboard_count; i++) {
        uint32_t bone = ferry64_u16(tracks->billboards + 4 * i);
        /* The camera may have moved: a new buffer is needed even if no bone moves. */
        if (bone < bones && !skeleton->bones[bone].hasChanged) skeleton->bones[bone].hasChanged = 1;
    }
    t3d_skeleton_update(skeleton);
    if (!tracks->billboard_count || !ferry64_invert(&back, modelView)) return;
    T3DMat4FP *matrices = skeleton->boneMatricesFP + bones * skeleton->currentBufferIdx;
    for (uint32_t i = 0; i < tracks->billboard_count; i++) {
        const uint8_t *record = tracks->billboards + 4 * i;
        uint32_t       bone = ferry64_u16(record);
        if (bone >= bones) continue;
        t3d_mat4_mul(&seen, modelView, &skeleton->bones[bone].matrix);
        ferry64_face(&seen, record[2]);
        t3d_mat4_mul(&turned, &back, &seen);
        t3d_mat4_to_fixed(&matrices[bone], &turned);
    }
}

#endif
