/* export_scene_models.c: see export_scene_models.h. */
#include "formats/export/export_scene_models.h"

#include "ferry64.h"
#include "core/base/maths.h"
#include "formats/export/export_scene_state.h"

const ferry_mesh *fy_export_model_mesh(const fy_export_scene *x, const fy_export_model *model) {
    return &x->e.scene->meshes.data[x->e.scene->draws.data[model->draw].mesh];
}

static const fy_export_surface *surface_of(const fy_export_scene *x, const fy_export_model *model) {
    return &x->e.surfaces[model->surface];
}

static bool is_plain(const double uv[2][3]) {
    return uv[0][0] == 1 && uv[0][1] == 0 && uv[0][2] == 0 && uv[1][0] == 0 && uv[1][1] == -1 &&
           uv[1][2] == 1;
}

uint32_t fy_export_model_sets(const fy_export_scene *x, const fy_export_model *model,
                              uint32_t sets[FERRY_UV_SETS + 1]) {
    const ferry_mesh *mesh = fy_export_model_mesh(x, model);
    const fy_export_material *material = &x->materials[model->surface];
    uint32_t count = 0, read = FERRY_NONE;
    if (material->picture != FERRY_NONE) {
        sets[count++] = surface_of(x, model)->uv;
        if (is_plain(material->uv)) read = sets[0];
    }
    for (uint32_t s = 0; s < FERRY_UV_SETS && count < FERRY_UV_SETS; s++)
        if (mesh->uvs[s] && s != read) sets[count++] = s;
    return count;
}

ferry_vec2 fy_export_model_uv(const fy_export_scene *x, const fy_export_model *model, const uint32_t *sets,
                              uint32_t which, uint32_t vertex) {
    static const double up[2][3] = {{1, 0, 0}, {0, -1, 1}};
    const ferry_mesh *mesh = fy_export_model_mesh(x, model);
    const fy_export_material *material = &x->materials[model->surface];
    const double(*by)[3] = which == 0 && material->picture != FERRY_NONE ? material->uv : up;
    ferry_vec2 uv = mesh->uvs[sets[which]] ? mesh->uvs[sets[which]][vertex] : (ferry_vec2){0, 0};
    return (ferry_vec2){(float)(by[0][0] * (double)uv.x + by[0][1] * (double)uv.y + by[0][2]),
                        (float)(by[1][0] * (double)uv.x + by[1][1] * (double)uv.y + by[1][2])};
}

bool fy_export_model_has_colors(const fy_export_scene *x, const fy_export_model *model) {
    const fy_export_surface *surface = surface_of(x, model);
    return surface->colors != FERRY_NONE && fy_export_model_mesh(x, model)->colors[surface->colors];
}

ferry_color fy_export_model_color(const fy_export_scene *x, const fy_export_model *model, uint32_t vertex) {
    const fy_export_surface *surface = surface_of(x, model);
    ferry_color color = fy_export_model_mesh(x, model)->colors[surface->colors][vertex];
    if (!surface->color_rgb) color.r = color.g = color.b = 1;
    if (!surface->color_alpha) color.a = 1;
    return color;
}

ferry_vec3 fy_export_length3(fy_export_scene *x, ferry_vec3 v) {
    ferry_vec3 to = {(float)((double)v.x * x->e.scale), (float)((double)v.y * x->e.scale),
                     (float)((double)v.z * x->e.scale)};
    if (!fy_vec3_finite(to)) x->e.too_large = true;
    return to;
}

void fy_export_model_triangle(const fy_export_scene *x, const fy_export_model *model, uint32_t triangle,
                              uint32_t corners[3]) {
    const uint32_t *from = &fy_export_model_mesh(x, model)->triangles[3 * (size_t)triangle];
    bool flip = surface_of(x, model)->cull == FERRY_CULL_FRONT;
    corners[0] = from[0];
    corners[1] = from[flip ? 2 : 1];
    corners[2] = from[flip ? 1 : 2];
}

uint32_t fy_export_count_dropped_sets(const fy_export_scene *x) {
    uint32_t dropped = 0;
    for (uint32_t m = 0; m < x->model_count; m++) {
        const fy_export_model *model = &x->models[m];
        const fy_export_material *material = &x->materials[model->surface];
        uint32_t own = 0;
        for (uint32_t s = 0; s < FERRY_UV_SETS; s++) own += fy_export_model_mesh(x, model)->uvs[s] != NULL;
        dropped += own == FERRY_UV_SETS && material->picture != FERRY_NONE && !is_plain(material->uv);
    }
    return dropped;
}
