/* t3dm_read.h: what the files of the T3DM reader share (docs/formats/t3dm.md, "Layout"). */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* The way of a file into a scene; the reader keeps what it learned. `measure`: what drawing costs, too. */
bool fy_t3dm_read_all(fy_t3dm_reader *r, ferry_job *job, ferry_window *in, ferry_scene *scene,
                      ferry_severity doubt, bool measure);

bool fy_t3dm_read(ferry_job *job, ferry_window *in, ferry_scene *scene);

#endif
