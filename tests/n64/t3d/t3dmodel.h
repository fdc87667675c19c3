/*
 * t3dmodel.h: a model of the part of libdragon's and Tiny3D's interface that the headers of n64/ use, for
 * the host. Structures have the console's members. With FERRY_FAKE_BIG their numbers lie in memory as on the
 * console, in big-endian order, which gcc can do; else as on this machine. Fixed-point matrices are kept as
 * floats, so that tests see what went in. What stands for the machine itself is in fake_tiny3d.h.
 */
#ifndef FERRY_TESTS_T3DMODEL_H
#define FERRY_TESTS_T3DMODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    float m[4][4]; /* m[column][row] */
} T3DMat4;

typedef struct {
    T3DMat4 as_float;
} T3DMat4FP;

typedef struct {
    float v[3];
} T3DVec3;

typedef struct {
    uint8_t r, g, b, a;
} color_t;

typedef struct rspq_block_s rspq_block_t;
typedef struct sprite_s sprite_t;

#ifdef FERRY_FAKE_BIG
#pragma scalar_storage_order big - endian
#endif

typedef struct {
    int16_t posA[3];
    uint16_t normA;
    int16_t posB[3];
    uint16_t normB;
    uint32_t rgbaA, rgbaB;
    int16_t stA[2], stB[2];
} T3DVertPacked;

typedef struct {
    float low, height;
    int8_t mask, shift;
    uint8_t mirror, clamp;
} T3DMaterialAxis;

typedef struct {
    uint32_t texReference;
    char *texPath;
    uint32_t textureHash;
    sprite_t *texture;
    uint16_t texWidth, texHeight;
    T3DMaterialAxis s, t;
} T3DMaterialTexture;

typedef struct {
    uint8_t setColorFlags;
    color_t primColor, envColor;
    char *name;
    T3DMaterialTexture textureA, textureB;
} T3DMaterial;

typedef struct {
    T3DVertPacked *vert;
    uint16_t vertLoadCount;
    uint16_t matrixIdx;
} T3DObjectPart;

typedef struct {
    char *name;
    uint16_t numParts, triCount;
    T3DMaterial *material;
    T3DObjectPart parts[];
} T3DObject;

typedef struct {
    char *name;
    float duration;
} T3DChunkAnim;

typedef struct {
    uint8_t bytes[4]; /* a union of type and word; only the bytes are the same in both orders */
} T3DChunkOffset;

typedef struct {
    char magic[4];
    uint32_t chunkCount;
    uint16_t totalVertCount, totalIndexCount;
    uint32_t chunkIdxVertices, chunkIdxIndices, chunkIdxMaterials;
    char *stringTablePtr;
    T3DChunkOffset chunkOffsets[];
} T3DModel;

#ifdef FERRY_FAKE_BIG
#pragma scalar_storage_order default
#endif

typedef struct {
    void *userData;
    bool (*filterCb)(void *userData, const T3DObject *object);
    const T3DMat4FP *matrices;
} T3DModelDrawConf;

typedef struct {
    uint32_t lastTextureHashA, lastTextureHashB;
    color_t lastPrimColor, lastEnvColor;
    uint8_t lastVertFXFunc;
} T3DModelState;

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

/* Of iterators and drawing by oneself: for example.sh alone. */
enum { T3D_CHUNK_TYPE_OBJECT = 'O' };
enum T3DVertexFX { T3D_VERTEX_FX_NONE };
void t3d_state_set_vertex_fx(enum T3DVertexFX function, int16_t arg0, int16_t arg1);

typedef struct {
    T3DObject *object;
} T3DModelIter;

T3DModelState t3d_model_state_create(void);
T3DModelIter t3d_model_iter_create(const T3DModel *model, int type);
bool t3d_model_iter_next(T3DModelIter *it);

uint16_t t3d_vert_pack_normal(const T3DVec3 *normal);
void t3d_model_draw_material(T3DMaterial *material, T3DModelState *state);
void t3d_model_draw_object(const T3DObject *object, const T3DMat4FP *matrices);
void t3d_model_draw_custom(const T3DModel *model, T3DModelDrawConf conf);
void rspq_block_begin(void);
rspq_block_t *rspq_block_end(void);
void rspq_block_free(rspq_block_t *block);
void data_cache_hit_writeback(const void *at, unsigned long bytes);

#endif
