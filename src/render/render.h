/*
 * render.h: what the parts of the renderer share (docs/rendering.md). The way of a picture:
 *
 *     pose.c (where every vertex is) -> render.c (the camera, the draws in order) -> render_gx.c,
 * render_rdp.c, render_generic.c (a draw's vertices and its pixel function) -> machine/raster.c
 */
#ifndef FERRY_RENDER_RENDER_H
#define FERRY_RENDER_RENDER_H

#include "ferry64.h"

/* Ambient light unless told otherwise, of 255. */
#define FY_RENDER_AMBIENT 50

/* What is known of a picture besides. */
typedef struct fy_render_traces {
    /* which material each pixel shows; FERRY_NONE where nothing was drawn, or what has no material; lives as
     * long as the picture */
    uint32_t *owner;
    ferry_fill fill;
} fy_render_traces;

/* ferry_render(), and its traces, which may be NULL. */
bool fy_render_traced(ferry_job *job, const ferry_scene *scene, const ferry_view *view,
                      ferry_picture *picture, fy_render_traces *traces);

/* Adds the counts of `fill` to those of `to`. */
void fy_fill_add(ferry_fill *to, const ferry_fill *fill);

#endif
