/*
 * t3dm_candidate.h: a candidate of the search: its results for all samples, and its best constants
 * (docs/internals/materials.md, "The search").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_CANDIDATE_H
#define FERRY_SHADE_SEARCH_T3DM_CANDIDATE_H

#include "shade/search/t3dm_search_question.h"

/* The constants that a search starts from. */
void fy_candidate_start(fy_constants *constants);

/* Gives the candidate the constants that suit it best, in `steps` steps from those that it has, and its
 * error. It is given up, with the error so far, where the first step does not bring that below `enough`.
 * False if it reads what its setup does not have. */
bool fy_candidate_settle(const fy_search_question *question, fy_candidate *candidate, int steps,
                         float enough);

/* Whether it reads an input, in slot C only or anywhere. */
bool fy_candidate_reads(const fy_candidate *candidate, uint8_t code, bool only_c);

#endif
