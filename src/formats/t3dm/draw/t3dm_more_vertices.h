/*
 * t3dm_more_vertices.h: vertices behind those that a mesh has (t3dm_cut.h, t3dm_piece_draws.h)
 * (docs/formats/t3dm.md, "Vertices").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_MORE_VERTICES_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_MORE_VERTICES_H

#include "ferry64.h"

/* Gives the mesh copies of all that it says of its vertices, in the job's memory, with room for `more` of
 * them. Which elements of the source they were is not known any more. False at the memory limit. */
bool fy_t3dm_widen_mesh(ferry_job *job, ferry_mesh *mesh, uint32_t more);

/* One vertex of a mesh behind the last one of another, which has the same data and room: its number there. */
uint32_t fy_t3dm_copy_vertex(const ferry_mesh *from, uint32_t vertex, ferry_mesh *to);

#endif
