/*
 * t3dm_split.h: a formula divided between two draws of the same triangles: the second is drawn over the first
 * where a mask says so, or everywhere at a fixed opacity (docs/what-is-lost.md, "Second draws").
 */
#ifndef FERRY_SHADE_T3DM_SPLIT_H
#define FERRY_SHADE_T3DM_SPLIT_H

#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"

/* Masks of a formula that are looked at. */
enum { FY_SPLIT_MASKS = 8 };

/* Squares of differences to the usual colour, summed up over red, green and blue, from which a patch is seen,
 * and from which it is seen whole: three components that differ by 23 and by 42 of 255. */
#define FY_PATCH_FROM .025
#define FY_PATCH_WHOLE .08

typedef enum fy_split_part { FY_SPLIT_BASE, FY_SPLIT_OVER } fy_split_part;

/* Where the second draw is seen. */
typedef enum fy_split_by {
    FY_SPLIT_BY_MASK,  /* where a number of the formula is 1 */
    FY_SPLIT_BY_PATCH, /* where a picture has another colour than it has most often */
    FY_SPLIT_BY_SHARE, /* everywhere, mixed with the first draw */
} fy_split_by;

/* A picture of which a draw shows one colour, r g b a, 0..1. */
typedef struct fy_plain_picture {
    uint8_t map, texgen;
    double color[4];
} fy_plain_picture;

/* Such pictures of a draw, at most. */
enum { FY_SPLIT_PLAIN = 4 };

/* One draw of two. */
typedef struct fy_split {
    fy_split_part part;
    fy_split_by by;
    uint16_t mask;             /* not by share: node of the formula, as it is folded before composites */
    bool inverted;             /* by mask: the second draw shows where the mask is 0 */
    double share;              /* by share: how much of the second draw is seen, above 0, below 1 */
    double contrast;           /* by patch: how far its colours are from the usual one on average, 0..1 */
    const uint8_t (*below)[3]; /* of the second draw, by sample: what the first one leaves */
    /* not by mask, by part; of a patch, the first of the base has the colour that the patch differs from */
    fy_plain_picture plain[2][FY_SPLIT_PLAIN];
    unsigned plain_count[2];
} fy_split;

/* Nodes that may be the mask of a split, of a material that was started without one. Gives their number. */
unsigned fy_split_masks(const fy_reference *reference, uint16_t masks[FY_SPLIT_MASKS]);

/* How many textures the draw of a split by a mask would read that needs most. Those that the console reads at
 * another place than the source count three times: nothing is gained by what shows them. */
unsigned fy_split_textures(fy_reference *reference, const fy_split *split);

/* Puts the part's formulas in the place of the whole, before composites. */
void fy_split_substitute(fy_reference *reference);

/* What the samples want of the part; of the second draw: what makes the source's pixel of the first's. */
void fy_split_want(fy_reference *reference);

#endif
