/* render_state.h: one picture while it is drawn */
#ifndef FERRY_RENDER_RENDER_STATE_H
#define FERRY_RENDER_RENDER_STATE_H

#include "ferry64.h"
#include "machine/camera.h"
#include "machine/target.h"
#include "view/pose.h"

/* The console's registers and matrices (render_rdp.c). */
typedef struct fy_render_rdp fy_render_rdp;

/* One picture in the making. */
typedef struct fy_render {
    ferry_job *job;
    const ferry_scene *scene;
    const ferry_view *view;
    fy_camera camera;
    ferry_vec3 to_light; /* unit, camera space */
    uint8_t ambient;     /* of every component, for all but GameCube materials lit by their own registers */
    fy_target *target;
    fy_pose pose;
    fy_render_rdp *rdp; /* NULL: no material needs it */
    ferry_fill fill;    /* so far, without what is covered */
} fy_render;

#endif
