/* target.c: the picture that is drawn on, with its depth (docs/rendering.md, "The rasteriser"). */
#include "machine/target.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

bool fy_target_open(ferry_job *job, uint32_t width, uint32_t height, const uint8_t clear[4], bool console,
                    fy_target *target) {
    *target = (fy_target){.width = width, .height = height};
    if (!width || !height || width > FY_RASTER_MAX_SIZE || height > FY_RASTER_MAX_SIZE) return false;
    size_t count = (size_t)width * height;
    target->color = ferry_new(job, uint8_t, count * 4);
    target->z = ferry_new(job, float, count);
    target->drawn = ferry_new(job, uint8_t, count);
    if (console) {
        target->slope = ferry_new(job, float, count);
        target->coverage = ferry_new(job, uint8_t, count);
        if (!target->slope || !target->coverage) return false;
        memset(target->coverage, 7, count);
    }
    if (!target->color || !target->z || !target->drawn) return false;
    for (size_t i = 0; i < count; i++) {
        memcpy(&target->color[i * 4], clear, 4);
        target->z[i] = FY_FAR;
    }
    return true;
}
