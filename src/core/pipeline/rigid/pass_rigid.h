/*
 * pass_rigid.h: for targets with one joint a vertex, each weighted vertex is hung on one joint of its
 * influence.
 */
#ifndef FERRY_CORE_PIPELINE_RIGID_PASS_RIGID_H
#define FERRY_CORE_PIPELINE_RIGID_PASS_RIGID_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Influences of several joints become influences of one, measured. */
bool fy_pass_rigid(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

#endif
