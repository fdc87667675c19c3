/* recognise.h: what an input holds, behind all layers of packing. */
#ifndef FERRY_CORE_PIPELINE_RECOGNISE_H
#define FERRY_CORE_PIPELINE_RECOGNISE_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Something that can be read, found behind the layers of packing. */
typedef struct fy_leaf {
    ferry_recognised it;
    uint32_t archive; /* the innermost one around it, from 1; 0: none */
    bool broken;      /* it cannot be unpacked */
    bool beside;      /* not where the member path leads, but in the same archive */
} fy_leaf;

typedef struct fy_leaf_list {
    fy_leaf *data;
    uint32_t count;
} fy_leaf_list;

typedef struct fy_search {
    ferry_job *job;
    fy_leaf_list leaves;
} fy_search;

/* All that the input holds, and the one that its name means. False after an error. */
bool fy_find_leaves(fy_search *s, const ferry_input *input, const fy_leaf **chosen);

/* Whether it is an animation: several in an archive can be read one after the other. */
bool fy_leaf_moves(const fy_leaf *l);

/* How many animations there are; `first`: of them, left alone if there is none. */
uint32_t fy_count_moves(const fy_leaf_list *leaves, uint32_t *first);

/* The error that `count` of them could be meant. Always false. */
bool fy_say_several(ferry_job *job, const char *name, const fy_leaf_list *leaves, ferry_role role,
                    uint32_t count);

#endif
