/*
 * t3dm_shown_levels.h: which mip levels stand for a picture on a console that has the largest one alone
 * (docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_SHADE_T3DM_SHOWN_LEVELS_H
#define FERRY_SHADE_T3DM_SHOWN_LEVELS_H

#include "ferry64.h"
#include "view/survey.h"

/* Levels are told in halves: 3 is halfway between the second and the third largest. */
enum { FY_LEVEL_CHOICES = 11 };

/* What each choice costs a picture, over the pixels that show it. */
typedef struct fy_level_errors {
    double error[FY_LEVEL_CHOICES]; /* sums of 255ths */
    uint32_t pixels;
    bool fixed; /* it is to stay as it is */
} fy_level_errors;

/* Whether a material reads any picture with levels. */
bool fy_reads_levels(const ferry_scene *scene, const ferry_gx_material *gx);

/* Adds what is seen of a material, at its `count` pixels, to `errors`, by image. False at the limit. */
bool fy_level_errors_add(ferry_job *job, const fy_survey *survey, const ferry_gx_material *gx,
                         const fy_seen_pixel *pixels, uint32_t count, fy_level_errors *errors);

/* The choice that looks most like the source; 0: the largest level, where others gain little. */
unsigned fy_level_choice(const fy_level_errors *errors);

/* The level that the source shows where so many texels lie in a pixel: by the texture's bias and limits. */
double fy_level_shown(const ferry_image *image, const ferry_texture *texture, unsigned choice);

/* Makes `to` the image with such a picture as its largest level, of the size it had. False at the memory
 * limit. */
bool fy_level_picture(ferry_job *job, const ferry_image *image, const ferry_texture *texture, unsigned choice,
                      ferry_image *to);

#endif
