/*
 * t3dm_material.h: plans the materials of a T3DM model: which combiner, modes, colours and tiles each
 * scene material becomes (docs/formats/t3dm.md, "Materials"; docs/what-is-lost.md, "Materials").
 * Materials with GX state: t3dm_material_gx.c.
 */
#ifndef FERRY_FORMATS_T3DM_MATERIAL_T3DM_MATERIAL_H
#define FERRY_FORMATS_T3DM_MATERIAL_T3DM_MATERIAL_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* Maps the scene's materials, chooses texture formats and adds the texture files to `files` (NULL: only
 * plans). `name` is the output's path. Memory is the job's. Losses are reported by material. */
bool fy_t3dm_plan_materials(ferry_job *job, const ferry_scene *scene, const char *name, fy_t3dm_plan *plan,
                            ferry_file_list *files);

#endif
