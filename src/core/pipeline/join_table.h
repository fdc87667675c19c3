/* join_table.h: a table of the models and animations of an archive, to decide which model each animation
 * belongs to. */
#ifndef FERRY_CORE_PIPELINE_JOIN_TABLE_H
#define FERRY_CORE_PIPELINE_JOIN_TABLE_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/pipeline/evidence.h"
#include "core/pipeline/recognise.h"

/* The evidence that an animation belongs to a model. */
typedef struct fy_claim {
    ferry_fit fit;
    bool matches;
    fy_nearness place;
    /* letters in common: with the model's name, with its name or its object's, at the beginning */
    size_t by_model, by_name, alike;
} fy_claim;

typedef struct fy_join_table {
    fy_search *search;
    uint32_t model_count, clip_count;
    bool alone; /* there are too many models to compare: the table has only the one asked about */
    uint32_t *models, *clips; /* leaves of the search */
    fy_location *model_locations, *clip_locations;
    uint32_t crowd;   /* how many models are in the folder of the one asked about */
    fy_claim *claims; /* model by model */
} fy_join_table;

/* Lists the models and animations of the innermost archive around `leaf`, a model, without claims. If there
 * are too many to compare, the table has only this model, with the animations that the user named, or none
 * (reported). False at the memory limit. */
bool fy_join_table_open(fy_search *s, uint32_t leaf, fy_join_table *table);

/* Fills in the claims of model `m`, which was read as `scene` (NULL: only its outline is read). `only`: the
 * animations to consider, NULL: all. False after an error; a model that cannot be read is not an error. */
bool fy_join_table_claim(fy_join_table *table, uint32_t m, const ferry_scene *scene, const bool *only);

/* Fills in the claims of model `m` by names and folders alone, as if all of `only` matched it: an outline
 * cannot tell whether animations of shapes match. */
void fy_join_table_suppose(fy_join_table *table, uint32_t m, const bool *only);

/* Whether, by the claims, animation `c`, which matches model `m` (the one asked about), belongs to it; and
 * why, in the job's memory. */
bool fy_join_table_decide(const fy_join_table *table, uint32_t m, uint32_t c, const char **why);

#endif
