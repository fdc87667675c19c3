/* picture_jpeg.h: JPEG from memory, by libjpeg (docs/formats/generic.md, "Textures"). */
#ifndef FERRY_CORE_IMAGE_PICTURES_PICTURE_JPEG_H
#define FERRY_CORE_IMAGE_PICTURES_PICTURE_JPEG_H

#include "core/image/pictures/picture.h"

bool fy_jpeg_read(fy_picture *picture);

#endif
