/*
 * t3dm_layers.h: triangles that lie on triangles drawn before (docs/formats/t3dm.md, "Coplanar triangles").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_LAYERS_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_LAYERS_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* Makes decals of the triangles that lie on what is drawn before, and leaves out those that are drawn over.
 * Where something has to change, *scene becomes a shallow copy with other draws and meshes, and the plan gets
 * lists that fit it. `file` names the output in messages. False: no memory, or the job was stopped. */
bool fy_t3dm_plan_layers(ferry_job *job, const ferry_scene **scene, const char *file,
                         const fy_t3dm_pose *pose, fy_t3dm_plan *plan);

#endif
