/*
 * picture_psd.h: the composite of a Photoshop file: gray, indexed, RGB or CMYK, 8 or 16 bits, alpha
 * (docs/formats/generic.md, "Textures"). Layout: "Adobe Photoshop File Formats Specification".
 */
#ifndef FERRY_CORE_IMAGE_PICTURES_PICTURE_PSD_H
#define FERRY_CORE_IMAGE_PICTURES_PICTURE_PSD_H

#include "core/image/pictures/picture.h"

bool fy_psd_read(fy_picture *picture);

#endif
