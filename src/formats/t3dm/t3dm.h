/*
 * t3dm.h: what the files of the T3DM format share (docs/formats/t3dm.md).
 *
 * Writing goes in two halves that meet here: the material half (t3dm_material.c, t3dm_textures.c) says how
 * each draw is shaded and which texture files exist; the container half turns the draws' triangles into parts
 * and the whole into bytes.
 */
#ifndef FERRY_FORMATS_T3DM_T3DM_H
#define FERRY_FORMATS_T3DM_T3DM_H

#include "ferry64.h"
#include "ferry64_format.h"

extern const ferry_format fy_format_t3dm;
extern const ferry_setting fy_t3dm_settings[];

#endif
