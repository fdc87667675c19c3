/*
 * t3dskeleton.h: a model of Tiny3D's skeletons for the host: parents before children, bones with hasChanged
 * and what hangs on them are worked out anew and go into the next buffer.
 */
#ifndef FERRY_TESTS_T3DSKELETON_H
#define FERRY_TESTS_T3DSKELETON_H

#include "t3dmodel.h"

typedef struct {
    uint16_t boneCount;
    const uint16_t *parents; /* 0xFFFF: none */
} T3DChunkSkeleton;

typedef struct {
    T3DMat4 matrix;
    T3DMat4 local; /* the console has scale, rotation and position here */
    int32_t hasChanged;
} T3DBone;

typedef struct {
    T3DBone *bones;
    T3DMat4FP *boneMatricesFP;
    uint8_t bufferCount, currentBufferIdx;
    const T3DChunkSkeleton *skeletonRef;
} T3DSkeleton;

static inline void t3d_skeleton_update(T3DSkeleton *skeleton) {
    T3DMat4FP *to = NULL;
    bool fresh[64] = {false};
    for (uint32_t i = 0; i < skeleton->skeletonRef->boneCount; i++) {
        T3DBone *bone = &skeleton->bones[i];
        uint16_t parent = skeleton->skeletonRef->parents[i];
        fresh[i] = bone->hasChanged || (parent != 0xFFFF && fresh[parent]);
        if (!fresh[i]) continue;
        if (!to) {
            skeleton->currentBufferIdx = (uint8_t)((skeleton->currentBufferIdx + 1) % skeleton->bufferCount);
            to = skeleton->boneMatricesFP + skeleton->skeletonRef->boneCount * skeleton->currentBufferIdx;
        }
        bone->matrix = bone->local;
        if (parent != 0xFFFF) t3d_mat4_mul(&bone->matrix, &skeleton->bones[parent].matrix, &bone->local);
        t3d_mat4_to_fixed(&to[i], &bone->matrix);
        if (bone->hasChanged++ == skeleton->bufferCount) bone->hasChanged = 0;
    }
}

T3DSkeleton t3d_skeleton_create_buffered(const T3DModel *model, int buffers); /* for example.sh alone */
void t3d_skeleton_destroy(T3DSkeleton *skeleton);

#endif
