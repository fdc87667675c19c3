/*
 * t3dm_rules_textures.h: what rules change of a material's textures: format, size, wrapping, shifts,
 * references (docs/materials.md, "Textures").
 */
#ifndef FERRY_FORMATS_T3DM_MAPPING_T3DM_RULES_TEXTURES_H
#define FERRY_FORMATS_T3DM_MAPPING_T3DM_RULES_TEXTURES_H

#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"

/* What is wanted of the textures that are to be made, for `uses`. False after an error. */
bool fy_rules_ask_textures(fy_mapping *m);

/* Whether the game supplies the texture of that slot. */
bool fy_rules_is_reference(const fy_mapping *m, unsigned slot);

/* The shifts and the reference of a finished tile. */
void fy_rules_set_tile(fy_mapping *m, unsigned slot);

/* Whether `uses[slot]` became what was asked for. False after an error. */
bool fy_rules_check_texture(const fy_mapping *m, unsigned slot, const fy_sprite *sprite);

/* The tiles of a material that was read from a T3DM file. False after an error. */
bool fy_rules_set_tiles(fy_mapping *m);

/* Keeps the hashes of all references free. */
bool fy_rules_reserve(fy_planner *planner);

/* A note with the rules that applied, and a warning for what they say of a second texture that is
 * not there. */
void fy_rules_report(const fy_mapping *m);

#endif
