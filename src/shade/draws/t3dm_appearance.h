/* t3dm_appearance.h: the look of a material on all samples, and the similarity of two looks. */
#ifndef FERRY_SHADE_DRAWS_T3DM_APPEARANCE_H
#define FERRY_SHADE_DRAWS_T3DM_APPEARANCE_H

#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

typedef struct fy_appearance {
    uint8_t rgb[FY_SAMPLES][3];
} fy_appearance;

/* The look of the source, and that of a combiner. */
void fy_appearance_source(const fy_reference *reference, fy_appearance *look);
void fy_appearance_draw(const fy_reference *reference, const fy_fit *fit, uint64_t word, fy_appearance *look);

/* Blends a second draw over `look`, the look of the first, as the console does. Reference and fit are those
 * of the second draw. */
void fy_appearance_draw_over(const fy_reference *reference, const fy_fit *fit, uint64_t word,
                             fy_appearance *look);

/* The SSIM of the brightness of two looks, with all samples as one window: -1..1. `picture`: what both have
 * in common and is subtracted first, such as the look in full light if only the light is compared (windows
 * are small compared with the parts of a texture); NULL: nothing. */
double fy_appearance_similarity(const fy_appearance *a, const fy_appearance *b, const fy_appearance *picture);

/* SSIM without its third term: how alike mean and contrast of all components are, regardless of position.
 * 0..1. */
double fy_appearance_tone_similarity(const fy_appearance *a, const fy_appearance *b);

/* Mean difference of a component, of 255. */
double fy_appearance_difference(const fy_appearance *a, const fy_appearance *b);

#endif
