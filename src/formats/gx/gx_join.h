/*
 * gx_join.h: adds textures from separate files to a scene that already has some (docs/formats/gx_textures.md,
 * "Joining").
 */
#ifndef FERRY_FORMATS_GX_GX_JOIN_H
#define FERRY_FORMATS_GX_GX_JOIN_H

#include "ferry64.h"
#include "ferry64_format.h"

/* The textures from index `first` on were just read from a file of their own. If the scene had textures or
 * materials before, each new texture replaces those of the same name (ignoring case); the others are added.
 * Both are reported as notes. False only at the memory limit or when cancelled. */
bool fy_gx_textures_join(ferry_window *window, ferry_scene *scene, uint32_t first);

#endif
