/*
 * picture_stb.h: TGA, BMP and GIF (its first picture) by stb_image (docs/formats/generic.md,
 * "Textures"). It takes its memory from the job, and leaves by longjmp where it finds itself at fault.
 */
#ifndef FERRY_CORE_IMAGE_PICTURES_PICTURE_STB_H
#define FERRY_CORE_IMAGE_PICTURES_PICTURE_STB_H

#include "core/image/pictures/picture.h"

bool fy_stb_read(fy_picture *picture);

#endif
