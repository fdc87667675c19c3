/*
 * passes.h: what happens to a scene between reading and writing, steered by what the target can hold.
 */
#ifndef FERRY_CORE_PASSES_H
#define FERRY_CORE_PASSES_H

#include "ferry64_format.h"

typedef struct fy_pass {
    const char *name;
    bool (*needed)(const ferry_caps *caps);
    bool (*run)(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);
} fy_pass;

/* In the order they run, ended by a NULL name. */
extern const fy_pass fy_passes[];

/* Runs what `caps` needs, up to and with the pass named `after` (NULL: all). */
bool fy_run_passes(ferry_job *job, ferry_scene *scene, const ferry_caps *caps, const char *after);

/* pass_clips.c: what moves goes, where the target cannot hold it. */
bool fy_pass_clips(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

/* Morphs that no track drives go. In memory of the job that may be released afterwards; false at the limit. */
bool fy_drop_morphs(ferry_job *job, ferry_scene *scene);

/* pass_poses.c: vertices that morphs move become a few poses that are shown in turn, if the user asks for it. */
bool fy_pass_poses(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

/* pass_transforms.c: scale rules become T * R * S, with helper nodes where one node cannot hold the result. */
bool fy_pass_transforms(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

/* pass_fold.c: helper nodes become part of the node above, where that is exact. A step of the pass above. */
bool fy_fold_helpers(ferry_job *job, ferry_scene *scene);

/* pass_scales.c: scales at rest become part of vertices and of the nodes below, where that is exact. A step of the pass above, the
 * last one. */
bool fy_fold_scales(ferry_job *job, ferry_scene *scene);

/* pass_rigid.c: influences of several joints become influences of one, measured. */
bool fy_pass_rigid(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

/* pass_tidy.c: triangles without area, unused vertices and draws of nothing go. */
bool fy_pass_tidy(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

#endif
