/*
 * gx_shade_ramp.c: stand-ins for toon ramps. The Wind Waker's models name two textures that hold nothing but
 * stripes; the game puts its own ramps into their place (docs/rendering.md, "GameCube").
 */
#include "machine/gx/gx_shade_ramp.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "machine/gx/gx_shader.h"

enum { SIDE = 32 };

fy_gx_ramp fy_gx_open_ramp(const ferry_texture *texture, const ferry_image *image) {
    if (image->width != 8 || image->height != 8) return FY_GX_NO_RAMP;
    if (strcmp(texture->name, "ZAtoon") == 0) return FY_GX_RAMP_GREY;
    return strcmp(texture->name, "ZBtoonEX") == 0 ? FY_GX_RAMP_PAIR : FY_GX_NO_RAMP;
}

/* A grey one's alpha is its intensity, as in the format that it is stored in. */
void fy_gx_ramp_texel(fy_gx_ramp ramp, double s, uint8_t rgba[4]) {
    static const double from = 0.40, to = 0.60;
    double x = (s - from) / (to - from);
    uint8_t step = (uint8_t)(x <= 0 ? 0 : x >= 1 ? 255 : x * 255);
    rgba[0] = rgba[2] = step;
    rgba[1] = ramp == FY_GX_RAMP_GREY ? step : 0;
    rgba[3] = ramp == FY_GX_RAMP_GREY ? step : 255;
}

bool fy_gx_stand_in(ferry_job *job, const ferry_texture *texture, const ferry_image *image, shade_map *map) {
    fy_gx_ramp kind = fy_gx_open_ramp(texture, image);
    if (kind == FY_GX_NO_RAMP) return true;
    ferry_image *ramp = ferry_new(job, ferry_image, 1);
    ferry_level *level = ferry_new(job, ferry_level, 1);
    uint8_t *rgba = ferry_new(job, uint8_t, SIDE * SIDE * 4);
    if (!ramp || !level || !rgba) return false;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            fy_gx_ramp_texel(kind, (x + 0.5) / (double)SIDE, &rgba[(y * SIDE + x) * 4]);
    *level = (ferry_level){SIDE, SIDE, rgba};
    *ramp = *image;
    ramp->width = ramp->height = SIDE;
    ramp->levels = level;
    ramp->level_count = 1;
    map->image = ramp;
    return true;
}
