/*
 * pass_clips.h: clips go where the target cannot hold them: what is left is the rest pose, or tracks
 * of the targets that it takes. Morphs and vertex colour groups that no track drives go, too.
 */
#ifndef FERRY_CORE_PIPELINE_PASS_CLIPS_H
#define FERRY_CORE_PIPELINE_PASS_CLIPS_H

#include "ferry64.h"
#include "ferry64_format.h"

/* What moves goes, where the target cannot hold it. */
bool fy_pass_clips(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

/* Morphs that no track drives go. In memory of the job that may be released afterwards; false at the
 * limit. */
bool fy_drop_morphs(ferry_job *job, ferry_scene *scene);

/* The loss that the clips pass tells, for a writer whose settings forbid tracks but those of the targets in
 * `held`, bits 1 << ferry_target. */
void fy_clips_report_left_out(ferry_job *job, const ferry_scene *scene, uint32_t held);

#endif
