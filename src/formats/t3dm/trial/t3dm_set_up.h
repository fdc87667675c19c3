/*
 * t3dm_set_up.h: what was chosen for a material as state of the T3DM material (docs/what-is-lost.md,
 * "Materials").
 */
#ifndef FERRY_FORMATS_T3DM_TRIAL_T3DM_SET_UP_H
#define FERRY_FORMATS_T3DM_TRIAL_T3DM_SET_UP_H

#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Sets m->to and m->uses by a trial of the state: what the vertices carry, textures and modes. False: no
 * memory. */
bool fy_mapping_set_up(fy_mapping *m, const ferry_gx_material *gx, const fy_trial *trial);

#endif
