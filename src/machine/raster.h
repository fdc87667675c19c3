/*
 * raster.h: a small software renderer that knows no format (docs/rendering.md, "The rasteriser").
 *
 * Vertices come in clip space with attributes; triangles are clipped, culled and filled in the order given;
 * every covered pixel goes to the material's `pixel` function, which knows what machine it plays. Machines
 * differ in where they sample (fy_sampling) and in how they bring a vertex to the screen (`project`); nothing
 * else is theirs here.
 *
 * Screen: x to the right, y down, pixel (0, 0) covers 0..1. All of it is plain arithmetic in a fixed order:
 * the same input gives the same bytes on every machine.
 */
#ifndef FERRY_MACHINE_RASTER_H
#define FERRY_MACHINE_RASTER_H

#include "ferry64.h"

/* Attributes that a vertex may carry: eight texgens of three, and two that say where on the triangle. */
#define FY_RASTER_PERSPECTIVE 26
#define FY_RASTER_AFFINE 8

/* Screen positions are kept in 1/16 pixel. */
#define FY_SUBPIXELS 16

/* Largest side of a picture. */
#define FY_RASTER_MAX_SIZE 4096

/* What is drawn on. Planes are row by row from the top, width * height elements each. */
typedef struct fy_target {
    uint32_t width, height;
    uint8_t *color;    /* r g b a */
    float *z;          /* smaller is nearer; the clear value is FY_FAR, whatever unit a machine uses */
    float *slope;      /* |dz/dx| + |dz/dy| of what was drawn last; NULL unless asked for */
    uint8_t *coverage; /* samples of a pixel that are covered, less one: 0..7; NULL unless asked for */
    uint8_t *drawn;    /* 1 where any pixel function returned true */
    /* What shows at a pixel: `drawing` as it was when that was drawn; FERRY_NONE where nothing is. NULL
     * unless asked for. */
    uint32_t *owner;
    uint32_t drawing;
    bool glassy; /* what is drawn shows what is behind it: it owns a pixel only where one sees it */
} fy_target;

#define FY_FAR 3.0e38f

/* A cleared target in the job's memory. `console`: with slope and coverage (cleared to 7: full). False at the
 * limit. */
bool fy_target_open(ferry_job *job, uint32_t width, uint32_t height, const uint8_t clear[4], bool console,
                    fy_target *target);

/* Where one looks from. `view` is a rigid motion: the eye stands at its origin and looks along -z. */
typedef struct fy_camera {
    ferry_matrix view;
    double tangent; /* of half the vertical angle */
    double aspect;  /* width / height */
    double near_plane, far_plane;
} fy_camera;

/* The camera that turns about the middle of `box` and sees all of it. `yaw` (radians) moves the eye to the
 * right around the model, 0 stands on its +z side; `pitch` lifts it. `distance` is from the middle of the box
 * in source units; 0: as near as the box may be and still be seen whole, however it is turned (the same for
 * every yaw). Same box, same angles, same size: same camera, whatever is in the box. */
fy_camera fy_camera_frame(const ferry_box *box, double yaw, double pitch, double distance, uint32_t width,
                          uint32_t height);

/* The camera that stands at `eye` and looks at `target`, +y up; straight up or down, +x is to the right. Its
 * near plane is an eighth of the way to the target, its far plane behind all of `box`. */
fy_camera fy_camera_look(const ferry_box *box, ferry_vec3 eye, ferry_vec3 target, uint32_t width,
                         uint32_t height);

/* From camera space to clip space: visible is -w <= x, y, z <= w, z = -w at the near plane. */
void fy_camera_clip(const fy_camera *camera, ferry_vec3 position, double clip[4]);

/* The same of a place that was not rounded to floats: what lies in one plane stays in it. */
void fy_camera_clip_exact(const fy_camera *camera, const double position[3], double clip[4]);

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
    bool front; /* counter-clockwise */
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

/* Draws triangles, three vertex numbers each, counter-clockwise from the front. False if the job
 * was stopped. */
bool fy_raster_triangles(ferry_job *job, fy_target *target, const fy_raster_material *material,
                         const fy_raster_vertex *vertices, const uint32_t *triangles,
                         uint32_t triangle_count);

/* Marks the vertices of triangles that reach into the picture, by their places in clip space; no other needs
 * its attributes. False if the job was stopped. */
bool fy_raster_mark_vertices(ferry_job *job, const fy_raster_vertex *vertices, const uint32_t *triangles,
                             uint32_t triangle_count, uint8_t *marks);

/* A line of one colour between two points of clip space, over everything that is there (`through`) or hidden
 * by it. */
void fy_raster_line(fy_target *target, const double from[4], const double to[4], const uint8_t color[4],
                    bool through);

/* The value of a perspective attribute at a place of the screen, in pixels. */
double fy_slopes_at(const fy_slopes *slopes, uint32_t attribute, double x, double y);

bool fy_compares(fy_compare compare, float value, float stored);

#endif
