/* thin.h: the last that goes is chosen by what pictures show without it (Lindstrom and Turk 2000). */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_THIN_H
#define FERRY_CORE_SIMPLIFY_PICTURES_THIN_H

#include "core/simplify/collapse.h"
#include "core/simplify/pictures/pictures.h"

/* At how many triangles pictures begin to choose, until `most` are left. */
uint32_t fy_thin_from(const fy_pictures *pictures, uint32_t most);

/* Until `most` are left. Draws the pictures. False at the limit, or stopped. */
bool fy_thin(fy_pictures *pictures, fy_collapse *collapse, uint32_t most, double error);

#endif
