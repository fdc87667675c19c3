/* t3dm_shading.h: the combiner found for a material, and its difference from the source. */
#ifndef FERRY_SHADE_T3DM_SHADING_H
#define FERRY_SHADE_T3DM_SHADING_H

#include "shade/t3dm_combiner.h"
#include "shade/t3dm_measure.h"

typedef struct fy_shading {
    fy_fit fit;
    uint64_t word;
    bool fitted;                     /* the very formula; else `changes` tells what became of it */
    double color_error, alpha_error; /* mean, in 255ths */
    fy_seen_difference seen;         /* of the pictures */
    char changes[192];
} fy_shading;

#endif
