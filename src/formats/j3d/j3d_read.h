/*
 * j3d_read.h: J3D models (bmd2, bmd3, bdl3, bdl4): header, chunk index, and the way through the blocks
 * (docs/formats/j3d.md, "The file", "The way").
 */
#ifndef FERRY_FORMATS_J3D_J3D_READ_H
#define FERRY_FORMATS_J3D_J3D_READ_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/j3d/j3d.h"

/* Header and chunk index. False if `file` is not J3D2 of one of the `kinds` ("bmd2bmd3"). Blocks that are not
 * `wanted` (a bit each) are kept as extras with a warning. */
bool fy_j3d_open(fy_j3d *j3d, ferry_job *job, ferry_window *file, ferry_scene *scene, const char *kinds,
                 uint32_t wanted);

/* Stable: draws from `first` on whose material is opaque or alpha-tested come before translucent ones. */
bool fy_j3d_sort_draws(ferry_job *job, ferry_scene *scene, uint32_t first);

extern const ferry_format fy_format_j3d;

/* "J3D2" and one of the kinds, four letters each, follow each other. */
bool fy_j3d_is_kind(ferry_bytes bytes, const char *kinds);

#endif
