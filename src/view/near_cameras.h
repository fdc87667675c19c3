/*
 * near_cameras.h: cameras near the surface of a model, as a player sees it (docs/rendering.md, "Near views").
 *
 * They depend on that model alone, not on the one it is compared with.
 */
#ifndef FERRY_VIEW_NEAR_CAMERAS_H
#define FERRY_VIEW_NEAR_CAMERAS_H

#include "ferry64.h"
#include "machine/camera.h"
#include "view/cameras.h"

typedef struct fy_near_cameras {
    bool walked; /* they stand on the model, at the eye level of a player; else they surround a figure */
    uint32_t count;
    fy_viewpoint looks[FY_NEAR];
    fy_camera cameras[FY_NEAR]; /* the same as cameras for the requested picture size */
} fy_near_cameras;

/* For the scene in its current pose. None if nothing is visible. False at the memory limit or when the job
 * was stopped. */
bool fy_near_cameras_find(ferry_job *job, const ferry_scene *scene, uint32_t width, uint32_t height,
                          fy_near_cameras *cameras);

#endif
