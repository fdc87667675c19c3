/*
 * gx_shade_ramp.c: stand-ins for toon ramps. The Wind Waker's models name two textures that hold nothing but
 * stripes; the game puts its own ramps into their place (docs/rendering.md, "GameCube").
 */
#include "machine/gx/gx_shade_ramp.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_shade_texel.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"

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
    ferry_mip_level *level = ferry_new(job, ferry_mip_level, 1);
    uint8_t *rgba = ferry_new(job, uint8_t, SIDE * SIDE * 4);
    if (!ramp || !level || !rgba) return false;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            fy_gx_ramp_texel(kind, (x + 0.5) / (double)SIDE, &rgba[(y * SIDE + x) * 4]);
    *level = (ferry_mip_level){SIDE, SIDE, rgba};
    *ramp = *image;
    ramp->width = ramp->height = SIDE;
    ramp->levels = level;
    ramp->level_count = 1;
    map->image = ramp;
    return true;
}

/* GX coordinates have seven fraction bits. */
#define ONE_TEXEL 128

/* Red looks the first light up along s, green the second one along t; white light has both alike. */
static double second_of(const ferry_gx_material *gx, uint8_t texgen, double light) {
    unsigned number = gx->texgens[texgen].source == FERRY_GX_TG_COLOR1;
    const ferry_gx_channel *channel = &gx->channels[number * 2];
    return channel->lit && (channel->light_mask & 3) == 3 ? 0 : light;
}

static void look_up(const ferry_scene *scene, const ferry_gx_material *gx, uint8_t map, uint8_t texgen,
                    double light, uint8_t texel[4]) {
    memset(texel, 255, 4);
    uint32_t index = map < FERRY_GX_MAX_MAPS ? gx->textures[map] : FERRY_NONE;
    if (index == FERRY_NONE || scene->textures.data[index].image == FERRY_NONE) return;
    const ferry_texture *texture = &scene->textures.data[index];
    const ferry_image *image = &scene->images.data[texture->image];
    fy_gx_ramp ramp = fy_gx_open_ramp(texture, image);
    if (ramp != FY_GX_NO_RAMP) {
        fy_gx_ramp_texel(ramp, light, texel);
        return;
    }
    double t = second_of(gx, texgen, light);
    fy_gx_sample(texture, image, (int64_t)floor(light * image->width * ONE_TEXEL),
                 (int64_t)floor(t * image->height * ONE_TEXEL), 0, texel);
}

void fy_gx_ramp_texels(const ferry_scene *scene, const ferry_gx_material *gx, double light,
                       fy_tev_inputs *inputs) {
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        if (stage->texgen < FERRY_GX_MAX_TEXGENS && fy_tev_texgen_source(gx, stage->texgen) == FY_TEV_RAMP)
            look_up(scene, gx, stage->map, stage->texgen, light, inputs->texels[i]);
    }
}

static uint16_t in_full_light(void *user, fy_tev *tev, uint16_t at) {
    const fy_tev_node leaf = tev->nodes[at];
    uint8_t texel[4];
    if (leaf.op != FY_TEV_TEX || leaf.source != FY_TEV_RAMP) return at;
    look_up(user, tev->gx, leaf.map, leaf.texgen, 1, texel);
    return fy_tev_const(tev, texel[leaf.swizzle[0]] / 255.0, texel[leaf.swizzle[1]] / 255.0,
                        texel[leaf.swizzle[2]] / 255.0);
}

void fy_gx_ramp_substitute(const ferry_scene *scene, fy_tev *tev) {
    ferry_scene of = *scene;
    tev->color = fy_tev_replace(tev, tev->color, in_full_light, &of);
    tev->alpha = fy_tev_replace(tev, tev->alpha, in_full_light, &of);
}
