/*
 * render.h: what the parts of the renderer share (docs/rendering.md). The way of a picture:
 *
 *     pose.c (where every vertex is) -> render.c (the camera, the draws in order) -> render_gx.c,
 * render_rdp.c, render_generic.c (a draw's vertices and its pixel function) -> machine/raster.c
 */
#ifndef FERRY_RENDER_RENDER_H
#define FERRY_RENDER_RENDER_H

/* Ambient light unless told otherwise, of 255. */
#define FY_RENDER_AMBIENT 50

#endif
