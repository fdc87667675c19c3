/* cameras.h: from where models are looked at to be compared and judged (docs/rendering.md, "Similarity"). */
#ifndef FERRY_VIEW_CAMERAS_H
#define FERRY_VIEW_CAMERAS_H

#include "ferry64.h"

/* A side that a model is seen from: angles in degrees as fy_camera_frame() takes them in radians. */
typedef struct fy_side {
    const char *name;
    double yaw, pitch;
} fy_side;

enum { FY_SIDES = 6 };

/* The six sides, in order. */
extern const fy_side fy_sides[FY_SIDES];

/* Where an eye stands and what it looks at, in the scene's units. */
typedef struct fy_look {
    ferry_vec3 eye, target;
} fy_look;

/* Cameras near the surface at most. */
enum { FY_NEAR = 8 };

#endif
