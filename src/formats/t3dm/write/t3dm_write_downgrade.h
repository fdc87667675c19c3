/*
 * t3dm_write_downgrade.h: materials as an older layout can hold them. What is given up is said, with
 * the triangles that it is about.
 */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_DOWNGRADE_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_DOWNGRADE_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* Makes of every material what the layout can hold; what is given up is reported. */
bool fy_t3dm_downgrade(ferry_job *job, const ferry_scene *scene, const char *name,
                       const fy_t3dm_layout *layout, fy_t3dm_plan *plan);

#endif
