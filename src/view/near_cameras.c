/* near_cameras.c: cameras near the surface of a model (docs/rendering.md, "Near views"). */
#include "view/near_cameras.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "machine/camera.h"
#include "view/cameras.h"
#include "view/near_figure.h"
#include "view/near_ground.h"
#include "view/surface.h"

static bool find_looks(ferry_job *job, const fy_surface *surface, fy_near_cameras *to) {
    double edge;
    if (!fy_surface_edge(job, surface, &edge)) return false;
    to->walked = fy_is_ground(surface, edge);
    if (to->walked && !fy_near_ground(job, surface, edge, FY_NEAR / 2, to->looks, &to->count)) return false;
    to->walked = to->count > 0;
    return to->walked || fy_near_figure(job, surface, to->looks, &to->count);
}

bool fy_near_cameras_find(ferry_job *job, const ferry_scene *scene, uint32_t width, uint32_t height,
                          fy_near_cameras *cameras) {
    ferry_mark mark = ferry_job_mark(job);
    fy_surface surface;
    *cameras = (fy_near_cameras){0};
    bool done = fy_surface_open(job, scene, &surface);
    if (done && surface.count) done = find_looks(job, &surface, cameras);
    for (uint32_t i = 0; i < cameras->count; i++)
        cameras->cameras[i] =
            fy_camera_look(&surface.box, cameras->looks[i].eye, cameras->looks[i].target, width, height);
    ferry_job_release(job, mark);
    return done;
}
