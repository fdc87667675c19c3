/* t3dm_depth.h: which materials write depth (docs/formats/t3dm.md, "Depth write"). */
#ifndef FERRY_FORMATS_T3DM_MAPPING_T3DM_DEPTH_H
#define FERRY_FORMATS_T3DM_MAPPING_T3DM_DEPTH_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Whether the material switches depth write off. */
bool fy_t3dm_keeps_depth(const ferry_rdp_material *rdp);

/* What is drawn over such an object, and what it is drawn over, is a matter of order alone: the depth buffer
 * does not remember it, or is not asked. Blended ones that ask it stand behind all others anyway. */
bool fy_t3dm_stays_in_place(const fy_t3dm_material *material);

/* Whether the material writes depth, as the setting t3dm.depth-write wants it. After the flags. */
void fy_mapping_set_depth_write(fy_mapping *m);

/* If one material does not write depth, each says what it does. */
void fy_t3dm_name_depth_write(fy_t3dm_plan *plan);

#endif
