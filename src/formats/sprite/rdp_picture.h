/*
 * rdp_picture.h: PNG files as mksprite truncates them to texels and the console expands these again
 * (docs/formats/n64_drawing.md, "Texel formats").
 */
#ifndef FERRY_FORMATS_SPRITE_RDP_PICTURE_H
#define FERRY_FORMATS_SPRITE_RDP_PICTURE_H

#include "ferry64.h"
#include "core/image/texels.h"
#include "formats/sprite/t3dm_sprites.h"

/* The format that mksprite takes from a file name: the first part between dots that names one, in any case.
 * FY_SPRITE_FORMATS: none. */
fy_sprite_format fy_rdp_format_of_name(const char *name);

/* Decodes a PNG as mksprite and the console's texture unit do: the format is given by its name or its kind,
 * components are truncated (never rounded), and with one bit of alpha everything but 0 is opaque. The texels
 * are in the job's memory. False after an error. */
bool fy_rdp_picture_of_png(ferry_job *job, const char *name, ferry_bytes png, fy_texels *texels,
                           fy_sprite_format *format);

/* Adds a PNG, decoded like this, or a sprite as an image of the scene with the name `title`; `name` is for
 * messages and determines the PNG's format. False, and FERRY_NONE, if it is broken (reported as warnings) or
 * at the memory limit. */
bool fy_rdp_read_picture(ferry_job *job, ferry_scene *scene, const char *name, const char *title,
                         ferry_bytes bytes, uint32_t *image);

#endif
