/* recognise.h: finds the readable files in an input, through all layers of packing. */
#ifndef FERRY_CORE_PIPELINE_RECOGNISE_H
#define FERRY_CORE_PIPELINE_RECOGNISE_H

#include "ferry64.h"
#include "ferry64_format.h"

/* A readable file. */
typedef struct fy_leaf {
    ferry_recognised it;
    uint32_t archive; /* the innermost one around it, from 1; 0: none */
    bool broken;      /* it cannot be unpacked */
    bool beside;      /* not selected by the member path, but in the same archive */
} fy_leaf;

typedef struct fy_leaf_list {
    fy_leaf *data;
    uint32_t count;
} fy_leaf_list;

typedef struct fy_search {
    ferry_job *job;
    fy_leaf_list leaves;
} fy_search;

/* Finds all files of the input, and the one that its name selects. False after an error. */
bool fy_find_leaves(fy_search *s, const ferry_input *input, const fy_leaf **chosen);

/* Whether it is an animation: several of an archive can be read into one scene. */
bool fy_leaf_moves(const fy_leaf *l);

/* How many animations there are; sets `first` to the first one, if any. */
uint32_t fy_count_moves(const fy_leaf_list *leaves, uint32_t *first);

/* Reports the error that the name is ambiguous: `count` files match. Always false. */
bool fy_say_several(ferry_job *job, const char *name, const fy_leaf_list *leaves, ferry_role role,
                    uint32_t count);

#endif
