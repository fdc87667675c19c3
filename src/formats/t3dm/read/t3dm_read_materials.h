/* t3dm_read_materials.h: all materials of a file, and which of them each object has. */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_MATERIALS_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_MATERIALS_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Reads all materials, and sets `material` of the chunks of materials and objects. False after an error. */
bool fy_t3dm_read_materials(fy_t3dm_reader *r);

#endif
