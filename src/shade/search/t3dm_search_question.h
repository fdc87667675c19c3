/*
 * t3dm_search_question.h: the input of a search for a combiner and its candidates, as plain numbers
 * (docs/internals/materials.md, "The search").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_SEARCH_QUESTION_H
#define FERRY_SHADE_SEARCH_T3DM_SEARCH_QUESTION_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/rdp/rdp_combiner.h"
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

typedef struct fy_color_plane {
    float v[FY_SEARCH_VALUES]; /* all reds, greens, blues */
} fy_color_plane;

/* What the combiner's inputs hold: choices by number. */
typedef struct fy_setup {
    int8_t textures[2]; /* FY_SEARCH_NO_TEXTURE: none */
    uint8_t shade;
} fy_setup;

#define FY_SEARCH_NO_TEXTURE (-1)

/* PRIM, ENV and the tint of SHADE; the alphas of PRIM and ENV. */
typedef struct fy_constants {
    float color[3][3];
    float alpha[2];
} fy_constants;

/* Colour equations of both cycles. `two` is false where the second only passes on. */
typedef struct fy_candidate {
    fy_rdp_equation cycles[2];
    bool two;
    uint8_t setup; /* by number */
    fy_constants k;
    float error; /* mean square */
} fy_candidate;

typedef struct fy_texture_choice {
    fy_color_plane color, alpha;
    bool has_alpha;
} fy_texture_choice;

/* All that decides what a search finds. Every byte of it is set, so that questions compare as bytes. */
typedef struct fy_search_question {
    fy_color_plane wanted, zero, one;
    fy_color_plane counts; /* how much a sample counts, 0..1; 0 for bright ones */
    float count;           /* of all of them */
    fy_texture_choice textures[FY_SEARCH_TEXTURES];
    fy_color_plane shades[FY_SEARCH_SHADES];
    fy_setup setups[FY_SEARCH_SETUPS];
    unsigned setup_count;
    bool alpha;     /* searches the alpha half: three times the same number, other inputs */
    bool grey;      /* the three components of all planes are the same: fy_search_ask() finds out */
    bool locked[2]; /* PRIM, ENV are not to be had */
    bool two_runs;  /* a second cycle runs anyway */
    bool thorough;  /* tries several times as much */
} fy_search_question;

/* Where component k of the i-th sample stands. */
#define FY_SEARCH_AT(k, i) ((k)*FY_SEARCH_COLUMNS + (i))

#endif
