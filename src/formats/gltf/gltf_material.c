/*
 * gltf_material.c: what becomes of a material in a glTF file (docs/formats/gltf.md, "Materials").
 */
#include "formats/gltf/gltf.h"

uint32_t fy_gltf_look_of(const fy_gltf *g, const ferry_draw *draw) {
    return draw->material == FERRY_NONE ? g->scene->materials.count : draw->material;
}

static const fy_gltf_look plain = {.texture = FERRY_NONE,
                                   .transform = {{1, 0, 0}, {0, 1, 0}},
                                   .colors = FERRY_NONE,
                                   .factor = {1, 1, 1, 1},
                                   .cutoff = 0.5F,
                                   .cull = FERRY_CULL_BACK,
                                   .lit = true};

/* What the generic part of a material says. */
static fy_gltf_look summary(const fy_gltf *g, const ferry_material *from) {
    fy_gltf_look look = plain;
    if (from->base_texture != FERRY_NONE && g->texture_numbers[from->base_texture] != FERRY_NONE)
        look.texture = from->base_texture;
    look.uv = from->base_uv;
    look.colors = from->vertex_colors ? 0 : FERRY_NONE;
    look.color_alpha = true;
    look.factor = from->base_color;
    look.alpha_mode = from->alpha_mode;
    look.cutoff = from->alpha_cutoff;
    look.cull = from->cull;
    look.lit = from->lit;
    return look;
}

bool fy_gltf_plan_materials(fy_gltf *g) {
    uint32_t count = g->scene->materials.count;
    g->looks = ferry_new(g->job, fy_gltf_look, count + (size_t)1);
    if (!g->looks) return false;
    for (uint32_t i = 0; i < count; i++) g->looks[i] = summary(g, &g->scene->materials.data[i]);
    g->looks[count] = plain;
    return true;
}
