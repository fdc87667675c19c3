/* t3dm_shared_scale.c: the base scale that a model says it needs, where several models share one. */
#include "formats/t3dm/grid/t3dm_shared_scale.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/grid/t3dm_grid.h"
#include "formats/t3dm/grid/t3dm_helper.h"
#include "formats/t3dm/pose/t3dm_skeleton.h"

bool fy_t3dm_shared_setting(ferry_job *job, const ferry_scene *scene, double *scale) {
    fy_t3dm_pose pose;
    ferry_mark mark = ferry_job_mark(job);
    const ferry_scene *helped = fy_t3dm_with_helpers(job, scene, scene->name, false);
    const ferry_scene *written = helped ? fy_t3dm_with_grids(job, helped, scene->name, false) : NULL;
    bool chosen = written && fy_t3dm_build_pose(job, written, scene->name, &pose);
    if (chosen) *scale = pose.scale;
    ferry_job_release(job, mark);
    return chosen;
}
