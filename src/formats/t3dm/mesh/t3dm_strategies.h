/*
 * t3dm_strategies.h: which strategies a mesh is cut by, in which order (docs/formats/t3dm.md, "How batches
 * are made").
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_STRATEGIES_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_STRATEGIES_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/t3dm/mesh/t3dm_batcher.h"
#include "formats/t3dm/mesh/t3dm_slots.h"

/* What a mesh is given: the numbers follow from its size, its model's and its bones alone. */
typedef struct fy_t3dm_tries {
    bool skinned;          /* it stands at more than one bone */
    uint32_t count;        /* strategies: first those that are known, then variations of the best */
    fy_t3dm_effort first;  /* for the strips of each */
    fy_t3dm_effort finish; /* for those of the best, once more */
    fy_t3dm_effort alone;  /* the same of a mesh that is one batch: nothing else can be done about it */
} fy_t3dm_tries;

/* For `triangles` of a mesh, at so many bones, in a model of `all_triangles`. `thorough`: time does not
 * matter. */
fy_t3dm_tries fy_t3dm_share_tries(uint64_t triangles, uint64_t all_triangles, uint32_t bones, bool thorough);

/* Strategy number `i`; `best` is the best one so far, `random` starts at 1 and is the caller's. */
fy_t3dm_strategy fy_t3dm_strategy_number(const fy_t3dm_tries *tries, uint32_t i, const fy_t3dm_strategy *best,
                                         uint64_t *random);

#endif
