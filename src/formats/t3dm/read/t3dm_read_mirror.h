/*
 * t3dm_read_mirror.h: importers before 28 March 2024 negated x of positions and normals and kept the
 * order of corners.
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_MIRROR_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_MIRROR_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Turns meshes that an old importer mirrored back. */
bool fy_t3dm_unmirror(fy_t3dm_reader *r, uint32_t first_mesh);

#endif
