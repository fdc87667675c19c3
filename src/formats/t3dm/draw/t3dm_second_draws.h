/*
 * t3dm_second_draws.h: draws of a scene that are drawn once more, with another material of the plan
 * (docs/what-is-lost.md, "Toon ramps").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_SECOND_DRAWS_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_SECOND_DRAWS_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* Each comes behind its first one, and after all that is opaque and lies as deep (t3dm_inner.h). Where there
 * are any, *scene becomes a copy in the job's memory, and the plan speaks about it. `file`: for messages.
 * False at the memory limit, or when the job was stopped. */
bool fy_t3dm_add_second_draws(ferry_job *job, const ferry_scene **scene, const char *file,
                              fy_t3dm_plan *plan);

#endif
