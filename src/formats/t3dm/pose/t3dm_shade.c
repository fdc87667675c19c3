/*
 * t3dm_shade.c: what a vertex carries: texture coordinates and colour as its material wants them
 * (docs/formats/t3dm.md, "Vertices").
 */
#include "formats/t3dm/pose/t3dm_shade.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_uv.h"
#include "shade/t3dm_vertex_texture.h"

/* ------------------------------------------------------------------------------------------ vertices */

/* What its coordinates are made of. */
static ferry_vec3 source_of(const fy_t3dm_material *material, const ferry_scene *scene,
                            const ferry_draw *draw, uint32_t vertex) {
    if (material->uv_source == FY_T3DM_UV_POSITION)
        return fy_uv_position(material->pose, material->uv_follows, scene, draw, vertex);
    if (material->uv_source == FY_T3DM_UV_NORMAL)
        return fy_uv_normal(material->pose, material->uv_follows, scene, draw, vertex);
    const ferry_vec2 *set = scene->meshes.data[draw->mesh].uvs[material->uv_set];
    return set ? (ferry_vec3){set[vertex].x, set[vertex].y, 0} : (ferry_vec3){0, 0, 0};
}

void fy_t3dm_shade_uv(const fy_t3dm_material *material, const ferry_scene *scene, const ferry_draw *draw,
                      uint32_t vertex, double uv[2]) {
    double out[3];
    uv[0] = uv[1] = 0;
    if (material->uv_source == FY_T3DM_UV_NONE) return;
    ferry_vec3 at = source_of(material, scene, draw, vertex);
    for (int i = 0; i < 3; i++) {
        const double *row = material->uv_matrix[i];
        out[i] = row[0] * (double)at.x + row[1] * (double)at.y + row[2] * (double)at.z + row[3];
    }
    double divisor = material->uv_source != FY_T3DM_UV_SET && fabs(out[2]) > 1e-9 ? out[2] : 1;
    for (int i = 0; i < 2; i++) uv[i] = fy_finite(out[i] / divisor) ? out[i] / divisor : 0;
}

static ferry_color vertex_color(const ferry_mesh *mesh, uint32_t set, uint32_t vertex) {
    if (set >= FERRY_COLOR_SETS || !mesh->colors[set]) return (ferry_color){1, 1, 1, 1};
    return mesh->colors[set][vertex];
}

/* Textures that vertices hold, by the stages that read them. */
static void look_textures_up(const fy_t3dm_material *material, const ferry_scene *scene,
                             const ferry_draw *draw, uint32_t vertex, fy_tev_inputs *inputs) {
    const ferry_gx_material *gx = material->formula->gx;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        fy_vertex_texture texture;
        if (stage->map >= FERRY_GX_MAX_MAPS || !(material->at_vertices >> stage->map & 1) ||
            !fy_vertex_texture_open(scene, gx, stage->map, stage->texgen, &texture))
            continue;
        fy_vertex_texture_look_up(&texture, material->pose, scene, draw, vertex, inputs->texels[i]);
    }
}

static void shade_by_formula(const fy_t3dm_material *material, const ferry_scene *scene,
                             const ferry_draw *draw, uint32_t vertex, uint8_t rgba[4]) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    fy_tev_inputs inputs;
    double color[3] = {1, 1, 1}, alpha[3] = {1, 1, 1};
    memset(&inputs, 0, sizeof inputs);
    for (uint32_t channel = 0; channel < 2; channel++) {
        ferry_color stored = vertex_color(mesh, channel, vertex);
        const ferry_gx_color *reg = &material->formula->gx->material_colors[channel];
        const ferry_gx_channel *controls = &material->formula->gx->channels[channel * 2];
        bool vertices = controls[0].material_source == FERRY_GX_SOURCE_VERTEX;
        uint8_t *out = inputs.raster[channel];
        out[0] = vertices ? fy_unit_byte((double)stored.r) : reg->r;
        out[1] = vertices ? fy_unit_byte((double)stored.g) : reg->g;
        out[2] = vertices ? fy_unit_byte((double)stored.b) : reg->b;
        double opacity =
            controls[1].material_source == FERRY_GX_SOURCE_VERTEX ? (double)stored.a : reg->a / 255.0;
        out[3] = fy_unit_byte(opacity * fy_tev_dark_alpha(material->formula->gx, (int)channel));
    }
    look_textures_up(material, scene, draw, vertex, &inputs);
    if (material->shade != FY_TEV_NONE) fy_tev_value(material->formula, material->shade, &inputs, color);
    if (material->shade_alpha != FY_TEV_NONE)
        fy_tev_value(material->formula, material->shade_alpha, &inputs, alpha);
    for (int k = 0; k < 3; k++) rgba[k] = fy_unit_byte(color[k]);
    rgba[3] = fy_unit_byte(alpha[0]);
}

void fy_t3dm_shade(const fy_t3dm_material *material, const ferry_scene *scene, const ferry_draw *draw,
                   uint32_t vertex, double uv[2], uint8_t rgba[4]) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    fy_t3dm_shade_uv(material, scene, draw, vertex, uv);
    if (material->formula) {
        shade_by_formula(material, scene, draw, vertex, rgba);
        return;
    }
    ferry_color color = vertex_color(mesh, material->color_set, vertex),
                alpha = vertex_color(mesh, material->alpha_set, vertex);
    const float *tint = material->tint;
    rgba[0] = fy_unit_byte((double)color.r * (double)tint[0]);
    rgba[1] = fy_unit_byte((double)color.g * (double)tint[1]);
    rgba[2] = fy_unit_byte((double)color.b * (double)tint[2]);
    rgba[3] = fy_unit_byte((double)alpha.a * (double)tint[3]);
}
