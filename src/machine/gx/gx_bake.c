/* gx_bake.c: see the header. */
#include "machine/gx/gx_bake.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_frame_buffer.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_ramp.h"
#include "machine/gx/gx_shade_vertex.h"
#include "machine/gx/gx_tev.h"

typedef struct baker {
    ferry_job *job;
    const ferry_scene *scene;
    const ferry_gx_material *gx;
    const fy_gx_shader *shader;
    const ferry_baking *to;
    uint32_t uv;
    fy_tev_inputs inputs;
} baker;

/* The picture of a stage; NULL: it has none. */
static const ferry_image *image_of(const fy_gx_shader *shader, const ferry_gx_stage *stage) {
    const ferry_image *image = stage->map < FERRY_GX_MAX_MAPS && shader->maps[stage->map].texture
                                   ? shader->maps[stage->map].image
                                   : NULL;
    return image && image->level_count && image->levels[0].rgba ? image : NULL;
}

/* Whether a stage lays its picture on by these texture coordinates. */
static bool lies_on(const fy_gx_shader *shader, const ferry_gx_stage *stage, uint32_t uv) {
    return image_of(shader, stage) && stage->texgen < shader->texgen_count &&
           fy_tev_texgen_source(shader->gx, stage->texgen) == FY_TEV_UV &&
           shader->gx->texgens[stage->texgen].source == FERRY_GX_TG_TEX0 + uv;
}

static uint32_t largest_texture(const fy_gx_shader *shader, uint32_t uv) {
    size_t most = 0;
    uint32_t best = FERRY_NONE;
    for (uint32_t i = 0; i < shader->stage_count; i++) {
        const ferry_gx_stage *stage = &shader->gx->stages[i];
        if (!lies_on(shader, stage, uv)) continue;
        const ferry_mip_level *level = &image_of(shader, stage)->levels[0];
        size_t size = (size_t)level->width * level->height;
        if (size > most) most = size, best = shader->gx->textures[stage->map];
    }
    return best;
}

/* ------------------------------------------------------------------------------------------- texels */

static uint32_t wrapped(int64_t at, uint32_t size, ferry_wrap wrap) {
    int64_t n = size, turn = at % (2 * n);
    if (wrap == FERRY_WRAP_CLAMP) return (uint32_t)(at < 0 ? 0 : at >= n ? n - 1 : at);
    if (turn < 0) turn += 2 * n;
    if (wrap == FERRY_WRAP_MIRROR) return (uint32_t)(turn < n ? turn : 2 * n - 1 - turn);
    return (uint32_t)(turn % n);
}

/* The mean of texels from a place on, colours weighed by their alpha; of many, of some that lie evenly. */
static void average(const shade_map *map, const int64_t from[2], const uint32_t counts[2], uint8_t out[4]) {
    enum { MOST = 16 };
    const ferry_mip_level *level = &map->image->levels[0];
    uint64_t sums[4] = {0, 0, 0, 0}, all = 0;
    uint32_t right = (counts[0] + MOST - 1) / MOST, down = (counts[1] + MOST - 1) / MOST;
    for (uint32_t y = down / 2; y < counts[1]; y += down)
        for (uint32_t x = right / 2; x < counts[0]; x += right, all++) {
            uint32_t row = wrapped(from[1] + y, level->height, map->texture->wrap_t),
                     column = wrapped(from[0] + x, level->width, map->texture->wrap_s);
            const uint8_t *texel = level->rgba + 4 * ((size_t)row * level->width + column);
            for (int k = 0; k < 3; k++) sums[k] += texel[k] * (texel[3] + 1u);
            sums[3] += texel[3];
        }
    for (int k = 0; k < 3; k++) out[k] = (uint8_t)(sums[k] / (sums[3] + all));
    out[3] = (uint8_t)(sums[3] / all);
}

static const double FARTHEST = 1 << 20; /* texture coordinates beyond say nothing */

static void read_at(const baker *b, const ferry_gx_stage *stage, const fy_gx_vertex *vertex, uint8_t out[4]) {
    const shade_map *map = &b->shader->maps[stage->map];
    const ferry_mip_level *level = &map->image->levels[0];
    uint32_t sizes[2] = {level->width, level->height}, wanted[2] = {b->to->width, b->to->height}, counts[2];
    double at[3];
    int64_t from[2];
    fy_gx_texgen(b->shader, vertex, stage->texgen, at);
    for (int k = 0; k < 2; k++) {
        double place = fabs(at[k]) < FARTHEST ? at[k] * sizes[k] : 0;
        counts[k] = sizes[k] > wanted[k] ? sizes[k] / wanted[k] : 1;
        from[k] = (int64_t)floor(place - (counts[k] - 1) / 2.);
    }
    average(map, from, counts, out);
}

/* What does not follow the coordinates, or light. */
static void read_means(baker *b) {
    memset(&b->inputs, 255, sizeof b->inputs);
    for (uint32_t i = 0; i < b->shader->stage_count; i++) {
        const ferry_gx_stage *stage = &b->gx->stages[i];
        const ferry_image *image = image_of(b->shader, stage);
        if (!image || lies_on(b->shader, stage, b->uv)) continue;
        average(&b->shader->maps[stage->map], (int64_t[]){0, 0},
                (uint32_t[]){image->levels[0].width, image->levels[0].height}, b->inputs.texels[i]);
    }
}

static bool read_row(const baker *b, uint32_t y, fy_tev_inputs *row) {
    for (uint32_t x = b->to->from[0]; x < b->to->to[0]; x++) {
        fy_gx_vertex vertex = {.eye_normal = {0, 0, 1}, .colors = {{1, 1, 1, 1}, {1, 1, 1, 1}}};
        vertex.uvs[b->uv] = (ferry_vec2){(float)((x + .5) / b->to->width), (float)((y + .5) / b->to->height)};
        row[x] = b->inputs;
        for (uint32_t i = 0; i < b->shader->stage_count; i++)
            if (lies_on(b->shader, &b->gx->stages[i], b->uv))
                read_at(b, &b->gx->stages[i], &vertex, row[x].texels[i]);
    }
    return ferry_tick(b->job);
}

/* -------------------------------------------------------------------------------------------- light */

/* A channel with specular attenuation only answers to light from near the mirror direction. */
static double answer(const ferry_gx_channel *control, double light) {
    if (control->lit && control->attenuation == FERRY_GX_ATTENUATION_SPECULAR)
        return light > .8 ? (light - .8) * 5 : 0;
    return light;
}

/* A vertex's colour counts as light. */
static void light_channels(const ferry_gx_material *gx, double light, fy_tev_inputs *inputs) {
    for (int c = 0; c < 2; c++) {
        const ferry_gx_color *reg = &gx->material_colors[c];
        const double registers[4] = {reg->r / 255., reg->g / 255., reg->b / 255., reg->a / 255.};
        for (int k = 0; k < 4; k++) {
            const ferry_gx_channel *control = &gx->channels[2 * c + (k == 3)];
            bool vertex = control->material_source == FERRY_GX_SOURCE_VERTEX;
            double own = vertex ? 1 : registers[k];
            bool follows = k < 3 ? control->lit || vertex : control->lit && control->light_mask & 1;
            if (k == 3) own *= fy_tev_dark_alpha(gx, c);
            inputs->raster[c][k] = fy_unit_byte(follows ? own * answer(control, light) : own);
        }
    }
}

static void run_row(const baker *b, uint32_t y, fy_tev_inputs *row) {
    uint32_t first = b->to->from[0], last = b->to->to[0];
    size_t layer = 4 * (size_t)b->to->width * b->to->height;
    uint8_t *to = b->to->rgba + 4 * ((size_t)y * b->to->width + first);
    fy_tev_inputs lit = b->inputs, before = b->inputs;
    for (uint32_t l = 0; l < b->to->lights; l++, before = lit, to += layer) {
        light_channels(b->gx, l / fmax(b->to->lights - 1., 1), &lit);
        if (l && memcmp(lit.raster, before.raster, sizeof lit.raster) == 0) {
            memcpy(to, to - layer, 4 * (size_t)(last - first));
            continue;
        }
        for (uint32_t x = first; x < last; x++) {
            memcpy(row[x].raster, lit.raster, sizeof lit.raster);
            fy_gx_ramp_texels(b->scene, b->gx, lit.raster[0][0] / 255., &row[x]);
            fy_gx_want(b->gx, &b->shader->program, &row[x], to + 4 * (size_t)(x - first));
        }
    }
}

static bool bake(baker *b) {
    fy_tev_inputs *row = ferry_new(b->job, fy_tev_inputs, (size_t)b->to->width + 1);
    if (!row) return false;
    read_means(b);
    for (uint32_t y = b->to->from[1]; y < b->to->to[1]; y++) {
        if (!read_row(b, y, row)) return false;
        run_row(b, y, row);
    }
    return true;
}

bool fy_gx_bake(ferry_job *job, const ferry_scene *scene, uint32_t material, ferry_baking *baking) {
    const ferry_material *of = &scene->materials.data[material];
    const fy_gx_view view = {.view = fy_matrix_identity()};
    baking->possible = of->gx && of->base_uv < FERRY_UV_SETS;
    if (!baking->possible) return true;
    ferry_mark mark = ferry_job_mark(job);
    const fy_gx_shader *shader = fy_gx_shader_open(job, scene, of->gx, of->cull, &view);
    baker b = {.job = job, .scene = scene, .gx = of->gx, .shader = shader, .to = baking, .uv = of->base_uv};
    if (!shader) return false;
    baking->texture = largest_texture(shader, of->base_uv);
    bool fine = !baking->rgba || bake(&b);
    ferry_job_release(job, mark);
    return fine;
}
