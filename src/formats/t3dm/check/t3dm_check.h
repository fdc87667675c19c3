/*
 * t3dm_check.h: a T3DM file, of any layout, held against every rule of the runtime that reads it
 * (docs/formats/t3dm.md, "Checking").
 */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Reads the file into `scene` and says everything about it: an error is what the runtime would draw wrongly,
 * assert or crash on; a warning is advice on what is wasteful or misleading. False if the file could not even
 * be read, or the job was stopped; a rule that is broken is no reason for it: count the job's errors. */
bool fy_t3dm_check(ferry_job *job, ferry_window *in, ferry_scene *scene);

#endif
