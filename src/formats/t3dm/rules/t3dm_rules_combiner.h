/*
 * t3dm_rules_combiner.h: combiners as libdragon writes them, `(TEX0,0,SHADE,0),(0,0,0,1)`
 * (docs/materials.md, "Combiners").
 */
#ifndef FERRY_FORMATS_T3DM_RULES_T3DM_RULES_COMBINER_H
#define FERRY_FORMATS_T3DM_RULES_T3DM_RULES_COMBINER_H

#include "ferry64.h"

/* A combiner in the library's notation, `(TEX0,0,SHADE,0),(0,0,0,1)`, two or four of them, or as a word,
 * `0x...`. False: not one; then *problem says why. */
bool fy_rule_parse_combiner(ferry_job *job, const char *text, uint64_t *word, const char **problem);

#endif
