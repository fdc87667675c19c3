/*
 * t3dm_learn.h: what a material is judged by: colours of its vertices, and pixels that show it
 * (docs/what-is-lost.md, "Materials").
 */
#ifndef FERRY_FORMATS_T3DM_MAPPING_T3DM_LEARN_H
#define FERRY_FORMATS_T3DM_MAPPING_T3DM_LEARN_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* Makes `summary` that of the material's vertices, clips included. */
void fy_planner_learn_vertices(fy_planner *p, uint32_t material);

/* Gives the reference the pixels of the survey that show the material. False: an error was said. */
bool fy_planner_learn_pixels(fy_planner *p, uint32_t material);

#endif
