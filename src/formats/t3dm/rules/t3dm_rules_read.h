/*
 * t3dm_rules_read.h: the file of rules about materials (docs/materials.md): which keys there are, and
 * what each may say. docs/materials.schema.json says the same for editors.
 */
#ifndef FERRY_FORMATS_T3DM_RULES_T3DM_RULES_READ_H
#define FERRY_FORMATS_T3DM_RULES_T3DM_RULES_READ_H

#include "ferry64.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"

extern const fy_rule_field fy_rule_fields[FY_RULE_KEYS];
extern const fy_rule_field fy_rule_texture_fields[FY_RULE_TEXTURE_KEYS];
extern const char *const fy_rule_texture_names[FY_RULE_TEXTURES];

/* The read_rules of ferry_format: fy_rules in the job's memory, NULL after an error. */
void *fy_t3dm_read_rules(ferry_job *job, const ferry_input *file, ferry_rule_use_list *uses);

#endif
