/*
 * t3dm_choose_way.h: by which pictures, light and draws a material is drawn (docs/what-is-lost.md,
 * "Materials").
 */
#ifndef FERRY_FORMATS_T3DM_CHOICE_T3DM_CHOOSE_WAY_H
#define FERRY_FORMATS_T3DM_CHOICE_T3DM_CHOOSE_WAY_H

#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "shade/t3dm_composite.h"

/* Chooses what draws the state best: sets toon_way, splits and at_vertices, and *composite to a picture for
 * several textures; NULL: none. False: an error was said. */
bool fy_mapping_choose_way(fy_mapping *m, const ferry_gx_material *gx, const fy_composite **composite);

/* What that comes to, in 255ths, quietly; below 0: nothing is drawn. Nothing is chosen. */
bool fy_mapping_measure_way(fy_mapping *m, const ferry_gx_material *gx, double *error);

/* Notes which textures the vertices hold. */
void fy_mapping_report_vertices(const fy_mapping *m, const ferry_gx_material *gx);

#endif
