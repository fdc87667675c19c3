/*
 * camera.h: cameras, and the transform to clip space (docs/rendering.md, "Camera and light").
 */
#ifndef FERRY_MACHINE_CAMERA_H
#define FERRY_MACHINE_CAMERA_H

#include "ferry64.h"

/* A camera. `view` is a rigid motion: the eye is at its origin and looks along -z. */
typedef struct fy_camera {
    ferry_matrix view;
    double tangent; /* of half the vertical angle */
    double aspect;  /* width / height */
    double near_plane, far_plane;
} fy_camera;

/* A camera that turns about the middle of `box` and sees all of it. `yaw` (radians) moves the eye to the
 * right around the model, 0 stands on its +z side; `pitch` lifts it. `distance` is from the middle of the box
 * in source units; 0: the nearest distance at which all of the box is visible from every side. The camera
 * depends only on the box, the angles and the size. */
fy_camera fy_camera_frame(const ferry_box *box, double yaw, double pitch, double distance, uint32_t width,
                          uint32_t height);

/* A camera at `eye` that looks at `target`, +y up (looking straight up or down: +x to the right). Its near
 * plane is at an eighth of the distance to the target, its far plane beyond all of `box`. */
fy_camera fy_camera_look(const ferry_box *box, ferry_vec3 eye, ferry_vec3 target, uint32_t width,
                         uint32_t height);

/* From camera space to clip space: visible is -w <= x, y, z <= w, z = -w at the near plane. */
void fy_camera_clip(const fy_camera *camera, ferry_vec3 position, double clip[4]);

/* The same for a position in doubles: coplanar points stay coplanar. */
void fy_camera_clip_exact(const fy_camera *camera, const double position[3], double clip[4]);

#endif
