/*
 * picture_dds.h: DirectDraw surfaces: DXT1 to DXT5 (BC1 to BC3) and texels by masks, the largest level
 * of the first face (docs/formats/generic.md, "Textures"). Layout: "DDS_HEADER" in Microsoft's
 * Direct3D documentation.
 */
#ifndef FERRY_CORE_IMAGE_PICTURES_PICTURE_DDS_H
#define FERRY_CORE_IMAGE_PICTURES_PICTURE_DDS_H

#include "core/image/pictures/picture.h"

bool fy_dds_read(fy_picture *picture);

#endif
