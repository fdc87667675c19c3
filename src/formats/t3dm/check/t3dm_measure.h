/* t3dm_measure.h: what a T3DM file costs, of any layout: drawing, state, memory (docs/cost.md). */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_MEASURE_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_MEASURE_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_cost.h"

/* Reads the file, of any layout, into `scene`, and sets `*breakdown`: counts, cycles and bytes (t3dm_cost.h).
 * The scene may hold the files before it of the same model, whose sprites are not counted again. The
 * breakdown's lists are in the job's memory, its names are the scene's. False after an error. */
bool fy_t3dm_measure(ferry_job *job, ferry_window *in, ferry_scene *scene, fy_t3dm_breakdown *breakdown);

/* Adds up all that can be: everything but layout and objects' names. */
void fy_t3dm_breakdown_add(fy_t3dm_breakdown *sum, const fy_t3dm_breakdown *more);

#endif
