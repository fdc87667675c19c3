/*
 * raster_material.h: what a console plugs into the rasteriser: attributes of vertices, how triangles are
 * filled, and the function that is told of each pixel (docs/rendering.md, "The rasteriser").
 *
 * Screen: x to the right, y down, pixel (0, 0) covers 0..1.
 */
#ifndef FERRY_MACHINE_RASTER_MATERIAL_H
#define FERRY_MACHINE_RASTER_MATERIAL_H

#include "ferry64.h"
#include "machine/target.h"

/* Attributes that a vertex may carry: eight texgens of three, and two that say where on the triangle. */
#define FY_RASTER_PERSPECTIVE 26
#define FY_RASTER_AFFINE 8

/* Screen positions are kept in 1/16 pixel. */
#define FY_SUBPIXELS 16

typedef struct fy_raster_vertex {
    double clip[4];
    float perspective[FY_RASTER_PERSPECTIVE]; /* interpolated as on the surface */
    float affine[FY_RASTER_AFFINE];           /* interpolated as on the screen */
} fy_raster_vertex;

/* Where a vertex lands. */
typedef struct fy_screen {
    int32_t x, y; /* 1/16 pixel */
    double z;     /* interpolated as on the screen */
    double inverse_w;
} fy_screen;

typedef enum fy_sampling {
    FY_SAMPLE_CENTER, /* one sample in the middle of the pixel, attributes there */
    /* the Nintendo 64: eight samples on a checkerboard; perspective attributes at the pixel's top left
     * corner, the others and z at the first covered sample */
    FY_SAMPLE_CORNERS,
} fy_sampling;

/* Linear on the screen: value = at + dx * x + dy * y, in pixels. */
typedef struct fy_plane {
    double at, dx, dy;
} fy_plane;

/* A triangle on its way over the screen. */
typedef struct fy_slopes {
    fy_plane z, inverse_w;
    fy_plane perspective[FY_RASTER_PERSPECTIVE]; /* of attribute / w */
    fy_plane affine[FY_RASTER_AFFINE];
    double nearest; /* the largest inverse_w of its corners */
    bool front;     /* counter-clockwise */
} fy_slopes;

/* What a pixel function is told. */
typedef struct fy_pixel {
    fy_target *target;
    size_t index; /* of the pixel in the target's planes */
    uint32_t x, y;
    uint8_t samples; /* covered ones, 1..8 */
    float z;
    float slope; /* |dz/dx| + |dz/dy| */
    double w;    /* distance along the view */
    float perspective[FY_RASTER_PERSPECTIVE];
    float affine[FY_RASTER_AFFINE];
    const fy_slopes *slopes; /* for attributes elsewhere: texture detail */
} fy_pixel;

typedef enum fy_compare {
    FY_NEVER,
    FY_LESS,
    FY_EQUAL,
    FY_LEQUAL,
    FY_GREATER,
    FY_NEQUAL,
    FY_GEQUAL,
    FY_ALWAYS,
} fy_compare;

/* How triangles are filled. */
typedef struct fy_raster_material {
    uint32_t perspective, affine; /* attributes in use */
    /* At a triangle's corners, perspective attributes over w are held in steps of this, as parts of the
     * largest 1/w of the three. 0: exactly */
    double over_w_step;
    double near_slack; /* how far before the near plane, in w, corners stay where they are */
    ferry_cull cull;
    fy_sampling sampling;
    fy_compare z_compare; /* passes if `new compare stored`; FY_ALWAYS for those that test themselves */
    bool z_write;
    bool z_late; /* written only where the pixel function draws; else also where it does not */
    /* Draws a pixel that passed the z test: colours, blends, says whether anything was drawn. */
    bool (*pixel)(void *user, const fy_pixel *pixel);
    /* Brings a vertex to the screen; clip w is above 0. NULL: the ideal viewport, rounded to 1/16 pixel, z as
     * a number of 0..16777215 between near and far plane. */
    void (*project)(void *user, const fy_target *target, const double clip[4], fy_screen *screen);
    void *user;
} fy_raster_material;

#endif
