/* t3dm_read.h: what the files of the T3DM reader share (docs/formats/t3dm.md, "Layout"). */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Reads a file of any layout into `scene`, which may hold others before it; `r` is set, and keeps what it
 * learned for those who check or measure the file, in the job's memory. `doubt`: how severe is what the
 * runtime would trip over, but a reader need not. `measure`: also what drawing costs (`r->drawings`). False
 * after an error: the file is refused, or the job is at its memory limit, cancelled or past its deadline. */
bool fy_t3dm_read_all(fy_t3dm_reader *r, ferry_job *job, ferry_window *in, ferry_scene *scene,
                      ferry_severity doubt, bool measure);

/* ferry_format.read: the same, for those who only want the scene. */
bool fy_t3dm_read(ferry_job *job, ferry_window *in, ferry_scene *scene);

#endif
