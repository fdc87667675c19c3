/* t3dm_rules.h: what rules change of a material on its way (docs/materials.md, "Keys"). */
#ifndef FERRY_FORMATS_T3DM_MAPPING_T3DM_RULES_H
#define FERRY_FORMATS_T3DM_MAPPING_T3DM_RULES_H

#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"
#include "shade/t3dm_shading.h"

/* "material[1] "eye" of link", for complaints. */
const char *fy_rules_where(const fy_mapping *m);

/* Whether a rule leaves the material out. */
bool fy_rules_leave_out(const fy_mapping *m);

/* The combiner that a rule gives; NULL: none, it has to be found. */
const fy_rule_constraint *fy_rules_combiner(const fy_mapping *m);

/* Whether the combiner that a rule gives, if any, reads none but the first `textures` textures. False after
 * an error. */
bool fy_rules_check_combiner(const fy_mapping *m, unsigned textures);

/* In place of fy_reference_solve(): the combiner that a rule gives, with what it reads. False after an
 * error. */
bool fy_rules_shading(fy_mapping *m, fy_shading *shading);

/* Modes, colours and flags. Before the textures: their alpha may be needed now. */
void fy_rules_set_modes(fy_mapping *m);

/* The filter; *filtered: as the texture says so far. */
void fy_rules_filter(const fy_mapping *m, bool *filtered);

#endif
