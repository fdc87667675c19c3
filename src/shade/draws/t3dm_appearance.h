/* t3dm_appearance.h: what a material looks like on all samples, and how alike two looks are. */
#ifndef FERRY_SHADE_DRAWS_T3DM_APPEARANCE_H
#define FERRY_SHADE_DRAWS_T3DM_APPEARANCE_H

#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

typedef struct fy_appearance {
    uint8_t rgb[FY_SAMPLES][3];
} fy_appearance;

/* What the source draws; what a combiner makes of it. */
void fy_appearance_source(const fy_reference *reference, fy_appearance *look);
void fy_appearance_draw(const fy_reference *reference, const fy_fit *fit, uint64_t word, fy_appearance *look);

/* `look`, which is the first draw's, with a second draw over it, as the console blends it. Reference and fit
 * are those of the second draw. */
void fy_appearance_draw_over(const fy_reference *reference, const fy_fit *fit, uint64_t word,
                             fy_appearance *look);

/* How alike two looks are, by the formula of SSIM over brightness with all samples as one window. -1..1.
 * `picture` is what both have in common, such as the look in full light where light alone is asked about:
 * windows are small beside a texture's parts, so it counts as one colour. NULL: nothing. */
double fy_appearance_similarity(const fy_appearance *a, const fy_appearance *b, const fy_appearance *picture);

/* Mean difference of a component, of 255. */
double fy_appearance_difference(const fy_appearance *a, const fy_appearance *b);

#endif
