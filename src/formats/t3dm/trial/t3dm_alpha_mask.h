/*
 * t3dm_alpha_mask.h: materials that only write the frame buffer's alpha for another one
 * (docs/what-is-lost.md, "Materials").
 */
#ifndef FERRY_FORMATS_T3DM_TRIAL_T3DM_ALPHA_MASK_H
#define FERRY_FORMATS_T3DM_TRIAL_T3DM_ALPHA_MASK_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Finds, for each texture, the material that is blended by the frame buffer's alpha and has it. False: no
 * memory. */
bool fy_planner_find_masked(fy_planner *p);

/* Eyes that show through hair come in threes: one writes the frame buffer's alpha, one is blended by it, one
 * wipes it. The game draws the first and the third without colour, which no file says; drawn with colour they
 * are black boxes. Gives the second for a material that is one of those two; NULL: it is none. */
const ferry_material *fy_mapping_masked(const fy_mapping *m, const ferry_gx_material *gx);

#endif
