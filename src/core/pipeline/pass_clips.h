/*
 * pass_clips.h: drops clips that the target cannot hold: only the rest pose is left, or tracks of the kinds
 * that it supports. Morphs and vertex colour groups that no track drives are dropped, too.
 */
#ifndef FERRY_CORE_PIPELINE_PASS_CLIPS_H
#define FERRY_CORE_PIPELINE_PASS_CLIPS_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Drops animations that the target cannot hold. */
bool fy_pass_clips(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

/* Drops morphs that no track drives. Its memory may be released afterwards; false at the limit. */
bool fy_drop_morphs(ferry_job *job, ferry_scene *scene);

/* Reports the loss of the clips pass on behalf of a writer whose settings allow only tracks of the targets in
 * `held`, bits 1 << ferry_target. */
void fy_clips_report_left_out(ferry_job *job, const ferry_scene *scene, uint32_t held);

#endif
