/* target.h: the picture that is drawn to, with its depth buffer (docs/rendering.md, "The rasteriser"). */
#ifndef FERRY_MACHINE_TARGET_H
#define FERRY_MACHINE_TARGET_H

#include "ferry64.h"

/* Largest side of a picture. */
#define FY_RASTER_MAX_SIZE 4096

/* What is drawn on. Planes are row by row from the top, width * height elements each. */
typedef struct fy_target {
    uint32_t width, height;
    uint8_t *color;    /* r g b a */
    float *z;          /* smaller is nearer; the clear value is FY_FAR, whatever unit a machine uses */
    float *slope;      /* |dz/dx| + |dz/dy| of what was drawn last; NULL unless asked for */
    uint8_t *coverage; /* samples of a pixel that are covered, less one: 0..7; NULL unless asked for */
    uint8_t *drawn;    /* 1 where a pixel function returned true; with `owner`: and something is visible */
    /* What is visible at a pixel: the value of `drawing` when it was drawn; FERRY_NONE: nothing. NULL unless
     * asked for. */
    uint32_t *owner;
    uint32_t drawing;
    uint8_t *copy; /* of `color`, for materials that show the frame buffer; NULL: they read `color` itself */
    bool copied;   /* it was taken */
    bool glassy;   /* what is drawn shows what is behind it: it owns a pixel only where one sees it */
} fy_target;

#define FY_FAR 3.0e38f

/* A cleared target in the job's memory. `console`: with slope and coverage (cleared to 7: full). False at the
 * limit. */
bool fy_target_open(ferry_job *job, uint32_t width, uint32_t height, const uint8_t clear[4], bool console,
                    fy_target *target);

#endif
