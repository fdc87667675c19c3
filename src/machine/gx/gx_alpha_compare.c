/* gx_alpha_compare.c: see gx_alpha_compare.h. */
#include "machine/gx/gx_alpha_compare.h"

#include "ferry64.h"
#include "ferry64_gx.h"
#include "machine/raster_fill.h"
#include "machine/raster_material.h"

bool fy_gx_alpha_passes(const ferry_gx_material *gx, uint8_t alpha) {
    bool first = fy_compares((fy_compare)(gx->alpha_compare0 & 7), alpha, gx->alpha_ref0);
    bool second = fy_compares((fy_compare)(gx->alpha_compare1 & 7), alpha, gx->alpha_ref1);
    switch (gx->alpha_op) {
    case FERRY_GX_AND:
        return first && second;
    case FERRY_GX_OR:
        return first || second;
    case FERRY_GX_XOR:
        return first != second;
    default:
        return first == second;
    }
}

fy_alpha_test fy_gx_alpha_test(const ferry_gx_material *gx, uint16_t *threshold, bool *exact) {
    unsigned passing = 0, run = 0; /* run: how many pass from 255 down without a gap */
    for (unsigned alpha = 256; alpha-- > 0;) {
        bool passes = fy_gx_alpha_passes(gx, (uint8_t)alpha);
        if (passes && run == 255 - alpha) run++;
        passing += passes;
    }
    *threshold = (uint16_t)(256 - run);
    *exact = passing == run;
    if (passing == 0) return FY_ALPHA_TEST_INVISIBLE;
    if (run == 0 || run == 256) return FY_ALPHA_TEST_NONE;
    return FY_ALPHA_TEST_THRESHOLD;
}
