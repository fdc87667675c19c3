/*
 * camera.h: cameras around a box, or at an eye, and their way to clip space (docs/rendering.md, "Camera and
 * light").
 */
#ifndef FERRY_MACHINE_CAMERA_H
#define FERRY_MACHINE_CAMERA_H

#include "ferry64.h"

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

#endif
