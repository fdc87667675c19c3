/*
 * t3dm_cut.h: triangles that span more than one piece of a picture holds (docs/what-is-lost.md, "Pieces"),
 * or more texels than vertices and tiles can hold (docs/formats/t3dm.md, "Vertices").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_CUT_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_CUT_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* Cuts such triangles, and what has an edge with them. Where there are any, *scene becomes a shallow copy
 * with other meshes; no draw, vertex or material gets another number. `file` names the output in messages.
 * False: no memory, or the job was stopped. */
bool fy_t3dm_cut_triangles(ferry_job *job, const ferry_scene **scene, const char *file,
                           const fy_t3dm_plan *plan);

#endif
