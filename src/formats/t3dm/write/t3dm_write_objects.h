/* t3dm_write_objects.h: all objects, one after the other: merged, halved, and in another file where they do
 * not fit. */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_OBJECTS_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_OBJECTS_H

#include "ferry64.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* Writes all collected objects, and finishes the last file. False after an error. */
bool fy_t3dm_put_objects(fy_t3dm_writer *w);

#endif
