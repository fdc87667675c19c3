/*
 * t3dm_vertex_texture.c: see t3dm_vertex_texture.h. What is missed is measured in the middles of triangles
 * and of their sides, where straight lines between the corners are furthest off.
 */
#include "shade/t3dm_vertex_texture.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_shade_ramp.h"
#include "machine/gx/gx_shade_texel.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

/* GX coordinates have seven fraction bits; further repeats tell nothing. */
enum { ONE_TEXEL = 128 };
#define FAR_OFF 1e4

/* What vertices may miss of a picture on average, of 255: what that comes to in a formula is tried. */
#define SMOOTH 48

bool fy_vertex_texture_open(const ferry_scene *scene, const ferry_gx_material *gx, uint8_t slot,
                            uint8_t texgen, fy_vertex_texture *texture) {
    if (slot >= FERRY_GX_MAX_MAPS || gx->textures[slot] == FERRY_NONE || texgen >= gx->texgen_count)
        return false;
    texture->texture = &scene->textures.data[gx->textures[slot]];
    texture->map = fy_t3dm_uv_map(gx, texgen);
    if (texture->texture->image == FERRY_NONE) return false;
    texture->image = &scene->images.data[texture->texture->image];
    return fy_gx_open_ramp(texture->texture, texture->image) == FY_GX_NO_RAMP && !texture->map.loss &&
           (texture->map.kind == FY_UV_SET || texture->map.kind == FY_UV_POSITION);
}

/* What the map takes: coordinates or a position. */
static ferry_vec3 place_of(const fy_vertex_texture *texture, const fy_uv_pose *pose, const ferry_scene *scene,
                           const ferry_draw *draw, uint32_t vertex) {
    if (texture->map.kind == FY_UV_POSITION)
        return fy_uv_position(pose, texture->map.follows, scene, draw, vertex);
    const ferry_vec2 *set = scene->meshes.data[draw->mesh].uvs[texture->map.set % FERRY_UV_SETS];
    return set ? (ferry_vec3){set[vertex].x, set[vertex].y, 0} : (ferry_vec3){0, 0, 0};
}

static void look_up(const fy_vertex_texture *texture, ferry_vec3 at, uint8_t rgba[4]) {
    double out[3];
    bool position = texture->map.kind == FY_UV_POSITION;
    for (int i = 0; i < 3; i++) {
        const double *row = texture->map.m[i];
        out[i] =
            row[0] * (double)at.x + row[1] * (double)at.y + (position ? row[2] * (double)at.z : 0) + row[3];
    }
    double divisor = position && fabs(out[2]) > 1e-9 ? out[2] : 1;
    int64_t st[2];
    for (int i = 0; i < 2; i++) {
        double repeats = out[i] / divisor;
        uint32_t size = i ? texture->image->height : texture->image->width;
        if (!(fabs(repeats) < FAR_OFF)) repeats = 0;
        st[i] = (int64_t)floor(repeats * size * ONE_TEXEL);
    }
    fy_gx_sample(texture->texture, texture->image, st[0], st[1], 0, rgba);
}

void fy_vertex_texture_look_up(const fy_vertex_texture *texture, const fy_uv_pose *pose,
                               const ferry_scene *scene, const ferry_draw *draw, uint32_t vertex,
                               uint8_t rgba[4]) {
    look_up(texture, place_of(texture, pose, scene, draw, vertex), rgba);
}

/* ---------------------------------------------------------------------------------------- measuring */

static double area_of(const fy_vertex_draws *draws, const ferry_draw *draw, const uint32_t corners[3]) {
    ferry_vec3 at[3];
    for (int k = 0; k < 3; k++) at[k] = fy_uv_position(draws->pose, false, draws->scene, draw, corners[k]);
    ferry_vec3 cross = fy_vec3_cross(fy_vec3_sub(at[1], at[0]), fy_vec3_sub(at[2], at[0]));
    return (double)fy_vec3_length(cross) / 2;
}

/* Mean of the components, of 255. */
static double off_in(const fy_vertex_texture *texture, const ferry_vec3 places[3]) {
    static const float shares[4][3] = {
        {1 / 3.F, 1 / 3.F, 1 / 3.F}, {.5F, .5F, 0}, {0, .5F, .5F}, {.5F, 0, .5F}};
    uint8_t corners[3][4];
    double sum = 0;
    for (int i = 0; i < 3; i++) look_up(texture, places[i], corners[i]);
    for (int p = 0; p < 4; p++) {
        ferry_vec3 at = {0, 0, 0};
        double between[4] = {0, 0, 0, 0};
        uint8_t shown[4];
        for (int i = 0; i < 3; i++) {
            at = fy_vec3_add(at, fy_vec3_scale(places[i], shares[p][i]));
            for (int k = 0; k < 4; k++) between[k] += (double)shares[p][i] * corners[i][k];
        }
        look_up(texture, at, shown);
        for (int k = 0; k < 4; k++) sum += fabs(between[k] - shown[k]);
    }
    return sum / 16;
}

/* Sums over a draw: the area of its triangles, and how far off they are, times that. */
static void measure(const fy_vertex_texture *texture, const fy_vertex_draws *draws, const ferry_draw *draw,
                    double *all, double *off) {
    const ferry_mesh *mesh = &draws->scene->meshes.data[draw->mesh];
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corners = mesh->triangles + 3 * (size_t)t;
        ferry_vec3 places[3];
        double area = area_of(draws, draw, corners);
        for (int k = 0; k < 3; k++)
            places[k] = place_of(texture, draws->pose, draws->scene, draw, corners[k]);
        *all += area;
        *off += area * off_in(texture, places);
    }
}

double fy_vertex_texture_error(const fy_vertex_draws *draws, const ferry_gx_material *gx, unsigned stage) {
    const ferry_gx_stage *of = &gx->stages[stage];
    const ferry_scene *scene = draws->scene;
    fy_vertex_texture texture;
    double area = 0, off = 0;
    bool shifted = gx->indirect_enabled && of->indirect.matrix;
    if (shifted || !fy_vertex_texture_open(scene, gx, of->map, of->texgen, &texture)) return -1;
    for (uint32_t i = 0; i < draws->count; i++)
        measure(&texture, draws, &scene->draws.data[draws->list[i]], &area, &off);
    return area > 0 ? off / area : -1;
}

uint8_t fy_vertex_texture_slots(const fy_vertex_draws *draws, const ferry_gx_material *gx) {
    unsigned smooth = 0, rough = 0;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        uint8_t slot = gx->stages[i].map;
        if (slot >= FERRY_GX_MAX_MAPS || gx->textures[slot] == FERRY_NONE) continue;
        double off = fy_vertex_texture_error(draws, gx, i);
        *(off >= 0 && off < SMOOTH ? &smooth : &rough) |= 1U << slot;
    }
    unsigned all = smooth | rough;
    bool several = all & (all - 1);
    return several ? (uint8_t)(smooth & ~rough) : 0;
}

/* ----------------------------------------------------------------------------------------- formulas */

static uint16_t at_vertices(void *user, fy_tev *tev, uint16_t at) {
    const fy_reference *reference = user;
    fy_tev_node leaf = tev->nodes[at];
    if (leaf.op != FY_TEV_TEX || leaf.baked || leaf.indirect || leaf.map >= FERRY_GX_MAX_MAPS ||
        (leaf.source != FY_TEV_UV && leaf.source != FY_TEV_PROJ) ||
        !(reference->mode.at_vertices >> leaf.map & 1))
        return at;
    leaf.op = FY_TEV_RAS;
    leaf.looked_up = leaf.vertex = true;
    leaf.k[0] = leaf.k[1] = leaf.k[2] = 1;
    return fy_tev_leaf(tev, &leaf);
}

void fy_vertex_texture_substitute(fy_reference *reference) {
    fy_tev *tev = &reference->tev;
    if (!reference->mode.at_vertices) return;
    tev->color = fy_tev_replace(tev, tev->color, at_vertices, reference);
    if (tev->alpha != FY_TEV_NONE) tev->alpha = fy_tev_replace(tev, tev->alpha, at_vertices, reference);
}
