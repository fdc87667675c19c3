/* judge.h: who says what a change costs, in place of planes and attributes: pictures (pictures/thin.h). */
#ifndef FERRY_CORE_SIMPLIFY_JUDGE_H
#define FERRY_CORE_SIMPLIFY_JUDGE_H

#include "core/simplify/components.h"
#include "core/simplify/move.h"

/* All but the last one return false at the limit. */
typedef struct fy_judge {
    void *of;
    uint32_t looks; /* of how many places where a vertex may go, at least 1, the cheapest first */
    /* `cost`: of a planned move by planes and attributes, then as it is judged; of leaving a component out */
    bool (*weigh_move)(void *of, const fy_move *move, double *cost);
    bool (*weigh_component)(void *of, const fy_components *components, uint32_t number, double *cost);
    /* What is about to be made, and that it has been. */
    bool (*before_move)(void *of, const fy_move *move);
    bool (*before_drop)(void *of, const fy_components *components, uint32_t number);
    bool (*made)(void *of);
    bool (*is_exhausted)(const void *of); /* has judged enough */
} fy_judge;

#endif
