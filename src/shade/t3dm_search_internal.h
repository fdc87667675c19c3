/*
 * t3dm_search_internal.h: what the parts of the search share (docs/what-is-lost.md, "The search").
 *
 *     t3dm_search_color.c, t3dm_search_alpha.c (what may stand in the inputs) -> t3dm_search.c (the search)
 *
 * All of it happens on planes: one value per sample and component, 1 = 255, in single precision and a fixed
 * order.
 */
#ifndef FERRY_FORMATS_T3DM_SEARCH_INSIDE_H
#define FERRY_FORMATS_T3DM_SEARCH_INSIDE_H

#include "shade/t3dm_search.h"

enum {
    FY_SEARCH_PICKED = 48, /* of the FY_SAMPLES */
    FY_SEARCH_COLUMNS = FY_SEARCH_PICKED + FY_BRIGHT_SAMPLES, /* the bright ones behind: they only must not wrap */
    FY_SEARCH_VALUES = 3 * FY_SEARCH_COLUMNS,
    FY_SEARCH_TEXTURES = 4,
    FY_SEARCH_SHADES = 5,
    FY_SEARCH_SETUPS = 24,
};

typedef struct fy_plane {
    float v[FY_SEARCH_VALUES]; /* all reds, greens, blues */
} fy_plane;

/* What the combiner's inputs hold. */
typedef struct fy_setup {
    fy_fit_texture textures[2];
    uint16_t shade;                  /* node; FY_TEV_NONE: white, to be tinted */
    const fy_plane *texels[2];       /* NULL: no texture */
    const fy_plane *texel_alphas[2]; /* NULL: not to be had */
    const fy_plane *vertices;
} fy_setup;

/* PRIM, ENV and the tint of SHADE; the alphas of PRIM and ENV. */
typedef struct fy_constants {
    float color[3][3];
    float alpha[2];
} fy_constants;

/* Colour equations of both cycles. `two` is false where the second only passes on. */
typedef struct fy_candidate {
    fy_rdp_equation cycles[2];
    bool two;
    const fy_setup *with;
    fy_constants k;
    float error; /* mean square */
} fy_candidate;

typedef struct fy_texture_choice {
    fy_fit_texture slot;
    bool has_alpha;
    fy_plane color, alpha;
} fy_texture_choice;

typedef struct fy_shade_choice {
    uint16_t node;
    fy_plane color;
} fy_shade_choice;

typedef struct fy_search {
    fy_shader *shader;
    fy_plane wanted, zero, one;
    fy_plane counts; /* 1; 0 for bright samples */
    fy_texture_choice textures[FY_SEARCH_TEXTURES];
    fy_shade_choice shades[FY_SEARCH_SHADES];
    fy_setup setups[FY_SEARCH_SETUPS];
    unsigned texture_count, shade_count, setup_count;
    bool alpha;     /* searches the alpha half: three times the same number, other inputs */
    bool locked[2]; /* PRIM, ENV are not to be had */
    bool two_runs;  /* a second cycle runs anyway */
} fy_search;

/* Where component k of the i-th sample stands. */
#define FY_SEARCH_AT(k, i) ((k)*FY_SEARCH_COLUMNS + (i))

/* The i-th sample. */
const fy_sample *fy_search_sample(const fy_search *search, int i);

/* Fills what is constant; choices and setups are the caller's. */
void fy_search_start(fy_search *search, fy_shader *shader);

/* A choice of what the vertices carry: `node` in the samples' light, or plain white (FY_TEV_NONE). */
void fy_search_add_shade(fy_search *search, uint16_t node);

/* All usable vertex colours of formula `root`, without their constants. */
void fy_search_add_rasters(fy_search *search, uint16_t root);

/* One more setup, of textures that may be NULL. */
void fy_search_add_setup(fy_search *search, const fy_texture_choice *first, const fy_texture_choice *second,
                         const fy_shade_choice *shade);

/* Runs the search over all setups. False: none can be drawn. */
bool fy_search_run(const fy_search *search, fy_candidate *best);

/* Whether the candidate reads an input, in slot C only or anywhere. */
bool fy_search_reads(const fy_candidate *candidate, uint8_t code, bool only_c);

/* The node that the vertices are to carry for a candidate: its setup's, tinted. */
uint16_t fy_search_shade(fy_tev *tev, const fy_candidate *candidate);

#endif
