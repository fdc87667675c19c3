/*
 * rdp_picture.h: PNG files as the stock converter cuts them into texels and the console widens these
 * again (docs/formats/n64_drawing.md, "Texel formats").
 */
#ifndef FERRY_FORMATS_SPRITE_RDP_PICTURE_H
#define FERRY_FORMATS_SPRITE_RDP_PICTURE_H

#include "ferry64.h"
#include "core/image/texels.h"
#include "formats/sprite/t3dm_sprites.h"

/* The format that the stock converter takes from a file name as it is given: of the pieces between dots the
 * first that names one, in capitals or not. FY_SPRITE_FORMATS: none. */
fy_sprite_format fy_rdp_format_of_name(const char *name);

/* A PNG as the stock converter and the console's texture unit turn it into colours: format by its name or its
 * kind, components cut (never rounded), any alpha but 0 opaque where there is one bit for it. The texels are
 * in the job's memory. False: an error was said. */
bool fy_rdp_picture_of_png(ferry_job *job, const char *name, ferry_bytes png, fy_texels *texels,
                           fy_sprite_format *format);

/* A PNG, seen so, or a sprite as an image of the scene, called `title`; `name` is for messages and tells the
 * PNG's format. False, and FERRY_NONE, if it is broken, of which warnings tell, or at the memory limit. */
bool fy_rdp_read_picture(ferry_job *job, ferry_scene *scene, const char *name, const char *title,
                         ferry_bytes bytes, uint32_t *image);

#endif
