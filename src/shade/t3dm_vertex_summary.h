/* t3dm_vertex_summary.h: the vertices that a material is drawn with: their colours and coordinates. */
#ifndef FERRY_SHADE_T3DM_VERTEX_SUMMARY_H
#define FERRY_SHADE_T3DM_VERTEX_SUMMARY_H

#include "ferry64.h"
#include "shade/t3dm_reference_state.h"

/* One more colour that vertices have, at rest or in a clip. */
void fy_vertex_summary_color(int set, const ferry_color *color, fy_vertex_summary *summary);

/* Takes a mesh into account that the material is drawn with; `min_alpha` begins at 1. */
void fy_vertex_summary_learn(const ferry_mesh *mesh, fy_vertex_summary *summary);

#endif
