/*
 * gx_join.h: textures from files of their own into a scene that has some already
 * (docs/formats/gx_textures.md, "Joining").
 */
#ifndef FERRY_FORMATS_GX_GX_JOIN_H
#define FERRY_FORMATS_GX_GX_JOIN_H

#include "ferry64.h"
#include "ferry64_format.h"

/* The textures from number `first` on were just read from a file of their own. If the scene held textures or
 * materials before, each one whose name (case aside) is taken replaces its namesakes and leaves the list, and
 * the others stay; both are noted. False only at the memory limit or when cancelled. */
bool fy_gx_textures_join(ferry_window *window, ferry_scene *scene, uint32_t first);

#endif
