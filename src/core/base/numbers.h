/* numbers.h: numbers and names as text, the same in every dump. */
#ifndef FERRY_CORE_BASE_NUMBERS_H
#define FERRY_CORE_BASE_NUMBERS_H

#include "ferry64.h"

enum { FY_NUMBER_SIZE = 32 };

/* The shortest decimal that reads back as the same float, with a point whatever the locale; -0 is 0. Returns
 * `text`. */
const char *fy_number(char text[FY_NUMBER_SIZE], float value);

const char *fy_wrap_name(ferry_wrap wrap);
const char *fy_filter_name(ferry_filter filter);
const char *fy_alpha_class_name(ferry_alpha_class alpha);
const char *fy_gx_texel_name(ferry_gx_texel format); /* "cmpr"; "?" for an unknown code */

/* The format of an image's texels and palette, of either machine; "rgba" without a source. */
const char *fy_texel_name(const ferry_image *image);
const char *fy_palette_name(const ferry_image *image);

#endif
