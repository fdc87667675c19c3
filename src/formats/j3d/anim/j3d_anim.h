/*
 * j3d_anim.h: what the readers of J3D's animations share (docs/formats/j3d.md, "Animations").
 *
 * j3d_anim.c is the way: header, the kind's reader, the finished clip into the scene. The kinds lie in
 * j3d_anim_*.c; j3d_anim_tracks.c turns key and frame tables into tracks.
 */
#ifndef FERRY_FORMATS_J3D_ANIM_J3D_ANIM_H
#define FERRY_FORMATS_J3D_ANIM_J3D_ANIM_H

#include "ferry64.h"

extern const ferry_format fy_format_j3d_anim;

#endif
