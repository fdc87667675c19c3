/*
 * camera.c: cameras around a box, or at an eye, and their way to clip space (docs/rendering.md, "Camera and
 * light").
 */
#include "machine/camera.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "core/base/maths.h"

static double largest(double a, double b) {
    return a > b ? a : b;
}

#define TANGENT 0.57735026918962576 /* of 30 degrees */

/* Points on each rim of the frame's drum. */
enum { RIM = 24 };

/* The distance from which the drum that the box sweeps when it turns about its upright axis is seen whole,
 * with some air. */
static double fitting_distance(const fy_camera *camera, const double half[3], double pitch) {
    double radius = sqrt(half[0] * half[0] + half[2] * half[2]), cp = fy_cos(pitch), sp = fy_sin(pitch),
           distance = 0;
    double wide = camera->tangent * camera->aspect * 0.94, high = camera->tangent * 0.94;
    for (int i = 0; i < 2 * RIM; i++) {
        double angle = 2 * FY_PI * (i / 2) / (double)RIM, x = radius * fy_sin(angle),
               z = radius * fy_cos(angle);
        double y = i % 2 ? half[1] : -half[1];
        double up = y * cp - z * sp, near = y * sp + z * cp;
        distance = largest(distance, near + largest(fabs(x) / wide, fabs(up) / high));
    }
    return distance;
}

fy_camera fy_camera_frame(const ferry_box *box, double yaw, double pitch, double distance, uint32_t width,
                          uint32_t height) {
    double middle[3] = {((double)box->min.x + box->max.x) / 2, ((double)box->min.y + box->max.y) / 2,
                        ((double)box->min.z + box->max.z) / 2};
    double half[3] = {(double)box->max.x - middle[0], (double)box->max.y - middle[1],
                      (double)box->max.z - middle[2]};
    double radius = sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
    if (!(radius > 1e-6) || !fy_finite(radius)) radius = half[0] = half[1] = half[2] = 1;
    fy_camera camera = {.aspect = (double)width / height};
    camera.tangent = TANGENT;
    double fitting = fitting_distance(&camera, half, pitch);
    if (distance <= 0) distance = fitting;
    camera.near_plane = largest(distance - radius * 1.25, largest(distance, radius) / 256);
    camera.far_plane = distance + radius * 1.25;
    double cy = fy_cos(yaw), sy = fy_sin(yaw), cp = fy_cos(pitch), sp = fy_sin(pitch);
    double rows[3][3] = {{cy, 0, -sy}, {-sy * sp, cp, -cy * sp}, {sy * cp, sp, cy * cp}};
    for (int i = 0; i < 3; i++) {
        memcpy(camera.view.m[i], rows[i], sizeof rows[i]);
        camera.view.m[i][3] = -(rows[i][0] * middle[0] + rows[i][1] * middle[1] + rows[i][2] * middle[2]);
    }
    camera.view.m[2][3] -= distance;
    return camera;
}

/* Furthest of the box along the look, in units of its length. */
static double furthest(const ferry_box *box, const double back[3], ferry_vec3 eye) {
    double far_away = 0;
    for (int i = 0; i < 8; i++) {
        const ferry_vec3 *x = i & 1 ? &box->max : &box->min, *y = i & 2 ? &box->max : &box->min,
                         *z = i & 4 ? &box->max : &box->min;
        double along = back[0] * ((double)eye.x - x->x) + back[1] * ((double)eye.y - y->y) +
                       back[2] * ((double)eye.z - z->z);
        far_away = largest(far_away, along);
    }
    return far_away;
}

fy_camera fy_camera_look(const ferry_box *box, ferry_vec3 eye, ferry_vec3 target, uint32_t width,
                         uint32_t height) {
    double back[3] = {(double)eye.x - target.x, (double)eye.y - target.y, (double)eye.z - target.z};
    double distance = sqrt(back[0] * back[0] + back[1] * back[1] + back[2] * back[2]);
    for (int i = 0; i < 3; i++) back[i] /= distance;
    double flat = sqrt(back[0] * back[0] + back[2] * back[2]);
    bool upright = flat > 1e-6;
    double right[3] = {upright ? back[2] / flat : 1, 0, upright ? -back[0] / flat : 0};
    double up[3] = {back[1] * right[2], back[2] * right[0] - back[0] * right[2], -back[1] * right[0]};
    const double *rows[3] = {right, up, back};
    fy_camera camera = {.aspect = (double)width / height, .tangent = TANGENT};
    camera.near_plane = distance / 8;
    camera.far_plane = largest(2 * distance, furthest(box, back, eye) * 1.05);
    for (int i = 0; i < 3; i++) {
        memcpy(camera.view.m[i], rows[i], 3 * sizeof(double));
        camera.view.m[i][3] = -(rows[i][0] * eye.x + rows[i][1] * eye.y + rows[i][2] * eye.z);
    }
    return camera;
}

void fy_camera_clip(const fy_camera *camera, ferry_vec3 position, double clip[4]) {
    fy_camera_clip_exact(camera, (double[3]){(double)position.x, (double)position.y, (double)position.z},
                         clip);
}

void fy_camera_clip_exact(const fy_camera *camera, const double position[3], double clip[4]) {
    double near_plane = camera->near_plane, far_plane = camera->far_plane, depth = far_plane - near_plane;
    clip[0] = position[0] / (camera->tangent * camera->aspect);
    clip[1] = position[1] / camera->tangent;
    clip[2] = -(far_plane + near_plane) / depth * position[2] - 2 * far_plane * near_plane / depth;
    clip[3] = -position[2];
}
