/*
 * t3dm_search.h: the search for a combiner where a formula cannot be held (docs/internals/materials.md, "The
 * search").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_SEARCH_H
#define FERRY_SHADE_SEARCH_T3DM_SEARCH_H

#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/search/t3dm_search_question.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* What a second cycle must gain, in 255ths: it halves the console's fill rate. */
#define FY_SECOND_CYCLE_GAIN .5

/* A question, and what its choices are of the material. */
typedef struct fy_combiner_search {
    fy_reference *reference;
    const fy_sample *samples[FY_SEARCH_COLUMNS];
    fy_fit_texture textures[FY_SEARCH_TEXTURES];
    uint16_t shades[FY_SEARCH_SHADES]; /* nodes; FY_TEV_NONE: white, to be tinted */
    unsigned texture_count, shade_count;
    fy_search_question question;
} fy_combiner_search;

/* Fills what is constant; choices and setups are the caller's. A colour is searched for by samples that show
 * it, an `alpha` by all. */
void fy_search_start(fy_combiner_search *search, fy_reference *reference, bool alpha);

/* Whether a leaf is a texture that a slot can show. */
bool fy_search_is_usable(const fy_tev_node *leaf);

/* A choice of what the vertices carry: `node` in the samples' light, or plain white (FY_TEV_NONE). */
void fy_search_add_shade(fy_combiner_search *search, uint16_t node);

/* All usable vertex colours of formula `root`, without their constants. */
void fy_search_add_rasters(fy_combiner_search *search, uint16_t root);

/* One more setup, of choices by number; textures may be FY_SEARCH_NO_TEXTURE. */
void fy_search_add_setup(fy_combiner_search *search, int first, int second, unsigned shade);

/* Answers the question. Gives the number of finalists, the best first as far as the search can tell: it knows
 * neither rounding nor all samples. 0: nothing can be drawn. */
unsigned fy_search_run(const fy_search_question *question, fy_candidate finalists[FY_SEARCH_FINALISTS]);

/* What a candidate's slot, 0 or 1, shows; not `used`: nothing. */
fy_fit_texture fy_search_texture(const fy_combiner_search *search, const fy_candidate *candidate, int slot);

/* The node that the vertices are to carry for a candidate: its setup's, tinted. */
uint16_t fy_search_shade(const fy_combiner_search *search, const fy_candidate *candidate);

#endif
