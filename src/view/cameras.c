/* cameras.c: from where models are looked at to be compared and judged (docs/rendering.md, "Similarity"). */
#include "view/cameras.h"

const fy_side fy_sides[FY_SIDES] = {
    {"front", 0, 15},   {"left", 90, 15},  {"back", 180, 15},
    {"right", 270, 15}, {"above", 45, 60}, {"below", 225, -40},
};

uint8_t fy_background(uint32_t view) {
    static const uint8_t greys[FY_SIDES + FY_NEAR] = {128, 51,  153, 204, 102, 128, 128,
                                                      51,  153, 204, 102, 128, 77,  179};
    return greys[view];
}
