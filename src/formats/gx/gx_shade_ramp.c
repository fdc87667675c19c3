/*
 * gx_shade_ramp.c: stand-ins for toon ramps. The Wind Waker's models name two textures that hold nothing but
 * stripes; the game puts its own ramps into their place (docs/rendering.md, "GameCube").
 */
#include <string.h>

#include "formats/gx/gx_shade_inside.h"

enum { SIDE = 32 };

/* ZBtoonEX is looked up along t as well: its green answers a second light. ZAtoon is plain gray. */
static bool has_second_light(const ferry_texture *texture) {
    return strcmp(texture->name, "ZBtoonEX") == 0;
}

static bool is_placeholder(const ferry_texture *texture, const ferry_image *image) {
    return (strcmp(texture->name, "ZAtoon") == 0 || has_second_light(texture)) && image->width == 8 &&
           image->height == 8;
}

/* 0 up to `from`, 255 from `to` on, of 0..1. */
static uint8_t step(int at, double from, double to) {
    double x = ((at + 0.5) / (double)SIDE - from) / (to - from);
    return (uint8_t)(x <= 0 ? 0 : x >= 1 ? 255 : x * 255);
}

bool fy_gx_stand_in(ferry_job *job, const ferry_texture *texture, const ferry_image *image, shade_map *map) {
    if (!is_placeholder(texture, image)) return true;
    ferry_image *ramp = ferry_new(job, ferry_image, 1);
    ferry_level *level = ferry_new(job, ferry_level, 1);
    uint8_t *rgba = ferry_new(job, uint8_t, SIDE * SIDE * 4);
    if (!ramp || !level || !rgba) return false;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            uint8_t *to = &rgba[(y * SIDE + x) * 4];
            to[0] = to[1] = to[2] = step(x, 0.40, 0.60);
            if (has_second_light(texture)) to[1] = step(y, 0.70, 0.90);
            to[3] = 255;
        }
    *level = (ferry_level){SIDE, SIDE, rgba};
    *ramp = *image;
    ramp->width = ramp->height = SIDE;
    ramp->levels = level;
    ramp->level_count = 1;
    map->image = ramp;
    return true;
}
