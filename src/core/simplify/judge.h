/* judge.h: an interface that determines costs by other means than planes and attributes: pictures
 * (pictures/thin.h). */
#ifndef FERRY_CORE_SIMPLIFY_JUDGE_H
#define FERRY_CORE_SIMPLIFY_JUDGE_H

#include "core/simplify/components.h"
#include "core/simplify/move.h"

/* All but the last one return false at the limit. */
typedef struct fy_judge {
    void *of;
    uint32_t looks; /* how many targets per vertex are judged, the cheapest first; at least 1 */
    /* `cost`: in: the cost of a planned move by planes and attributes, or of removing a component; out: the
     * judged cost */
    bool (*weigh_move)(void *of, const fy_move *move, double *cost);
    bool (*weigh_component)(void *of, const fy_components *components, uint32_t number, double *cost);
    /* Called before and after a change is made. */
    bool (*before_move)(void *of, const fy_move *move);
    bool (*before_drop)(void *of, const fy_components *components, uint32_t number);
    bool (*made)(void *of);
    bool (*is_exhausted)(const void *of); /* has judged enough */
} fy_judge;

#endif
