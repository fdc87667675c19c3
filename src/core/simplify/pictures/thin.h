/*
 * thin.h: the last that goes is chosen by what pictures show without it (Lindstrom and Turk 2000)
 * (docs/simplify.md, "How it works").
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_THIN_H
#define FERRY_CORE_SIMPLIFY_PICTURES_THIN_H

#include "core/simplify/collapse.h"
#include "core/simplify/pictures/pictures.h"

/* How it is chosen. None is best for all models. */
typedef struct fy_taste {
    double earliest; /* pictures choose at most from so many times the wanted triangles on */
    double missing;  /* what is missing as a whole counts so many times */
    uint32_t looks;  /* in so many places a vertex is looked at, where there is time */
} fy_taste;

/* At how many triangles pictures begin to choose, until `most` are left. */
uint32_t fy_thin_from(const fy_pictures *pictures, const fy_taste *taste, uint32_t most);

/* Until `most` are left. Draws the pictures. False at the limit, or stopped. */
bool fy_thin(fy_pictures *pictures, const fy_taste *taste, fy_collapse *collapse, uint32_t most,
             double error);

#endif
