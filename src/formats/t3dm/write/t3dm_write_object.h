/* t3dm_write_object.h: one object as bytes: its record, its parts, their vertices and index data
 * (docs/formats/t3dm.md, "Objects"). */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_OBJECT_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_OBJECT_H

#include "ferry64.h"
#include "formats/t3dm/mesh/t3dm_parts.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* What stands before the parts; name, material and box are known at the end. */
void fy_t3dm_put_object_head(fy_t3dm_writer *w, fy_t3dm_record *object, uint32_t parts, uint32_t triangles);

/* A record with its parts, their vertices and index data. False after an error. */
bool fy_t3dm_put_object(fy_t3dm_writer *w, fy_t3dm_record *object, const fy_t3dm_mesh *mesh,
                        const fy_t3dm_parts *parts);

#endif
