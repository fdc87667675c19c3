/* export_bake.c: pictures of the GameCube's stages; see export_bake.h. */
#include "formats/export/export_bake.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "formats/export/export.h"
#include "formats/export/export_canvas.h"
#include "machine/gx/gx_shade_texel.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

/* ----------------------------------------------------------------------------------------------- stages */

static const ferry_texture *texture_of(const fy_export_bake *b, uint32_t stage) {
    uint8_t map = b->gx->stages[stage].map;
    uint32_t texture = map < FERRY_GX_MAX_MAPS ? b->gx->textures[map] : FERRY_NONE;
    if (texture == FERRY_NONE || b->e->scene->textures.data[texture].image == FERRY_NONE) return NULL;
    return &b->e->scene->textures.data[texture];
}

static const fy_uv_map *map_of(const fy_export_bake *b, uint32_t stage) {
    uint8_t texgen = b->gx->stages[stage].texgen;
    return &b->reference->maps[texgen < FERRY_GX_MAX_TEXGENS ? texgen : FERRY_GX_MAX_TEXGENS];
}

static bool is_ramp(const fy_export_bake *b, uint32_t stage) {
    return fy_tev_texgen_source(b->gx, b->gx->stages[stage].texgen) == FY_TEV_RAMP;
}

static uint32_t stages(const fy_export_bake *b) {
    return b->gx->stage_count < FERRY_GX_MAX_STAGES ? b->gx->stage_count : FERRY_GX_MAX_STAGES;
}

/* All by one set of coordinates, or by light. */
static bool find_set(fy_export_bake *b) {
    b->canvas.set = FERRY_NONE;
    for (uint32_t k = 0; k < stages(b); k++) {
        const fy_uv_map *map = map_of(b, k);
        if (!texture_of(b, k) || is_ramp(b, k)) continue;
        if (map->kind != FY_UV_SET || (b->canvas.set != FERRY_NONE && b->canvas.set != map->set))
            return false;
        b->canvas.set = map->set;
    }
    return b->canvas.set != FERRY_NONE && !b->gx->indirect_enabled;
}

/* As many texels as the finest of the textures has there. */
static void find_size(fy_export_bake *b) {
    for (uint32_t k = 0; k < stages(b); k++) {
        const ferry_texture *texture = texture_of(b, k);
        if (!texture || is_ramp(b, k)) continue;
        const ferry_image *image = &b->e->scene->images.data[texture->image];
        const fy_uv_map *map = map_of(b, k);
        const double matrix[2][3] = {{map->m[0][0], map->m[0][1]}, {map->m[1][0], map->m[1][1]}};
        fy_export_canvas_refine(&b->canvas, matrix, image->width, image->height);
    }
}

/* ------------------------------------------------------------------------------------------------- light */

static void find_bright(fy_export_bake *b) {
    const fy_sample *best = &b->reference->samples[0];
    for (int i = 1; i < FY_SAMPLES; i++)
        if (b->reference->samples[i].towards > best->towards) best = &b->reference->samples[i];
    for (uint32_t k = 0; k < FERRY_GX_MAX_STAGES; k++) memcpy(b->ramps[k], best->lit.texels[k], 4);
    for (int c = 0; c < 2; c++)
        for (int k = 0; k < 4; k++) {
            const ferry_gx_channel *control = &b->gx->channels[2 * c + (k == 3)];
            const ferry_gx_color *color = &b->gx->material_colors[c];
            const uint8_t parts[4] = {color->r, color->g, color->b, color->a};
            bool vertex = control->material_source == FERRY_GX_SOURCE_VERTEX;
            b->bright[c][k] = vertex ? 255 : parts[k];
        }
}

bool fy_export_bake_open(fy_export_bake *b, const uint32_t *draws, uint32_t count) {
    if (!find_set(b) || !fy_export_canvas_open(b->e, draws, count, &b->canvas)) return false;
    find_size(b);
    find_bright(b);
    bool from_all = b->gx->blend_src == FERRY_GX_FACTOR_ONE || b->gx->blend_src == FERRY_GX_FACTOR_SRC_ALPHA;
    b->adds =
        b->gx->blend_mode == FERRY_GX_BLEND_BLEND && b->gx->blend_dst == FERRY_GX_FACTOR_ONE && from_all;
    return true;
}

/* ------------------------------------------------------------------------------------------------ texels */

/* Translucency that is as bright as what was added, over black. */
static void add_by_alpha(const fy_export_bake *b, uint8_t texel[4]) {
    uint8_t most = texel[0] > texel[1] ? texel[0] : texel[1];
    most = texel[2] > most ? texel[2] : most;
    for (int k = 0; k < 3 && most; k++) texel[k] = (uint8_t)((texel[k] * 255 + most / 2) / most);
    bool whole = b->gx->blend_src == FERRY_GX_FACTOR_ONE;
    texel[3] = (uint8_t)(whole ? most : texel[3] * most / 255);
}

static void run_stages(const fy_export_bake *b, fy_tev_inputs *inputs, uint8_t out[4]) {
    memcpy(inputs->raster, b->bright, sizeof b->bright);
    for (uint32_t k = 0; k < stages(b); k++)
        if (is_ramp(b, k)) memcpy(inputs->texels[k], b->ramps[k], 4);
    fy_tev_run(b->gx, inputs, out);
}

void fy_export_bake_sample(const fy_export_bake *b, const fy_sample *sample, uint8_t out[4]) {
    fy_tev_inputs inputs = sample->lit;
    run_stages(b, &inputs, out);
}

static void paint_texel(const void *user, double u, double v, uint8_t out[4]) {
    const fy_export_bake *b = user;
    fy_tev_inputs inputs;
    memset(&inputs, 255, sizeof inputs);
    for (uint32_t k = 0; k < stages(b); k++) {
        const ferry_texture *texture = texture_of(b, k);
        const fy_uv_map *map = map_of(b, k);
        if (!texture || is_ramp(b, k)) continue;
        const ferry_image *image = &b->e->scene->images.data[texture->image];
        double s = (map->m[0][0] * u + map->m[0][1] * v + map->m[0][3]) * image->width * 128;
        double t = (map->m[1][0] * u + map->m[1][1] * v + map->m[1][3]) * image->height * 128;
        fy_gx_sample(texture, image, (int64_t)floor(s), (int64_t)floor(t), 0, inputs.texels[k]);
    }
    run_stages(b, &inputs, out);
    if (b->adds) add_by_alpha(b, out);
}

bool fy_export_bake_paint(const fy_export_bake *b, uint32_t material, fy_export_surface *surface) {
    return fy_export_canvas_paint(b->e, &b->canvas, material, paint_texel, b, surface);
}
