/*
 * picture_tiff.h: TIFF by libtiff: the first picture of the file (docs/formats/generic.md,
 * "Textures").
 */
#ifndef FERRY_CORE_IMAGE_PICTURES_PICTURE_TIFF_H
#define FERRY_CORE_IMAGE_PICTURES_PICTURE_TIFF_H

#include "core/image/pictures/picture.h"

bool fy_tiff_read(fy_picture *picture);

#endif
