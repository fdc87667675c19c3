/*
 * gx_shade_ramp.c: stand-ins for toon ramps. The Wind Waker's models name two textures that hold nothing but
 * stripes; the game puts its own ramps into their place (docs/rendering.md, "GameCube").
 */
#include <string.h>

#include "formats/gx/gx_shade_inside.h"

enum { SIDE = 32 };

bool fy_gx_is_open_ramp(const ferry_texture *texture, const ferry_image *image) {
    return (strcmp(texture->name, "ZAtoon") == 0 || strcmp(texture->name, "ZBtoonEX") == 0) &&
           image->width == 8 && image->height == 8;
}

/* 0 up to `from`, 255 from `to` on. */
static uint8_t step(double at, double from, double to) {
    double x = (at - from) / (to - from);
    return (uint8_t)(x <= 0 ? 0 : x >= 1 ? 255 : x * 255);
}

void fy_gx_ramp_texel(double s, double t, uint8_t rgba[4]) {
    rgba[0] = rgba[2] = step(s, 0.40, 0.60);
    rgba[1] = step(t, 0.70, 0.90);
    rgba[3] = 255;
}

bool fy_gx_stand_in(ferry_job *job, const ferry_texture *texture, const ferry_image *image, shade_map *map) {
    if (!fy_gx_is_open_ramp(texture, image)) return true;
    ferry_image *ramp = ferry_new(job, ferry_image, 1);
    ferry_level *level = ferry_new(job, ferry_level, 1);
    uint8_t *rgba = ferry_new(job, uint8_t, SIDE * SIDE * 4);
    if (!ramp || !level || !rgba) return false;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            fy_gx_ramp_texel((x + 0.5) / (double)SIDE, (y + 0.5) / (double)SIDE, &rgba[(y * SIDE + x) * 4]);
    *level = (ferry_level){SIDE, SIDE, rgba};
    *ramp = *image;
    ramp->width = ramp->height = SIDE;
    ramp->levels = level;
    ramp->level_count = 1;
    map->image = ramp;
    return true;
}
