/* gx_alpha_compare.h: the GameCube's alpha compare (docs/formats/j3d.md, "GX enumerations"), and the
 * threshold that says the same. */
#ifndef FERRY_MACHINE_GX_GX_ALPHA_COMPARE_H
#define FERRY_MACHINE_GX_GX_ALPHA_COMPARE_H

#include "ferry64.h"

typedef enum fy_alpha_test {
    FY_ALPHA_TEST_NONE,
    FY_ALPHA_TEST_INVISIBLE,
    FY_ALPHA_TEST_THRESHOLD
} fy_alpha_test;

/* Whether a pixel of that alpha is drawn. */
bool fy_gx_alpha_passes(const ferry_gx_material *gx, uint8_t alpha);

/* The alpha compare as a threshold: alpha >= *threshold is drawn. *exact is false where the record asks for
 * something that no threshold can say. */
fy_alpha_test fy_gx_alpha_test(const ferry_gx_material *gx, uint16_t *threshold, bool *exact);

#endif
