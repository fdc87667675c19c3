/*
 * t3dm_check_written.h: a T3DM file that was just written, held against the rules of the runtime:
 * nothing that `check` would refuse counts as done (docs/formats/t3dm.md, "Checking").
 */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_WRITTEN_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_WRITTEN_H

#include "ferry64.h"

/* Checks `count` T3DM files of the list from `first` on, whose streams are in the list, too.
 * False after the first file that breaks a rule, which is an error of the job, or at a limit of the job. */
bool fy_t3dm_check_written(ferry_job *job, const ferry_file_list *files, uint32_t first, uint32_t count);

#endif
