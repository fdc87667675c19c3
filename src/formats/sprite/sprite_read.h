/*
 * sprite_read.h: libdragon's sprite files as inputs: alone, or as pictures of a model
 * (docs/formats/sprite.md).
 */
#ifndef FERRY_FORMATS_SPRITE_SPRITE_READ_H
#define FERRY_FORMATS_SPRITE_SPRITE_READ_H

#include "ferry64_format.h"

extern const ferry_format fy_format_sprite;

#endif
