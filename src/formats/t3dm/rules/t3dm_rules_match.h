/*
 * t3dm_rules_match.h: which rules speak about a material, and about a texture of it
 * (docs/materials.md, "What a rule is about").
 */
#ifndef FERRY_FORMATS_T3DM_RULES_T3DM_RULES_MATCH_H
#define FERRY_FORMATS_T3DM_RULES_T3DM_RULES_MATCH_H

#include "ferry64.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"

/* What is wanted of material `index`; counts the rules' uses. NULL in *overrides: nothing. False:
 * no memory. */
bool fy_rules_match(ferry_job *job, const ferry_scene *scene, uint32_t index, const fy_overrides **overrides);

/* The same of the second draw of a material, `name`: rules that name it, and not the material itself. */
bool fy_rules_match_shade(ferry_job *job, const ferry_scene *scene, uint32_t index, const char *name,
                          const fy_overrides **overrides);

/* What is wanted of one key of material `index`, before its turn comes: no use is counted. */
fy_rule_constraint fy_rules_constraint(const ferry_job *job, const ferry_scene *scene, uint32_t index,
                                       fy_rule_key key);

/* The weigh_draw of ferry_format: later rules win. */
void fy_rules_weigh_draw(ferry_job *job, const ferry_scene *scene, uint32_t draw, const uint32_t *nodes,
                         uint32_t count, double *weights);

/* What is wanted of slot 0 or 1, where it shows that texture of the scene (FERRY_NONE: none). */
void fy_rules_match_texture(ferry_job *job, const ferry_scene *scene, const fy_overrides *overrides,
                            unsigned slot, uint32_t texture,
                            fy_rule_constraint constraints[FY_RULE_TEXTURE_KEYS]);

/* An error at what a rule wants. Returns false. */
bool fy_rules_refuse(ferry_job *job, const fy_rule_constraint *constraint, const char *format, ...)
    FERRY_PRINTF(3, 4);

#endif
