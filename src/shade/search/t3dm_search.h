/*
 * t3dm_search.h: the search for a combiner where a formula cannot be held (docs/what-is-lost.md, "The
 * search").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_SEARCH_H
#define FERRY_SHADE_SEARCH_T3DM_SEARCH_H

#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

enum {
    FY_SEARCH_PICKED = 96, /* of the FY_SAMPLES */
    /* the bright ones behind: they only must not wrap */
    FY_SEARCH_COLUMNS = FY_SEARCH_PICKED + FY_BRIGHT_SAMPLES,
    FY_SEARCH_VALUES = 3 * FY_SEARCH_COLUMNS,
    FY_SEARCH_TEXTURES = 4,
    FY_SEARCH_SHADES = 5,
    FY_SEARCH_SETUPS = 24,
    FY_SEARCH_FINALISTS = 10,
};

/* What a second cycle has to gain, in 255ths: it costs the console half its filling rate. */
#define FY_SECOND_CYCLE_GAIN .5

typedef struct fy_color_plane {
    float v[FY_SEARCH_VALUES]; /* all reds, greens, blues */
} fy_color_plane;

/* What the combiner's inputs hold. */
typedef struct fy_setup {
    fy_fit_texture textures[2];
    uint16_t shade;                        /* node; FY_TEV_NONE: white, to be tinted */
    const fy_color_plane *texels[2];       /* NULL: no texture */
    const fy_color_plane *texel_alphas[2]; /* NULL: not to be had */
    const fy_color_plane *vertices;
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
    fy_color_plane color, alpha;
} fy_texture_choice;

typedef struct fy_shade_choice {
    uint16_t node;
    fy_color_plane color;
} fy_shade_choice;

typedef struct fy_combiner_search {
    fy_reference *reference;
    const fy_sample *samples[FY_SEARCH_COLUMNS];
    fy_color_plane wanted, zero, one;
    fy_color_plane counts; /* how much a sample counts, 0..1; 0 for bright ones */
    float count;           /* of all of them */
    fy_texture_choice textures[FY_SEARCH_TEXTURES];
    fy_shade_choice shades[FY_SEARCH_SHADES];
    fy_setup setups[FY_SEARCH_SETUPS];
    unsigned texture_count, shade_count, setup_count;
    bool alpha;     /* searches the alpha half: three times the same number, other inputs */
    bool locked[2]; /* PRIM, ENV are not to be had */
    bool two_runs;  /* a second cycle runs anyway */
} fy_combiner_search;

/* Where component k of the i-th sample stands. */
#define FY_SEARCH_AT(k, i) ((k)*FY_SEARCH_COLUMNS + (i))

/* Fills what is constant; choices and setups are the caller's. A colour is searched for by samples that show
 * it, an `alpha` by all. */
void fy_search_start(fy_combiner_search *search, fy_reference *reference, bool alpha);

/* A choice of what the vertices carry: `node` in the samples' light, or plain white (FY_TEV_NONE). */
void fy_search_add_shade(fy_combiner_search *search, uint16_t node);

/* All usable vertex colours of formula `root`, without their constants. */
void fy_search_add_rasters(fy_combiner_search *search, uint16_t root);

/* One more setup, of textures that may be NULL. */
void fy_search_add_setup(fy_combiner_search *search, const fy_texture_choice *first,
                         const fy_texture_choice *second, const fy_shade_choice *shade);

/* Runs the search over all setups. Gives the number of finalists, the best first as far as the search can
 * tell: it knows neither rounding nor all samples. 0: nothing can be drawn. */
unsigned fy_search_run(const fy_combiner_search *search, fy_candidate finalists[FY_SEARCH_FINALISTS]);

/* Whether the candidate reads an input, in slot C only or anywhere. */
bool fy_search_reads(const fy_candidate *candidate, uint8_t code, bool only_c);

/* The node that the vertices are to carry for a candidate: its setup's, tinted. */
uint16_t fy_search_shade(fy_tev *tev, const fy_candidate *candidate);

#endif
