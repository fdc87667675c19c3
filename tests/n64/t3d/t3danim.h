/* t3danim.h: what the game of docs/animations.md calls of Tiny3D's animations. It is compiled, not run
 * (example.sh). */
#ifndef FERRY_TESTS_T3DANIM_H
#define FERRY_TESTS_T3DANIM_H

#include "t3dskeleton.h"

typedef struct {
    float time;
} T3DAnim;

#ifdef __cplusplus
extern "C" {
#endif
T3DAnim t3d_anim_create(const T3DModel *model, const char *name);
void t3d_anim_attach(T3DAnim *anim, const T3DSkeleton *skeleton);
void t3d_anim_update(T3DAnim *anim, float seconds);
void t3d_anim_set_looping(T3DAnim *anim, bool loop);
void t3d_anim_destroy(T3DAnim *anim);
#ifdef __cplusplus
}
#endif

#endif
