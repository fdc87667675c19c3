/* cameras.h: the cameras with which models are compared and judged (docs/rendering.md, "Similarity"). */
#ifndef FERRY_VIEW_CAMERAS_H
#define FERRY_VIEW_CAMERAS_H

#include "ferry64.h"
#include "machine/camera.h"

/* A side of the model: angles in degrees (fy_camera_frame() takes radians). */
typedef struct fy_side {
    const char *name;
    double yaw, pitch;
} fy_side;

enum { FY_SIDES = 6 };

/* The six sides, in order. */
extern const fy_side fy_sides[FY_SIDES];

/* The six sides, then eight directions between them, from above and from below: for what is to be found
 * wherever a player may stand. */
enum { FY_DIRECTIONS = FY_SIDES + 8 };

/* The camera that shows a box from one of these, `direction` below FY_DIRECTIONS, in so many pixels. */
fy_camera fy_camera_from(const ferry_box *box, unsigned direction, uint32_t width, uint32_t height);

/* The position of the eye and of its target, in the scene's units. */
typedef struct fy_viewpoint {
    ferry_vec3 eye, target;
} fy_viewpoint;

/* The largest number of cameras near the surface. */
enum { FY_NEAR = 8 };

/* The grey behind the model in view `view`, 0..255: of a side, then of a camera near the surface. It is dark
 * in some and bright in others, since what is blended depends on it: sums that wrap around past white look
 * right before anything dark. */
uint8_t fy_background(uint32_t view);

#endif
