/*
 * t3dm_read_mirror.h: importers before 28 March 2024 negated x of positions and normals and kept the
 * order of corners.
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_MIRROR_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_MIRROR_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Negates x of positions and normals in the scene's meshes from `first_mesh` on, if the layout says that its
 * importer did so, or, where it may have, most triangles face against their normals; a note tells it. False
 * at a limit of the job. */
bool fy_t3dm_unmirror(fy_t3dm_reader *r, uint32_t first_mesh);

#endif
