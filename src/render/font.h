/*
 * font.h: letters of five by seven pixels for the names under pictures; seven rows each, the leftmost
 * pixel is 16.
 */
#ifndef FERRY_RENDER_FONT_H
#define FERRY_RENDER_FONT_H

#include "ferry64.h"

/* Text from (x, y) to the right, seven pixels high (font.c); bytes that are not ASCII show as `?`. */
void fy_picture_text(const ferry_picture *picture, int64_t x, int64_t y, const char *text,
                     const uint8_t color[4]);

#endif
