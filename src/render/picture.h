/* picture.h: composes pictures: strips, sheets, names. */
#ifndef FERRY_RENDER_PICTURE_H
#define FERRY_RENDER_PICTURE_H

#include "ferry64.h"

#define FY_FONT_STEP 6 /* pixels from letter to letter */
#define FY_FONT_HEIGHT 7

/* An empty picture of one colour in the job's memory. False at the limit or above 16,384 pixels a side
 * (reported). */
bool fy_picture_open(ferry_job *job, uint32_t width, uint32_t height, const uint8_t color[4],
                     ferry_picture *picture);

/* Copies `from` to (x, y), clipped to the picture. */
void fy_picture_place(const ferry_picture *picture, uint32_t x, uint32_t y, const ferry_picture *from);

#endif
