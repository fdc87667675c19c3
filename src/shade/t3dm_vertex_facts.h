/* t3dm_vertex_facts.h: the vertices that a material is drawn with: their colours and coordinates. */
#ifndef FERRY_SHADE_T3DM_VERTEX_FACTS_H
#define FERRY_SHADE_T3DM_VERTEX_FACTS_H

#include "ferry64.h"
#include "shade/t3dm_shader.h"

/* Takes a mesh into account that the material is drawn with; `min_alpha` begins at 1. */
void fy_vertex_summary_learn(const ferry_mesh *mesh, fy_vertex_summary *summary);

#endif
