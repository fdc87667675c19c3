/*
 * t3dm_constant_uv.c: textures that a material reads at one place only are one colour, and a constant of its
 * formula: nothing is lost when the picture has to shrink, and nothing is loaded (docs/what-is-lost.md,
 * "Textures").
 */
#include "shade/t3dm_constant_uv.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_shade_ramp.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_states.h"
#include "shade/t3dm_uv.h"

/* Coordinates beyond are no place that a picture could be made for. */
#define FAR_OFF 1e4F

static void widen_range(fy_constant_uv_set *to, ferry_vec2 by) {
    if (!(by.x > -FAR_OFF && by.x < FAR_OFF && by.y > -FAR_OFF && by.y < FAR_OFF)) {
        to->wild = true;
        return;
    }
    if (by.x < to->low.x) to->low.x = by.x;
    if (by.y < to->low.y) to->low.y = by.y;
    if (by.x > to->high.x) to->high.x = by.x;
    if (by.y > to->high.y) to->high.y = by.y;
}

void fy_constant_uv_learn(fy_constant_uv *constant_uv, const ferry_mesh *mesh) {
    for (int set = 0; set < FERRY_UV_SETS; set++) {
        fy_constant_uv_set *of = &constant_uv->sets[set];
        const ferry_vec2 *uvs = mesh->uvs[set];
        if (!mesh->vertex_count) continue;
        if (!of->met) of->low = of->high = of->at = uvs ? uvs[0] : (ferry_vec2){0, 0};
        if (!uvs) of->moves = of->wild = true;
        for (uint32_t v = 0; uvs && v < mesh->vertex_count; v++) widen_range(of, uvs[v]);
        for (uint32_t v = 0; v < mesh->vertex_count && !of->moves; v++)
            of->moves = uvs[v].x != of->at.x || uvs[v].y != of->at.y;
        of->met = true;
    }
}

static int64_t wrapped(int64_t at, int64_t size, ferry_wrap wrap) {
    if (wrap == FERRY_WRAP_CLAMP) return at < 0 ? 0 : at >= size ? size - 1 : at;
    int64_t period = wrap == FERRY_WRAP_MIRROR ? 2 * size : size, part = (at % period + period) % period;
    return part < size ? part : period - 1 - part;
}

/* The filtered colour at a place, 1 = 255. */
static void look_up(const ferry_texture *texture, const ferry_image *image, double u, double v,
                    double out[4]) {
    const ferry_mip_level *level = &image->levels[0];
    bool nearest = texture->mag_filter == FERRY_FILTER_NEAREST;
    double x = u * level->width - (nearest ? 0 : .5), y = v * level->height - (nearest ? 0 : .5);
    double part[2] = {nearest ? 0 : x - floor(x), nearest ? 0 : y - floor(y)};
    for (int k = 0; k < 4; k++) out[k] = 0;
    for (int i = 0; i < 4; i++) {
        double weight = (i & 1 ? part[0] : 1 - part[0]) * (i & 2 ? part[1] : 1 - part[1]);
        int64_t tx = wrapped((int64_t)floor(x) + (i & 1), level->width, texture->wrap_s);
        int64_t ty = wrapped((int64_t)floor(y) + (i >> 1), level->height, texture->wrap_t);
        for (int k = 0; k < 4; k++)
            out[k] += weight * level->rgba[4 * ((size_t)ty * level->width + (size_t)tx) + (size_t)k] / 255.0;
    }
}

bool fy_constant_uv_color(const fy_constant_uv *constant_uv, const ferry_scene *scene,
                          const ferry_gx_material *gx, const fy_uv_map *map, uint8_t slot, double out[4]) {
    enum { FAR = 1000000 };
    if (map->kind != FY_UV_SET || slot >= FERRY_GX_MAX_MAPS || gx->textures[slot] == FERRY_NONE) return false;
    const fy_constant_uv_set *set = &constant_uv->sets[map->set % FERRY_UV_SETS];
    const ferry_texture *texture = &scene->textures.data[gx->textures[slot]];
    if (!set->met || set->moves || texture->image == FERRY_NONE) return false;
    double at[2];
    for (int i = 0; i < 2; i++) {
        at[i] = map->m[i][0] * (double)set->at.x + map->m[i][1] * (double)set->at.y + map->m[i][3];
        if (!(fabs(at[i]) < FAR)) return false;
    }
    const ferry_image *image = &scene->images.data[texture->image];
    if (fy_gx_open_ramp(texture, image) != FY_GX_NO_RAMP) return false; /* the game supplies the picture */
    look_up(texture, image, at[0], at[1], out);
    return true;
}

/* ----------------------------------------------------------------------------------------- formulas */

bool fy_constant_uv_moves(const fy_reference *reference, uint8_t texgen, uint8_t slot) {
    const fy_states *states = reference->mode.states;
    return states && ((slot < FERRY_GX_MAX_MAPS && (states->textures >> slot & 1)) ||
                      (texgen < FERRY_GX_MAX_TEXGENS && (states->texgens >> texgen & 1)));
}

static uint16_t as_constant(void *user, fy_tev *tev, uint16_t at) {
    const fy_tev_node leaf = tev->nodes[at];
    const fy_reference *reference = user;
    double color[4];
    if (leaf.op != FY_TEV_TEX || leaf.baked || leaf.indirect || leaf.texgen >= FERRY_GX_MAX_TEXGENS ||
        fy_constant_uv_moves(reference, leaf.texgen, leaf.map) ||
        !fy_constant_uv_color(&reference->constant_uv, reference->scene, reference->gx,
                              &reference->maps[leaf.texgen], leaf.map, color))
        return at;
    return fy_tev_const(tev, color[leaf.swizzle[0]], color[leaf.swizzle[1]], color[leaf.swizzle[2]]);
}

void fy_constant_uv_substitute(fy_reference *reference) {
    fy_tev *tev = &reference->tev;
    tev->color = fy_tev_replace(tev, tev->color, as_constant, reference);
    tev->alpha = fy_tev_replace(tev, tev->alpha, as_constant, reference);
}
