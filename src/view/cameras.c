/* cameras.c: from where models are looked at to be compared and judged (docs/rendering.md, "Similarity"). */
#include "view/cameras.h"

#include "ferry64.h"
#include "core/base/maths.h"
#include "machine/camera.h"

const fy_side fy_sides[FY_SIDES] = {
    {"front", 0, 15},   {"left", 90, 15},  {"back", 180, 15},
    {"right", 270, 15}, {"above", 45, 60}, {"below", 225, -40},
};

uint8_t fy_background(uint32_t view) {
    static const uint8_t greys[FY_SIDES + FY_NEAR] = {128, 51,  153, 204, 102, 128, 128,
                                                      51,  153, 204, 102, 128, 77,  179};
    return greys[view];
}

fy_camera fy_camera_from(const ferry_box *box, unsigned direction, uint32_t width, uint32_t height) {
    static const double slants[FY_DIRECTIONS - FY_SIDES][2] = {{45, 25},  {135, 25},  {225, 25},  {315, 25},
                                                               {45, -35}, {135, -35}, {225, -35}, {315, -35}};
    const double degrees = FY_PI / 180, *slant = direction < FY_SIDES ? NULL : slants[direction - FY_SIDES];
    double yaw = slant ? slant[0] : fy_sides[direction].yaw,
           pitch = slant ? slant[1] : fy_sides[direction].pitch;
    return fy_camera_frame(box, yaw * degrees, pitch * degrees, 0, width, height);
}
