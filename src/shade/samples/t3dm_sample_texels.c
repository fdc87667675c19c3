/* t3dm_sample_texels.c: what the stages of a material read at a sample, from the real textures. */
#include "shade/samples/t3dm_sample_texels.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_ramp.h"
#include "machine/gx/gx_shade_texel.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_composite_picture.h"
#include "shade/t3dm_constant_uv.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

static uint32_t texel_index(double at, uint32_t size, ferry_wrap wrap) {
    double whole = floor(at);
    double part = at - whole;
    if (wrap == FERRY_WRAP_CLAMP)
        part = at < 0 ? 0 : at >= 1 ? 1 : at;
    else if (wrap == FERRY_WRAP_MIRROR && floor(whole / 2) * 2 != whole)
        part = 1 - part;
    uint32_t index = (uint32_t)(part * size);
    return index < size ? index : size - 1;
}

static void fetch(const fy_reference *reference, const ferry_gx_material *state, uint8_t map, fy_place at,
                  uint8_t texel[4]) {
    memset(texel, 255, 4);
    uint32_t index = map < FERRY_GX_MAX_MAPS ? state->textures[map] : FERRY_NONE;
    if (index == FERRY_NONE) return;
    const ferry_texture *texture = &reference->scene->textures.data[index];
    if (texture->image == FERRY_NONE) return;
    const ferry_image *image = &reference->scene->images.data[texture->image];
    fy_gx_ramp ramp = fy_gx_open_ramp(texture, image);
    if (ramp != FY_GX_NO_RAMP) {
        fy_gx_ramp_texel(ramp, at.u, texel);
        return;
    }
    const ferry_mip_level *level = &image->levels[0];
    uint32_t x = texel_index(at.u, level->width, texture->wrap_s),
             y = texel_index(at.v, level->height, texture->wrap_t);
    memcpy(texel, level->rgba + 4 * ((size_t)y * level->width + x), 4);
}

fy_place fy_place_by_vector(const fy_uv_map *map, ferry_vec3 from) {
    double out[3];
    for (int i = 0; i < 3; i++)
        out[i] = map->m[i][0] * (double)from.x + map->m[i][1] * (double)from.y +
                 map->m[i][2] * (double)from.z + map->m[i][3];
    double divisor = fabs(out[2]) > 1e-3 ? out[2] : 1;
    return (fy_place){out[0] / divisor, out[1] / divisor};
}

static fy_place place_of(const fy_reference *reference, uint8_t texgen, const fy_tev_inputs *seen,
                         const fy_place sets[FERRY_UV_SETS], const fy_place others[FERRY_GX_MAX_TEXGENS]) {
    if (texgen >= FERRY_GX_MAX_TEXGENS) return (fy_place){0, 0};
    if (fy_tev_texgen_source(reference->gx, texgen) == FY_TEV_RAMP) {
        unsigned channel = reference->gx->texgens[texgen].source == FERRY_GX_TG_COLOR1;
        const uint8_t *color = seen->raster[channel];
        const ferry_gx_channel *control = &reference->gx->channels[channel * 2];
        bool second =
            control->lit && (control->light_mask & 3) == 3; /* its green light is off, as in pictures */
        return (fy_place){color[0] / 255.0, second ? 0 : color[1] / 255.0};
    }
    const fy_uv_map *map = &reference->maps[texgen];
    if (map->kind != FY_UV_SET) return others[texgen];
    fy_place from = sets[map->set % FERRY_UV_SETS];
    return (fy_place){map->m[0][0] * from.u + map->m[0][1] * from.v + map->m[0][3],
                      map->m[1][0] * from.u + map->m[1][1] * from.v + map->m[1][3]};
}

static void fetch_flat(const fy_reference *reference, const ferry_gx_stage *stage, uint8_t texel[4]) {
    double color[4];
    if (stage->texgen >= FERRY_GX_MAX_TEXGENS || fy_constant_uv_moves(reference, stage->texgen, stage->map) ||
        !fy_constant_uv_color(&reference->constant_uv, reference->scene, reference->gx,
                              &reference->maps[stage->texgen], stage->map, color))
        return;
    for (int k = 0; k < 4; k++) texel[k] = fy_unit_byte(color[k]);
}

/* What the source reads at a place of the picture that stands for several textures, and what the picture
 * shows. Textures that the picture does not stand for may lie on other sets. */
static void fetch_composite(const fy_reference *reference, const fy_places *at, fy_tev_inputs *seen) {
    const fy_composite *composite = reference->mode.composite;
    bool sphere = composite->set == FY_COMPOSITE_SPHERE;
    const fy_place *set = sphere ? &at->others[composite->texgen] : &at->sets[composite->set];
    const ferry_texture *texture = &reference->scene->textures.data[reference->gx->textures[composite->map]];
    const ferry_image *image = &reference->scene->images.data[texture->image];
    const fy_composite_window *window = &composite->window;
    double s = (set->u - window->from[0]) / window->size[0] * image->width,
           t = (set->v - window->from[1]) / window->size[1] * image->height;
    fy_gx_vertex vertex = {.colors = {{1, 1, 1, 1}, {1, 1, 1, 1}}};
    fy_tev_inputs inputs;
    for (int i = 0; i < FERRY_UV_SETS; i++)
        vertex.uvs[i] = (ferry_vec2){(float)at->sets[i].u, (float)at->sets[i].v};
    if (sphere) fy_composite_turn(set->u, set->v, &vertex);
    fy_gx_texels(composite->source, &vertex, &inputs);
    for (unsigned i = 0; i + 1u < reference->gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        uint8_t texgen = reference->gx->stages[i].texgen;
        if (texgen < FERRY_GX_MAX_TEXGENS &&
            fy_tev_texgen_source(reference->gx, texgen) == fy_composite_source(composite->set))
            memcpy(seen->texels[i], inputs.texels[i], 4);
    }
    fy_gx_sample(texture, image, (int64_t)floor(s * 128), (int64_t)floor(t * 128), 0,
                 seen->texels[reference->gx->stage_count - 1]);
}

void fy_sample_texels(const fy_reference *reference, const ferry_gx_material *state, const fy_places *at,
                      fy_tev_inputs *seen) {
    memset(seen->texels, 0, sizeof seen->texels);
    for (unsigned i = 0; i < reference->gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        const ferry_gx_stage *stage = &reference->gx->stages[i];
        fetch(reference, state, stage->map, place_of(reference, stage->texgen, seen, at->sets, at->others),
              seen->texels[i]);
        fetch_flat(reference, stage, seen->texels[i]);
    }
    if (reference->mode.full_light) fy_gx_ramp_texels(reference->scene, state, 1, seen);
    if (reference->mode.composite) fetch_composite(reference, at, seen);
}
