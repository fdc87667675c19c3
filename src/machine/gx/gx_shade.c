/*
 * gx_shade.c: the pixel half of a GX material: look-ups, indirect shifts, TEV, alpha compare, fog, blending
 * (docs/rendering.md, "GameCube").
 */
#include "machine/gx/gx_shade.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shade_ramp.h"
#include "machine/gx/gx_shade_texel.h"
#include "machine/gx/gx_shade_vertex.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/raster_fill.h"
#include "machine/raster_material.h"

/* Texture coordinates in 1/128 texel stay below this; what a file asks for beyond it repeats or clamps all
 * the same. */
#define MAX_COORDINATE 1e12

/* --------------------------------------------------------------------------------------- making one */

static bool find_map(ferry_job *job, const ferry_scene *scene, uint32_t texture, shade_map *map) {
    if (texture == FERRY_NONE || texture >= scene->textures.count) return true;
    uint32_t image = scene->textures.data[texture].image;
    if (image == FERRY_NONE || !scene->images.data[image].level_count) return true;
    map->texture = &scene->textures.data[texture];
    map->image = &scene->images.data[image];
    return fy_gx_stand_in(job, map->texture, map->image, map);
}

/* A texgen counts in texels of the texture that is set last for it: those of indirect stages first, then
 * stage by stage. */
static void size_texgen(fy_gx_shader *shader, uint8_t texgen, uint8_t map) {
    if (texgen >= shader->texgen_count || map >= FERRY_GX_MAX_MAPS || !shader->maps[map].image) return;
    shader->size[texgen][0] = shader->maps[map].image->width;
    shader->size[texgen][1] = shader->maps[map].image->height;
}

static bool is_indirect(const fy_gx_shader *shader, const ferry_gx_stage *stage) {
    return stage->indirect.matrix != 0 && stage->indirect.stage < shader->indirect_count;
}

static void prepare_reads(fy_gx_shader *shader) {
    const ferry_gx_material *gx = shader->gx;
    for (uint32_t i = 0; i < shader->stage_count; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        shade_read *read = &shader->reads[i];
        read->used = stage->map < FERRY_GX_MAX_MAPS && shader->maps[stage->map].image != NULL;
        read->indirect = is_indirect(shader, stage);
        read->same = (uint8_t)i;
        for (uint32_t k = 0; k < i && !read->indirect; k++)
            if (!shader->reads[k].indirect && gx->stages[k].map == stage->map &&
                gx->stages[k].texgen == stage->texgen) {
                read->same = (uint8_t)k;
                break;
            }
        if (read->used) size_texgen(shader, stage->texgen, stage->map);
    }
}

static void prepare_indirect(fy_gx_shader *shader) {
    const ferry_gx_material *gx = shader->gx;
    shader->indirect_count = gx->indirect_enabled ? gx->indirect_stage_count : 0;
    if (shader->indirect_count > 4) shader->indirect_count = 4;
    for (uint32_t i = 0; i < shader->indirect_count; i++)
        size_texgen(shader, gx->indirect_orders[i].texgen, gx->indirect_orders[i].map);
    for (int i = 0; i < 3; i++)
        for (int row = 0; row < 2; row++)
            for (int k = 0; k < 3; k++) {
                double value = (double)gx->indirect_matrices[i].m[row][k] * 1024;
                shader->indirect[i][row][k] = (int32_t)(value < -1024 ? -1024 : value > 1023 ? 1023 : value);
            }
}

fy_gx_shader *fy_gx_shader_open(ferry_job *job, const ferry_scene *scene, const ferry_gx_material *gx,
                                ferry_cull cull, const fy_gx_view *view) {
    fy_gx_shader *shader = ferry_new(job, fy_gx_shader, 1);
    if (!shader) return NULL;
    shader->gx = gx;
    shader->view = *view;
    shader->cull = cull;
    shader->own_alpha = fy_gx_frame_alpha_of(scene, gx) == FY_GX_ALPHA_READ;
    shader->stage_count = gx->stage_count > FERRY_GX_MAX_STAGES ? FERRY_GX_MAX_STAGES : gx->stage_count;
    shader->texgen_count = gx->texgen_count > FERRY_GX_MAX_TEXGENS ? FERRY_GX_MAX_TEXGENS : gx->texgen_count;
    for (uint32_t i = 0; i < FERRY_GX_MAX_MAPS; i++) {
        if (!find_map(job, scene, gx->textures[i], &shader->maps[i])) return NULL;
        shader->detail |= shader->maps[i].image && shader->maps[i].image->level_count > 1;
    }
    for (uint32_t i = 0; i < FERRY_GX_MAX_TEXGENS; i++) shader->size[i][0] = shader->size[i][1] = 1;
    prepare_indirect(shader);
    prepare_reads(shader);
    fy_gx_prepare_texgens(shader);
    fy_tev_prepare(gx, &shader->program);
    return shader;
}

/* ----------------------------------------------------------------------------------------- look-ups */

/* Where all texgens point at a pixel: 1/128 texel, and how many texels a pixel spans. */
typedef struct coordinates {
    int64_t s[FERRY_GX_MAX_TEXGENS], t[FERRY_GX_MAX_TEXGENS];
    double rho[FERRY_GX_MAX_TEXGENS];
    const uint8_t *behind; /* what the frame buffer holds, r g b; NULL: white */
} coordinates;

static int64_t to_fixed(double x) {
    x = floor(x * 128);
    return x > -MAX_COORDINATE && x < MAX_COORDINATE ? (int64_t)x : 0;
}

static void divided(const fy_gx_shader *shader, uint32_t number, double s, double t, double q,
                    double out[2]) {
    if (shader->projected[number]) {
        double inverse = q != 0 ? 1 / q : 0;
        s *= inverse;
        t *= inverse;
    }
    out[0] = s * shader->size[number][0];
    out[1] = t * shader->size[number][1];
}

static void coordinates_at(const fy_gx_shader *shader, const fy_pixel *pixel, uint32_t number, double x,
                           double y, double out[2]) {
    uint32_t first = shader->first[number];
    double s = fy_slopes_at(pixel->slopes, first, x, y), t = fy_slopes_at(pixel->slopes, first + 1, x, y);
    double q = shader->projected[number] ? fy_slopes_at(pixel->slopes, first + 2, x, y) : 1;
    divided(shader, number, s, t, q, out);
}

/* The larger of the steps to the next pixel right and below. */
static double span_of(const fy_gx_shader *shader, const fy_pixel *pixel, uint32_t number,
                      const double at[2]) {
    double right[2], below[2], x = pixel->x + 0.5, y = pixel->y + 0.5;
    coordinates_at(shader, pixel, number, x + 1, y, right);
    coordinates_at(shader, pixel, number, x, y + 1, below);
    double a = (right[0] - at[0]) * (right[0] - at[0]) + (right[1] - at[1]) * (right[1] - at[1]);
    double b = (below[0] - at[0]) * (below[0] - at[0]) + (below[1] - at[1]) * (below[1] - at[1]);
    return sqrt(a > b ? a : b);
}

/* A pixel without slopes has no neighbours: it reads the largest levels. */
static void find_coordinates(const fy_gx_shader *shader, const fy_pixel *pixel, coordinates *found) {
    found->behind = NULL;
    for (uint32_t i = 0; i < shader->texgen_count; i++) {
        const float *from = &pixel->perspective[shader->first[i]];
        double at[2];
        divided(shader, i, (double)from[0], (double)from[1], shader->projected[i] ? (double)from[2] : 1, at);
        found->s[i] = to_fixed(at[0]);
        found->t[i] = to_fixed(at[1]);
        found->rho[i] = shader->detail && pixel->slopes ? span_of(shader, pixel, i, at) : 0;
    }
}

/* What an indirect stage reads: alpha, blue, green are its S, T, U. */
static void indirect_texel(const fy_gx_shader *shader, const coordinates *found, uint32_t number,
                           int out[3]) {
    const ferry_gx_indirect_order *order = &shader->gx->indirect_orders[number];
    uint8_t texel[4] = {255, 255, 255, 255};
    if (order->map < FERRY_GX_MAX_MAPS && shader->maps[order->map].image) {
        const shade_map *map = &shader->maps[order->map];
        uint8_t texgen = order->texgen < shader->texgen_count ? order->texgen : 0;
        int64_t s = found->s[texgen] >> (order->scale_s & 15), t = found->t[texgen] >> (order->scale_t & 15);
        fy_gx_sample(map->texture, map->image, s, t, 0, texel);
    }
    out[0] = texel[3];
    out[1] = texel[2];
    out[2] = texel[1];
}

static int64_t shifted(int64_t value, int exponent) {
    int by = exponent < -30 ? -30 : exponent > 30 ? 30 : exponent;
    return by < 0 ? value >> -by : value * ((int64_t)1 << by);
}

/* 1/128 texels that an indirect stage moves a look-up by. */
static void indirect_shift(const fy_gx_shader *shader, const ferry_gx_indirect_use *use, const int texel[3],
                           int64_t s, int64_t t, int64_t out[2]) {
    static const int cuts[4] = {0, 3, 4, 5};
    int bump[3], number = (use->matrix & 3) - 1;
    for (int k = 0; k < 3; k++) {
        int bias = use->bias >> k & 1 ? (use->format ? 1 : -128) : 0;
        bump[k] = (texel[k] >> cuts[use->format & 3]) + bias;
    }
    out[0] = out[1] = 0;
    if (number < 0) return;
    int exponent = shader->gx->indirect_matrices[number].exponent;
    int64_t by[2];
    switch (use->matrix >> 2) {
    case 0:
        for (int row = 0; row < 2; row++) {
            const int32_t *m = shader->indirect[number][row];
            by[row] = ((int64_t)m[0] * bump[0] + (int64_t)m[1] * bump[1] + (int64_t)m[2] * bump[2]) >> 3;
        }
        break;
    case 1:
        by[0] = s * bump[0] / 256, by[1] = t * bump[0] / 256;
        break;
    default:
        by[0] = s * bump[1] / 256, by[1] = t * bump[1] / 256;
        break;
    }
    out[0] = shifted(by[0], exponent);
    out[1] = shifted(by[1], exponent);
}

/* Codes of an indirect stage's wrap: off, 256, 128, 64, 32, 16 texels, zero. */
static int64_t indirect_wrapped(int64_t at, uint8_t code) {
    if (code == 0) return at;
    return code > 5 ? 0 : at & (((int64_t)256 * 128 >> (code - 1)) - 1);
}

/* A copy of the frame buffer, read where the pixel itself is: the shift of the look-up is left out. */
static void read_frame_buffer(const coordinates *found, uint8_t texel[4]) {
    memset(texel, 255, 4);
    if (found->behind) memcpy(texel, found->behind, 3);
}

static void read_texels(const fy_gx_shader *shader, const coordinates *found, fy_tev_inputs *inputs) {
    int bumps[4][3];
    int64_t moved[2] = {0, 0}; /* what the stage before read at */
    for (uint32_t i = 0; i < shader->indirect_count; i++) indirect_texel(shader, found, i, bumps[i]);
    for (uint32_t i = 0; i < shader->stage_count; i++) {
        const ferry_gx_stage *stage = &shader->gx->stages[i];
        const shade_read *read = &shader->reads[i];
        if (!read->used && !read->indirect) {
            memset(inputs->texels[i], 255, 4);
            continue;
        }
        if (read->same < i) {
            memcpy(inputs->texels[i], inputs->texels[read->same], 4);
            continue;
        }
        if (read->used && fy_gx_reads_frame_buffer(shader->gx, i)) {
            read_frame_buffer(found, inputs->texels[i]);
            continue;
        }
        bool has = stage->texgen < shader->texgen_count;
        uint8_t texgen = has ? stage->texgen : 0;
        bool any = has || shader->texgen_count; /* a number beyond the count reads the first */
        int64_t s = any ? found->s[texgen] : 0, t = any ? found->t[texgen] : 0;
        if (read->indirect) {
            int64_t by[2];
            indirect_shift(shader, &stage->indirect, bumps[stage->indirect.stage], s, t, by);
            s = indirect_wrapped(s, stage->indirect.wrap_s) + by[0] +
                (stage->indirect.add_previous ? moved[0] : 0);
            t = indirect_wrapped(t, stage->indirect.wrap_t) + by[1] +
                (stage->indirect.add_previous ? moved[1] : 0);
        }
        moved[0] = s, moved[1] = t;
        if (read->used) {
            const shade_map *map = &shader->maps[stage->map];
            fy_gx_sample(map->texture, map->image, s, t, any ? found->rho[texgen] : 0, inputs->texels[i]);
        } else {
            memset(inputs->texels[i], 255, 4);
        }
    }
}

static void vertex_coordinates(const fy_gx_shader *shader, const fy_gx_vertex *vertex, coordinates *found) {
    fy_pixel pixel = {.slopes = NULL};
    fy_gx_shader_coordinates(shader, vertex, pixel.perspective);
    find_coordinates(shader, &pixel, found);
}

void fy_gx_texels(const fy_gx_shader *shader, const fy_gx_vertex *vertex, fy_tev_inputs *inputs) {
    coordinates found;
    vertex_coordinates(shader, vertex, &found);
    read_texels(shader, &found, inputs);
}

static double texels_between(const coordinates *a, const coordinates *b, uint32_t number) {
    double s = (double)(a->s[number] - b->s[number]) / 128, t = (double)(a->t[number] - b->t[number]) / 128;
    return sqrt(s * s + t * t);
}

void fy_gx_footprint_of(const fy_gx_shader *shader, const fy_gx_vertex *vertex, const fy_gx_vertex *right,
                        const fy_gx_vertex *below, fy_gx_footprint *footprint) {
    coordinates found, next[2];
    *footprint = (fy_gx_footprint){{0}};
    if (!shader->detail) return;
    vertex_coordinates(shader, vertex, &found);
    vertex_coordinates(shader, right, &next[0]);
    vertex_coordinates(shader, below, &next[1]);
    for (uint32_t i = 0; i < shader->texgen_count; i++)
        footprint->rho[i] = fmax(texels_between(&next[0], &found, i), texels_between(&next[1], &found, i));
}

static void spread_light(const fy_gx_shader *shader, const fy_gx_vertex corners[3], const double shares[3],
                         float *perspective) {
    for (uint32_t i = 0; i < shader->texgen_count; i++) {
        if (shader->gx->texgens[i].type != FERRY_GX_TEXGEN_COLOR) continue;
        double sums[2] = {0, 0};
        for (int c = 0; c < 3; c++) {
            double at[3];
            fy_gx_texgen(shader, &corners[c], i, at);
            for (int k = 0; k < 2; k++) sums[k] += shares[c] * at[k];
        }
        for (int k = 0; k < 2; k++) perspective[shader->first[i] + (uint32_t)k] = (float)sums[k];
    }
}

void fy_gx_texels_over(const fy_gx_shader *shader, const fy_gx_vertex *vertex, const fy_gx_vertex corners[3],
                       const double shares[3], const fy_gx_footprint *footprint, fy_tev_inputs *inputs) {
    coordinates found;
    fy_pixel pixel = {.slopes = NULL};
    fy_gx_shader_coordinates(shader, vertex, pixel.perspective);
    spread_light(shader, corners, shares, pixel.perspective);
    find_coordinates(shader, &pixel, &found);
    memcpy(found.rho, footprint->rho, sizeof found.rho);
    read_texels(shader, &found, inputs);
}

/* ------------------------------------------------------------------------------------------- pixels */

/* How much of the fog's colour, 0..256. Types 2 linear, 4 and 5 exponential, 6 and 7 the same from behind. */
static int fog_part(const ferry_gx_fog *fog, double distance) {
    double range = (double)fog->end - (double)fog->start;
    double part = range != 0 ? (distance - (double)fog->start) / range : distance >= (double)fog->start;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    switch (fog->type & 7) {
    case 2:
        break;
    case 4:
        part = 1 - fy_pow(2, -8 * part);
        break;
    case 5:
        part = 1 - fy_pow(2, -8 * part * part);
        break;
    case 6:
        part = fy_pow(2, -8 * (1 - part));
        break;
    case 7:
        part = fy_pow(2, -8 * (1 - part) * (1 - part));
        break;
    default:
        return 0;
    }
    return (int)(part * 256);
}

static void add_fog(const ferry_gx_fog *fog, double distance, uint8_t color[4]) {
    int part = fog_part(fog, distance);
    color[0] = (uint8_t)((color[0] * (256 - part) + fog->color.r * part) >> 8);
    color[1] = (uint8_t)((color[1] * (256 - part) + fog->color.g * part) >> 8);
    color[2] = (uint8_t)((color[2] * (256 - part) + fog->color.b * part) >> 8);
}

static bool shade_pixel(void *user, const fy_pixel *pixel) {
    const fy_gx_shader *shader = user;
    fy_tev_inputs inputs;
    uint8_t color[4];
    uint8_t *there = &pixel->target->color[pixel->index * 4];
    coordinates found;
    find_coordinates(shader, pixel, &found);
    found.behind = pixel->target->copied ? pixel->target->copy + pixel->index * 4 : there;
    read_texels(shader, &found, &inputs);
    for (uint32_t i = 0; i < 4 * shader->program.channels; i++) {
        float value = pixel->affine[i];
        inputs.raster[i >> 2][i & 3] = (uint8_t)(value <= 0 ? 0 : value >= 255 ? 255 : (int)value);
    }
    fy_tev_run_program(&shader->program, &inputs, color);
    if (!fy_gx_alpha_passes(shader->gx, color[3])) return false;
    if (shader->view.fog && shader->gx->fog.present) add_fog(&shader->gx->fog, pixel->w, color);
    if (shader->own_alpha) there[3] = color[3];
    fy_gx_blend(shader->gx, color, there);
    return true;
}

fy_raster_material fy_gx_shader_material(fy_gx_shader *shader) {
    const ferry_gx_material *gx = shader->gx;
    return (fy_raster_material){
        .perspective = shader->attributes,
        .affine = 4 * shader->program.channels,
        .cull = shader->cull,
        .sampling = FY_SAMPLE_CENTER,
        .z_compare = shader->own_alpha ? FY_LEQUAL
                     : gx->z_test      ? (fy_compare)(gx->z_compare & 7)
                                       : FY_ALWAYS,
        .z_write = gx->z_test && gx->z_write, /* the hardware writes no depth without the test */
        .z_late = !gx->z_location,
        .pixel = shade_pixel,
        .user = shader,
    };
}
