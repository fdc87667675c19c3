/*
 * t3dm_solve_memory.h: the combiners that were found for a material (docs/what-is-lost.md, "Materials").
 * Ways to draw it are tried, then the best is tried again: nearly half of what is asked was asked before.
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_SOLVE_MEMORY_H
#define FERRY_SHADE_SEARCH_T3DM_SOLVE_MEMORY_H

#include "core/base/digest.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_shading.h"

/* A formula, and what its combiner depends on. */
typedef struct fy_solve_question {
    fy_digest digest;
    uint16_t nodes; /* of the reference's formulas, before those that are made while it is solved */
    uint32_t searches;
} fy_solve_question;

/* The digest of everything that an answer depends on. */
fy_solve_question fy_solve_question_of(const fy_reference *reference, uint16_t color, uint16_t alpha);

/* Leaves the reference as solving did: with its nodes and with its number of searches, if no more than `most`
 * are made by that. False: it is not known. */
bool fy_solve_recall(fy_reference *reference, const fy_solve_question *question, uint32_t most,
                     fy_shading *shading);

/* Keeps an answer up to fy_reference_end(), unless there are many; that memory is short is reported. */
void fy_solve_keep(fy_reference *reference, const fy_solve_question *question, const fy_shading *shading);

#endif
