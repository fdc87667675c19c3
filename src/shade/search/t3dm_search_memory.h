/*
 * t3dm_search_memory.h: the answers that searches have given for a material
 * (docs/internals/materials.md, "The search"). Ways to draw it are tried, then the best is tried again, and
 * many ways share parts: about half of all questions come twice.
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_SEARCH_MEMORY_H
#define FERRY_SHADE_SEARCH_T3DM_SEARCH_MEMORY_H

#include "shade/search/t3dm_search.h"

/* As fy_search_run(), which it asks each question of a material once. The memory is the reference's, up to
 * fy_reference_end(). 0 at the memory limit (reported), too. */
unsigned fy_search_ask(fy_combiner_search *search, fy_candidate finalists[FY_SEARCH_FINALISTS]);

#endif
