/*
 * t3dm_choose_motion.h: how a material that clips change follows them: as a whole, by its constants alone, or
 * not at all (docs/what-is-lost.md, "Animated materials").
 */
#ifndef FERRY_FORMATS_T3DM_MATERIAL_T3DM_CHOOSE_MOTION_H
#define FERRY_FORMATS_T3DM_MATERIAL_T3DM_CHOOSE_MOTION_H

#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"

/* What comes nearest to all that clips make of the material, `rest` being its state without them. Sets
 * m->still, and empties m->states if nothing of it is to follow clips, which is told. False at the memory
 * limit, or after an error. */
bool fy_mapping_choose_motion(fy_mapping *m, const ferry_gx_material *rest);

#endif
