/*
 * t3dm_rewrites.h: what stands for parts of a TEV formula that the combiner cannot hold
 * (docs/what-is-lost.md, "Materials"). Most are maps for fy_tev_replace(): each is given a node and
 * returns that or another one.
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_REWRITES_H
#define FERRY_SHADE_SEARCH_T3DM_REWRITES_H

#include "machine/gx/gx_tev_formula.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/t3dm_reference_state.h"

/* A texture without the shift of its indirect stage. */
uint16_t fy_formula_without_indirect(void *user, fy_tev *tev, uint16_t at);

/* The branch of a comparison that a mid-grey pixel takes. */
uint16_t fy_formula_without_compare(void *user, fy_tev *tev, uint16_t at);

/* The formula without a toon highlight, or without a specular highlight. */
uint16_t fy_formula_without_ramp_highlight(void *user, fy_tev *tev, uint16_t at);
uint16_t fy_formula_without_light_highlight(void *user, fy_tev *tev, uint16_t at);

/* Plain light for toon ramps; light upon light is light once. */
uint16_t fy_formula_ramps_to_light(void *user, fy_tev *tev, uint16_t at);

/* lerp(dark, bright, light): nothing but light times bright is left of it. */
uint16_t fy_formula_without_dark_end(void *user, fy_tev *tev, uint16_t at);

/* Twice a product: into its rasterised colour, cut at white; else once. Negative constants vanish, large ones
 * become 1. */
uint16_t fy_formula_saturated(void *user, fy_tev *tev, uint16_t at);

/* A colour that clips add to something: it comes nearer to white by that much, so that the console's sum does
 * not wrap around. The same where one of both is black or white. */
uint16_t fy_formula_screened(void *user, fy_tev *tev, uint16_t at);

/* Where the console's sums wrap around is 1.5; colours are rounded, so they keep away from it. */
#define FY_MOST_SUM 1.48

/* A formula that goes beyond FY_MOST_SUM, with brighter textures, cut at white, and divided by as much: their
 * brightest sum is about `sum`, or more where that would need texels more than 2.5 times as bright. The same
 * formula where it does not go that far on any sample. */
uint16_t fy_formula_brightened(const fy_reference *reference, fy_tev *tev, uint16_t color, double sum);

/* Leaves of some kind become a constant; `user`: a fy_leaf_swap. */
typedef struct fy_leaf_swap {
    fy_leaf_test test;
    const void *user;
    int value; /* 0, 1: that constant; 2: the leaf's mean over the samples */
    const fy_reference *reference;
} fy_leaf_swap;

/* For fy_tev_replace(), with a fy_leaf_swap as `user`: replaces the leaves that pass its test by a constant,
 * or by their mean over the samples. */
uint16_t fy_formula_swap_leaf(void *user, fy_tev *tev, uint16_t at);

/* Makes the node of light as the vertices carry it. */
uint16_t fy_formula_light(fy_tev *tev);

#endif
