/*
 * t3dm_material_gx.h: maps a material with the GameCube's full state (docs/what-is-lost.md,
 * "Materials").
 */
#ifndef FERRY_FORMATS_T3DM_MATERIAL_T3DM_MATERIAL_GX_H
#define FERRY_FORMATS_T3DM_MATERIAL_T3DM_MATERIAL_GX_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Maps a material with GX state. False: an error was said. */
bool fy_mapping_gx(fy_mapping *m);

/* The second draw of a material that was mapped just before, by m->split, as a material at the end of the
 * plan. False: an error was said. */
bool fy_mapping_add_over(fy_mapping *m);

#endif
