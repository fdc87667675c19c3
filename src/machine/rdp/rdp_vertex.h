/*
 * rdp_vertex.h: transforms vertices as the console's microcode does: matrices, screen position, normal,
 * light, fog and texture coordinates, bit for bit where the arithmetic is known (docs/formats/n64_drawing.md,
 * "Vertices").
 */
#ifndef FERRY_MACHINE_RDP_RDP_VERTEX_H
#define FERRY_MACHINE_RDP_RDP_VERTEX_H

#include "ferry64.h"

/* ------------------------------------------------------------------------------------------- matrices */

/* Four columns of s15.16, for column vectors. */
typedef struct fy_rdp_matrix {
    int32_t column[4][4];
} fy_rdp_matrix;

/* An affine matrix of real numbers, truncated element by element. */
fy_rdp_matrix fy_rdp_matrix_affine(const ferry_matrix *real);

/* The runtime's perspective: near plane at 2nf / (2f - n), far plane at 2f. `fov` is vertical, in radians. */
fy_rdp_matrix fy_rdp_perspective(double fov, double aspect, double near, double far);

/* a * b; b acts first. Each of the four products of an element is floored, their sum saturates. */
fy_rdp_matrix fy_rdp_matrix_multiply(const fy_rdp_matrix *a, const fy_rdp_matrix *b);

/* ---------------------------------------------------------------------------------------------- place */

/* One look-up in the signal processor's table: about 2^31 / x, nine good bits. */
int32_t fy_rdp_reciprocal(int32_t x);

typedef struct fy_rdp_viewport {
    int32_t width, height;    /* pixels */
    int32_t left, top;        /* pixels */
    int32_t depth_offset;     /* added to Z */
    int32_t w_scale;          /* 65535 * 2 / (near + far) */
    int32_t x_scale, y_scale; /* what w_scale took away, times four */
    int32_t depth_scale;
    int32_t sphere_scale; /* of the screen position in spherical texture coordinates */
} fy_rdp_viewport;

/* near + far must be 20 or more for a width of 320: the scale has 16 bits. */
fy_rdp_viewport fy_rdp_viewport_of(int32_t width, int32_t height, double near, double far);

typedef struct fy_rdp_vertex {
    int32_t clip[4];   /* s15.16, before the division */
    int32_t inverse;   /* of clip w, s15.16 */
    int16_t x, y;      /* quarter pixels, y down */
    int16_t z;         /* 0 near .. 0x7FFF far */
    int16_t normal[3]; /* s0.15, of the view */
    int16_t s, t;      /* 1/32 texels */
    uint8_t rgba[4];   /* lit, fogged */
} fy_rdp_vertex;

/* Clip coordinates of a stored position. */
void fy_rdp_transform(const fy_rdp_matrix *mvp, const int16_t position[3], int32_t clip[4]);

/* Screen position and inverse from vertex->clip. */
void fy_rdp_project(const fy_rdp_viewport *viewport, fy_rdp_vertex *vertex);

/* --------------------------------------------------------------------------------------------- normal */

/* Three columns of s0.15, each of unit length: the model-view matrix without its scale. Never the inverse
 * transpose, so what is scaled unevenly is lit a little wrong. */
typedef struct fy_rdp_normals {
    int16_t column[3][3];
} fy_rdp_normals;

/* As the microcode divides columns by their lengths: squares keep 16 fraction bits, so a matrix that scales a
 * model down leaves few bits of a length. */
fy_rdp_normals fy_rdp_normals_of(const fy_rdp_matrix *model_view);

/* The same in full precision. */
fy_rdp_normals fy_rdp_normals_ideal(const ferry_matrix *model_view);

/* One look-up in the signal processor's table: about 2^31 / the root of x, nine good bits. */
int32_t fy_rdp_inverse_root(int32_t x);

/* A stored normal (5, 6 and 5 bits) in view space; its length stays what the packing made of it. */
void fy_rdp_turn_normal(const fy_rdp_normals *normals, uint16_t packed, int16_t out[3]);

/* ---------------------------------------------------------------------------------------------- light */

#define FY_RDP_LIGHTS 7

typedef struct fy_rdp_light {
    uint8_t color[4];
    int8_t direction[3]; /* in view space, towards the light, 127 long */
} fy_rdp_light;

typedef struct fy_rdp_lighting {
    uint8_t ambient[4];
    fy_rdp_light lights[FY_RDP_LIGHTS];
    unsigned count;
    int32_t exposure; /* 128 is one */
} fy_rdp_lighting;

/* A directional light; `direction` points to the light, in view space, of any length. */
fy_rdp_light fy_rdp_light_towards(ferry_vec3 direction, const uint8_t color[4]);

/* The vertex colour as lit. Full light gives 254. */
void fy_rdp_shade(const fy_rdp_lighting *lighting, bool unlit, const int16_t normal[3],
                  const uint8_t color[4], uint8_t out[4]);

/* ------------------------------------------------------------------------------------ fog and effects */

typedef struct fy_rdp_fog {
    double near, far; /* in the view's units; both 0: no fog */
} fy_rdp_fog;

/* The alpha that fog gives a vertex; `clip_z` as in fy_rdp_vertex. */
uint8_t fy_rdp_fog_alpha(const fy_rdp_fog *fog, int32_t clip_z);

/* Applies FERRY_RDP_EFFECT_* to a vertex that is projected and lit. `width` and `height` are those of the
 * material's first texture; outlines move the vertex by them in quarter pixels. */
void fy_rdp_vertex_effect(uint8_t effect, const fy_rdp_viewport *viewport, uint16_t width, uint16_t height,
                          fy_rdp_vertex *vertex);

#endif
