/*
 * t3dm_shown_levels.c: which mip levels stand for a picture on a console that has the largest one alone
 * (docs/what-is-lost.md, "Textures").
 *
 * Smaller levels may be thicker, thinner or paler than the largest, and fine patterns are only noise without
 * them. Each choice is laid on the pixels of the survey and compared with what the source reads there, once
 * from afar and once from nearby.
 */
#include "shade/t3dm_shown_levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/image/image.h"
#include "core/image/texels.h"
#include "core/image/texels_resize.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_blend.h"

/* Pixels of a material that are looked at, at most. */
enum { MOST_PIXELS = 96 };

/* From nearby a figure is seen from an eighth of the distance, in pictures of a third of the size. */
static const double closer[] = {1, 4};

/* What the best choice is to gain: a share of the error, and 255ths. */
#define WORTH_SHARE .2
#define WORTH_ERROR .5

static const ferry_image *image_of(const ferry_scene *scene, const ferry_gx_material *gx, int map) {
    uint32_t texture = gx->textures[map];
    if (texture == FERRY_NONE || scene->textures.data[texture].image == FERRY_NONE) return NULL;
    const ferry_image *image = &scene->images.data[scene->textures.data[texture].image];
    return image->level_count > 1 ? image : NULL;
}

bool fy_reads_levels(const ferry_scene *scene, const ferry_gx_material *gx) {
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++)
        if (image_of(scene, gx, i)) return true;
    return false;
}

/* ------------------------------------------------------------------------------------------- one pixel */

/* Texels a pixel at which that level is read; 0 for the largest, whatever the bias. */
static double span_of(unsigned choice) {
    if (choice == 0) return 0;
    return fy_pow(2, (int)(choice / 2)) * (choice % 2 ? 1.5 : 1);
}

static void draw(const fy_gx_shader *shader, const fy_seen_pixel *pixel, const fy_gx_footprint *span,
                 uint8_t channels[2][4], uint8_t there[4]) {
    fy_tev_inputs inputs;
    uint8_t color[4];
    memcpy(inputs.raster, channels, sizeof inputs.raster);
    fy_gx_texels_over(shader, &pixel->at, pixel->corners, pixel->shares, span, &inputs);
    fy_tev_run_program(&shader->program, &inputs, color);
    memcpy(there, pixel->ground, 3);
    there[3] = 255;
    if (fy_gx_alpha_passes(shader->gx, color[3])) fy_gx_blend(shader->gx, color, there);
}

/* What a choice differs by: pixel by pixel, and on the whole, from afar and from nearby. */
typedef struct level_sums {
    double pixels, whole[2][3];
} level_sums;

static void add_pixel(const fy_gx_shader *shader, const fy_seen_pixel *pixel,
                      level_sums sums[FY_LEVEL_CHOICES]) {
    fy_gx_footprint seen, span;
    uint8_t channels[2][4], wanted[2][4], shown[4];
    fy_survey_channels(shader, pixel, channels);
    fy_gx_footprint_of(shader, &pixel->at, &pixel->right, &pixel->below, &seen);
    for (int i = 0; i < 2; i++) {
        for (unsigned k = 0; k < FERRY_GX_MAX_TEXGENS; k++) span.rho[k] = seen.rho[k] / closer[i];
        draw(shader, pixel, &span, channels, wanted[i]);
    }
    for (unsigned choice = 0; choice < FY_LEVEL_CHOICES; choice++) {
        for (unsigned k = 0; k < FERRY_GX_MAX_TEXGENS; k++) span.rho[k] = span_of(choice);
        draw(shader, pixel, &span, channels, shown);
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 3; k++) {
                int difference = wanted[i][k] - shown[k];
                sums[choice].pixels += abs(difference) / 6.0;
                sums[choice].whole[i][k] += difference;
            }
        }
    }
}

/* Grain that lies elsewhere differs by as much as none at all, pixel by pixel: so the whole counts, too. */
static double error_of(const level_sums *sums) {
    double whole = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) whole += fabs(sums->whole[i][k]) / 6;
    return sums->pixels + whole;
}

/* --------------------------------------------------------------------------------------- a whole model */

bool fy_level_errors_add(ferry_job *job, const fy_survey *survey, const ferry_gx_material *gx,
                         const fy_seen_pixel *pixels, uint32_t count, fy_level_errors *errors) {
    const fy_gx_shader *shaders[FY_SURVEY_VIEWS] = {NULL};
    const ferry_scene *scene = survey->scene;
    level_sums sums[FY_LEVEL_CHOICES] = {0};
    ferry_mark mark = ferry_job_mark(job);
    count = fy_survey_far(pixels, count);
    uint32_t step = count > MOST_PIXELS ? count / MOST_PIXELS : 1, looked = 0;
    for (uint32_t i = 0; i < count; i += step, looked++) {
        uint8_t view = pixels[i].view;
        fy_gx_view from = fy_survey_view(survey, view);
        if (!shaders[view]) shaders[view] = fy_gx_shader_open(job, scene, gx, FERRY_CULL_NONE, &from);
        if (!shaders[view]) return false;
        add_pixel(shaders[view], &pixels[i], sums);
    }
    ferry_job_release(job, mark);
    for (int map = 0; map < FERRY_GX_MAX_MAPS; map++) {
        const ferry_image *image = image_of(scene, gx, map);
        if (!image || !looked) continue;
        fy_level_errors *to = &errors[image - scene->images.data];
        double weight = (double)count / looked;
        for (unsigned i = 0; i < FY_LEVEL_CHOICES; i++) to->error[i] += error_of(&sums[i]) * weight;
        to->pixels += count;
    }
    return true;
}

unsigned fy_level_choice(const fy_level_errors *errors) {
    unsigned best = 0;
    for (unsigned i = 1; i < FY_LEVEL_CHOICES; i++)
        if (errors->error[i] < errors->error[best]) best = i;
    double gain = errors->error[0] - errors->error[best];
    bool worth =
        !errors->fixed && gain > WORTH_SHARE * errors->error[0] && gain > WORTH_ERROR * errors->pixels;
    return worth ? best : 0;
}

/* ----------------------------------------------------------------------------------------- the picture */

/* Between two levels the source mixes in so many steps. */
enum { PARTS = 16 };

static bool level_texels(ferry_job *job, const ferry_image *image, const ferry_texture *texture,
                         uint32_t number, fy_texels *to) {
    const ferry_mip_level *level =
        &image->levels[number < image->level_count ? number : image->level_count - 1];
    fy_texels from = {level->width, level->height, (uint8_t *)(uintptr_t)level->rgba};
    return fy_texels_resize(job, &from, (fy_texel_wraps){texture->wrap_s, texture->wrap_t}, image->width,
                            image->height, to);
}

static double limited(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

double fy_level_shown(const ferry_image *image, const ferry_texture *texture, unsigned choice) {
    double last = image->level_count - 1.0, most = (double)texture->max_lod,
           high = most > 0 ? limited(most, 0, last) : last, low = limited((double)texture->min_lod, 0, high);
    double level = limited(choice / 2.0 + (double)texture->lod_bias, low, high);
    bool between = texture->min_filter == FERRY_FILTER_NEAREST_MIP_LINEAR ||
                   texture->min_filter == FERRY_FILTER_LINEAR_MIP_LINEAR;
    return between ? level : floor(level + .5);
}

bool fy_level_picture(ferry_job *job, const ferry_image *image, const ferry_texture *texture, unsigned choice,
                      ferry_image *to) {
    fy_texels larger, smaller;
    size_t count = (size_t)image->width * image->height * 4;
    uint8_t *rgba = ferry_new(job, uint8_t, count);
    ferry_mip_level *levels = ferry_new(job, ferry_mip_level, image->level_count);
    if (!rgba || !levels) return false;
    ferry_mark mark = ferry_job_mark(job);
    double shown = fy_level_shown(image, texture, choice);
    uint32_t level = (uint32_t)shown;
    int part = (int)((shown - level) * PARTS);
    if (!level_texels(job, image, texture, level, &larger) ||
        !level_texels(job, image, texture, level + 1, &smaller))
        return false;
    for (size_t i = 0; i < count; i++)
        rgba[i] = (uint8_t)((larger.rgba[i] * (PARTS - part) + smaller.rgba[i] * part + PARTS / 2) / PARTS);
    ferry_job_release(job, mark);
    memcpy(levels, image->levels, image->level_count * sizeof *levels);
    levels[0].rgba = rgba;
    *to = *image;
    to->levels = levels;
    to->alpha = fy_alpha_class(rgba, count / 4);
    return true;
}
