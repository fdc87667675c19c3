/*
 * t3dm_texture_build.h: from a picture of the source and what a material reads of it to a picture of
 * the console (docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_BUILD_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_BUILD_H

#include "ferry64.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"

/* How a picture came to be what it is. */
typedef struct fy_built_texture {
    fy_sprite sprite;
    uint32_t from_width, from_height;
    fy_texture_window window; /* the part that is stored; size 0: the whole */
    bool mirrored[2];         /* half of it is stored, across or down: the tile has to mirror */
    double mirror_error;      /* fy_texels_difference() of both halves to their mean */
    bool legal;               /* its own size could be drawn, texture memory apart */
    bool magnified;           /* it is stored larger than it is */
    bool dithered;
} fy_built_texture;

/* The picture of a use as the console is to have it. `made` lies in the job's work memory. False at the
 * memory limit (reported). */
bool fy_texture_build(ferry_job *job, const ferry_image *image, const fy_texture_use *use, uint32_t budget,
                      bool pair, fy_built_texture *made);

/* All that a use reads of a picture, at its own size. `texels` lies in the job's work memory, or is the
 * image's. False at the memory limit (reported). */
bool fy_texture_read(ferry_job *job, const ferry_image *image, const fy_texture_use *use, fy_texels *texels);

/* Whether a picture that came out with an error may come out better where its coordinates follow: folded or
 * trimmed. If not, it may still come out otherwise, but not better. `use`: as if they did, `follows` apart.
 * False at the memory limit. */
bool fy_texture_gains_by_following(ferry_job *job, const ferry_image *image, const fy_texture_use *use,
                                   bool pair, double error, bool *may);

/* The longest side that a rule or `t3dm.max-texture` allows where no rule says the size itself; 0: any. */
uint32_t fy_texture_most(const ferry_job *job, const fy_texture_use *use);

/* Rows that every level of an export must have: the library's tile edges overflow below eight where a texture
 * is clamped across and repeats down, as environment maps that are laid on the other way round do. */
uint32_t fy_texture_least_rows(const fy_texture_use *use);

#endif
