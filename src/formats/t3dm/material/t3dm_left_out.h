/*
 * t3dm_left_out.h: draws of which nothing is in the file (docs/what-is-lost.md, "Draws that are left
 * out").
 */
#ifndef FERRY_FORMATS_T3DM_MATERIAL_T3DM_LEFT_OUT_H
#define FERRY_FORMATS_T3DM_MATERIAL_T3DM_LEFT_OUT_H

#include "formats/t3dm/material/t3dm_mapping.h"

/* A loss for each draw whose material is dropped, but for those that rules drop. */
void fy_planner_report_left_out(const fy_planner *p);

#endif
