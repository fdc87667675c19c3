/* t3d.h: what the game of docs/animations.md calls of Tiny3D. It is compiled, not run (example.sh). */
#ifndef FERRY_TESTS_T3D_H
#define FERRY_TESTS_T3D_H

#include <libdragon.h>

#include "t3dmodel.h"

#define T3D_DEG_TO_RAD(degrees) ((float)(degrees)*0.0174533f)
#define RGBA32(r, g, b, a) t3d_fake_color(r, g, b, a)

typedef struct {
    int matrixStackSize;
} T3DInitParams;

typedef struct {
    T3DMat4 matCamera;
} T3DViewport;

#ifdef __cplusplus
extern "C" {
#endif
color_t t3d_fake_color(uint8_t r, uint8_t g, uint8_t b, uint8_t a);
void t3d_init(T3DInitParams params);
void t3d_frame_start(void);
void t3d_screen_clear_color(color_t color);
void t3d_screen_clear_depth(void);
T3DViewport t3d_viewport_create_buffered(uint16_t count);
void t3d_viewport_set_projection(T3DViewport *viewport, float fov, float near, float far);
void t3d_viewport_look_at(T3DViewport *viewport, const T3DVec3 *eye, const T3DVec3 *target,
                          const T3DVec3 *up);
void t3d_viewport_attach(T3DViewport *viewport);
void t3d_light_set_ambient(const uint8_t *color);
void t3d_light_set_count(int count);
void t3d_mat4_from_srt_euler(T3DMat4 *matrix, const float scale[3], const float rotation[3],
                             const float translation[3]);
void t3d_matrix_push(const T3DMat4FP *matrix);
void t3d_matrix_pop(int count);
T3DModel *t3d_model_load(const char *path);
void t3d_model_free(T3DModel *model);
#ifdef __cplusplus
}
#endif

#endif
