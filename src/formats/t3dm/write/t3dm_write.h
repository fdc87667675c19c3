/* t3dm_write.h: writes T3DM files (docs/formats/t3dm.md, "Layout"). */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_plan.h"

bool fy_t3dm_write(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files);

/* For tests: writes a scene whose draws have the materials of `plan`, in one file. The bytes are the
 * job's. */
bool fy_t3dm_write_files(ferry_job *job, const ferry_scene *scene, const char *name, const fy_t3dm_plan *plan,
                         fy_t3dm_models *result);

/* The first file alone. */
bool fy_t3dm_write_planned(ferry_job *job, const ferry_scene *scene, const char *name,
                           const fy_t3dm_plan *plan, ferry_bytes *bytes);

#endif
