/* gltf_bake.c: see gltf_bake.h. */
#include "formats/gltf/gltf_bake.h"

#include <math.h>
#include <string.h>

#include "core/maths.h"
#include "formats/gx/gx_shade.h"

enum { MOST_SIDE = 1024, MOST_UNITS = 2 };

/* ----------------------------------------------------------------------------------------------- stages */

static const ferry_texture *texture_of(const fy_gltf_bake *b, uint32_t stage) {
    uint8_t map = b->gx->stages[stage].map;
    uint32_t texture = map < FERRY_GX_MAX_MAPS ? b->gx->textures[map] : FERRY_NONE;
    if (texture == FERRY_NONE || b->g->scene->textures.data[texture].image == FERRY_NONE) return NULL;
    return &b->g->scene->textures.data[texture];
}

static const fy_uv_map *map_of(const fy_gltf_bake *b, uint32_t stage) {
    uint8_t texgen = b->gx->stages[stage].texgen;
    return &b->shader->maps[texgen < FERRY_GX_MAX_TEXGENS ? texgen : FERRY_GX_MAX_TEXGENS];
}

static bool is_ramp(const fy_gltf_bake *b, uint32_t stage) {
    return fy_tev_texgen_source(b->gx, b->gx->stages[stage].texgen) == FY_TEV_RAMP;
}

static uint32_t stages(const fy_gltf_bake *b) {
    return b->gx->stage_count < FERRY_GX_MAX_STAGES ? b->gx->stage_count : FERRY_GX_MAX_STAGES;
}

/* All by one set of coordinates, or by light. */
static bool find_set(fy_gltf_bake *b) {
    b->set = FERRY_NONE;
    for (uint32_t k = 0; k < stages(b); k++) {
        const fy_uv_map *map = map_of(b, k);
        if (!texture_of(b, k) || is_ramp(b, k)) continue;
        if (map->kind != FY_UV_SET || (b->set != FERRY_NONE && b->set != map->set)) return false;
        b->set = map->set;
    }
    return b->set != FERRY_NONE && !b->gx->indirect_enabled;
}

/* ------------------------------------------------------------------------------------------------- place */

static bool find_box(fy_gltf_bake *b, const uint32_t *draws, uint32_t count) {
    const ferry_scene *scene = b->g->scene;
    for (int i = 0; i < 2; i++) b->least[i] = INFINITY, b->most[i] = -INFINITY;
    for (uint32_t d = 0; d < count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[draws[d]].mesh];
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            if (!mesh->uvs[b->set]) return false;
            const double at[2] = {(double)mesh->uvs[b->set][v].x, (double)mesh->uvs[b->set][v].y};
            for (int i = 0; i < 2; i++) {
                b->least[i] = fmin(b->least[i], at[i]);
                b->most[i] = fmax(b->most[i], at[i]);
            }
        }
    }
    for (int i = 0; i < 2; i++) { /* a hundredth over the edge shows nothing of the next repeat */
        if (!(b->most[i] - b->least[i] <= MOST_UNITS + .02)) return false;
        double low = floor(b->least[i] + .01), high = ceil(b->most[i] - .01);
        if (high <= low) high = low + 1;
        b->least[i] = low;
        b->most[i] = high;
    }
    return true;
}

/* As many texels as the finest of the textures has there. */
static void find_size(fy_gltf_bake *b) {
    double size[2] = {8, 8};
    for (uint32_t k = 0; k < stages(b); k++) {
        const ferry_texture *texture = texture_of(b, k);
        if (!texture || is_ramp(b, k)) continue;
        const ferry_image *image = &b->g->scene->images.data[texture->image];
        const fy_uv_map *map = map_of(b, k);
        for (int i = 0; i < 2; i++) {
            double along = fmax(fabs(map->m[0][i]) * image->width, fabs(map->m[1][i]) * image->height);
            size[i] = fmax(size[i], along * (b->most[i] - b->least[i]));
        }
    }
    b->width = (uint32_t)fmin(ceil(size[0]), MOST_SIDE);
    b->height = (uint32_t)fmin(ceil(size[1]), MOST_SIDE);
}

/* ------------------------------------------------------------------------------------------------- light */

static void find_bright(fy_gltf_bake *b) {
    const fy_sample *best = &b->shader->samples[0];
    for (int i = 1; i < FY_SAMPLES; i++)
        if (b->shader->samples[i].towards > best->towards) best = &b->shader->samples[i];
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

bool fy_gltf_bake_open(fy_gltf_bake *b, const uint32_t *draws, uint32_t count) {
    if (!find_set(b) || !find_box(b, draws, count)) return false;
    find_size(b);
    find_bright(b);
    bool from_all = b->gx->blend_src == FERRY_GX_FACTOR_ONE || b->gx->blend_src == FERRY_GX_FACTOR_SRC_ALPHA;
    b->adds =
        b->gx->blend_mode == FERRY_GX_BLEND_BLEND && b->gx->blend_dst == FERRY_GX_FACTOR_ONE && from_all;
    return true;
}

/* ------------------------------------------------------------------------------------------------ texels */

/* Translucency that is as bright as what was added, over black. */
static void add_by_alpha(const fy_gltf_bake *b, uint8_t texel[4]) {
    uint8_t most = texel[0] > texel[1] ? texel[0] : texel[1];
    most = texel[2] > most ? texel[2] : most;
    for (int k = 0; k < 3 && most; k++) texel[k] = (uint8_t)((texel[k] * 255 + most / 2) / most);
    bool whole = b->gx->blend_src == FERRY_GX_FACTOR_ONE;
    texel[3] = (uint8_t)(whole ? most : texel[3] * most / 255);
}

static void run(const fy_gltf_bake *b, fy_tev_inputs *inputs, uint8_t out[4]) {
    memcpy(inputs->raster, b->bright, sizeof b->bright);
    for (uint32_t k = 0; k < stages(b); k++)
        if (is_ramp(b, k)) memcpy(inputs->texels[k], b->ramps[k], 4);
    fy_tev_run(b->gx, inputs, out);
}

void fy_gltf_bake_sample(const fy_gltf_bake *b, const fy_sample *sample, uint8_t out[4]) {
    fy_tev_inputs inputs = sample->lit;
    run(b, &inputs, out);
}

static void paint_texel(const fy_gltf_bake *b, double u, double v, uint8_t out[4]) {
    fy_tev_inputs inputs;
    memset(&inputs, 255, sizeof inputs);
    for (uint32_t k = 0; k < stages(b); k++) {
        const ferry_texture *texture = texture_of(b, k);
        const fy_uv_map *map = map_of(b, k);
        if (!texture || is_ramp(b, k)) continue;
        const ferry_image *image = &b->g->scene->images.data[texture->image];
        double s = (map->m[0][0] * u + map->m[0][1] * v + map->m[0][3]) * image->width * 128;
        double t = (map->m[1][0] * u + map->m[1][1] * v + map->m[1][3]) * image->height * 128;
        fy_gx_sample(texture, image, (int64_t)floor(s), (int64_t)floor(t), 1, inputs.texels[k]);
    }
    run(b, &inputs, out);
    if (b->adds) add_by_alpha(b, out);
}

bool fy_gltf_bake_paint(const fy_gltf_bake *b, uint32_t material, fy_gltf_look *look) {
    const char *name = b->g->scene->materials.data[material].name;
    uint8_t *rgba = ferry_alloc(b->g->job, (size_t)b->width * b->height, 4);
    double span[2] = {b->most[0] - b->least[0], b->most[1] - b->least[1]};
    if (!rgba) return false;
    for (uint32_t y = 0; y < b->height; y++)
        for (uint32_t x = 0; x < b->width; x++) {
            double u = b->least[0] + span[0] * (x + .5) / b->width,
                   v = b->least[1] + span[1] * (y + .5) / b->height;
            paint_texel(b, u, v, rgba + 4 * ((size_t)y * b->width + x));
            if (!ferry_tick(b->g->job)) return false;
        }
    look->uv = b->set;
    for (int i = 0; i < 2; i++) {
        look->transform[i][i] = 1 / span[i];
        look->transform[i][!i] = 0;
        look->transform[i][2] = -b->least[i] / span[i] + 0.0;
    }
    ferry_level level = {b->width, b->height, rgba};
    ferry_image image = {
        .name = name, .width = b->width, .height = b->height, .levels = &level, .level_count = 1};
    return fy_gltf_add_picture(b->g, &image, material, &look->made);
}
