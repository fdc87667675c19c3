/* picture_webp.h: WebP by libwebp, of one picture (docs/formats/generic.md, "Textures"). */
#ifndef FERRY_CORE_IMAGE_PICTURES_PICTURE_WEBP_H
#define FERRY_CORE_IMAGE_PICTURES_PICTURE_WEBP_H

#include "core/image/pictures/picture.h"

bool fy_webp_read(fy_picture *picture);

#endif
