/* t3dm_write_chunks.h: header, table of chunks and streams put together to a file (docs/formats/t3dm.md,
 * "Layout" and "Older layouts"). */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_CHUNKS_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_CHUNKS_H

#include "ferry64.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* Numbers the materials, and puts header, table of chunks, streams and strings together in `w->out`. False
 * after an error. */
bool fy_t3dm_assemble(fy_t3dm_writer *w);

#endif
