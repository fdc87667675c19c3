/* material_layers.h: two textures on one set of coordinates, which no tiles lay one on the other. */
#ifndef FERRY_TESTS_MATERIAL_LAYERS_H
#define FERRY_TESTS_MATERIAL_LAYERS_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "builders/material_scene.h"

/* From the left to the right, and alpha from the top to the bottom. */
static inline void layer_slopes(uint32_t x, uint32_t y, uint8_t *to) {
    set(to, 60 + 12 * x, 60 + 12 * x, 60 + 12 * x, 16 * y);
}

static inline void layer_checks(uint32_t x, uint32_t y, uint8_t *to) {
    const uint32_t light = (x / 4 + y / 4) % 2 ? 255 : 64;
    set(to, light, light, light, light);
}

/* A square whose coordinates run from `low` to `high`. */
static inline void lay_square(ferry_scene *scene, float low, float high) {
    ferry_mesh *mesh = &scene->meshes.data[0];
    const float corners[4][2] = {{low, low}, {high, low}, {high, high}, {low, high}};
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) mesh->uvs[0][i] = (ferry_vec2){corners[i][0], corners[i][1]};
}

/* The product of both and of a konst colour; the second one is turned and larger. */
static inline ferry_gx_material *add_layers(ferry_scene *scene) {
    ferry_gx_material *gx =
        add_gx(scene, "layers", add_texture(scene, "checks", 16, 16, layer_checks, FERRY_WRAP_REPEAT));
    gx->textures[1] = add_texture(scene, "slopes", 16, 16, layer_slopes, FERRY_WRAP_REPEAT);
    gx->texgen_count = gx->stage_count = 2;
    gx->texgens[1] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0, 33};
    gx->matrices[1] =
        (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {.7F, .7F}, .rotation = 5000};
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->stages[0].color = (ferry_gx_combine){15, 8, 14, 15, 0, 0, 0, 1, 0};
    gx->stages[1].color = (ferry_gx_combine){15, 0, 8, 15, 0, 0, 0, 1, 0};
    gx->konst[0] = (ferry_gx_color){200, 200, 200, 255};
    return gx;
}

#endif
