/* join_table.h: the models and the animations of an archive side by side, and whose each animation is. */
#ifndef FERRY_CORE_PIPELINE_JOIN_TABLE_H
#define FERRY_CORE_PIPELINE_JOIN_TABLE_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/pipeline/evidence.h"
#include "core/pipeline/recognise.h"

/* What a model has to show for it that an animation is its own. */
typedef struct fy_claim {
    ferry_fit fit;
    bool matches;
    fy_place place;
    /* letters: called after the model, that or its object; beginning alike */
    size_t by_model, by_name, alike;
} fy_claim;

typedef struct fy_join_table {
    fy_search *search;
    uint32_t model_count, clip_count;
    bool alone;               /* too many models to compare: only the one that was asked about is here */
    uint32_t *models, *clips; /* leaves of the search */
    fy_location *model_locations, *clip_locations;
    uint32_t crowd;   /* how many models lie in the folder of the one that was asked about */
    fy_claim *claims; /* model by model */
} fy_join_table;

/* All of the innermost archive of leaf `leaf`, which is a model, without claims. Where there are too many to
 * compare all, the model is alone with its animations if the user names those that he wants, and has none if
 * not (said). False at the memory limit. */
bool fy_join_table_open(fy_search *s, uint32_t leaf, fy_join_table *table);

/* Fills in the claims of model `m`, which is `scene`; NULL: of its outline. `only`: animations to look at,
 * NULL: all. False after an error; a model that cannot be read is none. */
bool fy_join_table_claim(fy_join_table *table, uint32_t m, const ferry_scene *scene, const bool *only);

/* Claims of model `m` by names and folders alone, as if all of `only` fitted it: what fits behind shapes only
 * cannot be asked of an outline. */
void fy_join_table_suppose(fy_join_table *table, uint32_t m, const bool *only);

/* Whether animation `c`, which fits model `m`, the one that was asked about, is that one's, as far as the
 * claims go; and why, in the job's memory. */
bool fy_join_table_decide(const fy_join_table *table, uint32_t m, uint32_t c, const char **why);

#endif
