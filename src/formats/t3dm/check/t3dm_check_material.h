/*
 * t3dm_check_material.h: the rules of materials and their tiles, most of them libdragon's assertions;
 * and the hashes by which the runtime finds sprites.
 */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_MATERIAL_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_MATERIAL_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Checks materials in use, their tiles, their hashes, and texture memory. False only at a limit of the job:
 * what is wrong is a message. */
bool fy_t3dm_check_materials(fy_t3dm_reader *r);

#endif
