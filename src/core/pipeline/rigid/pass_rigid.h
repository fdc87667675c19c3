/*
 * pass_rigid.h: for targets with one joint per vertex: binds each weighted vertex to one joint.
 */
#ifndef FERRY_CORE_PIPELINE_RIGID_PASS_RIGID_H
#define FERRY_CORE_PIPELINE_RIGID_PASS_RIGID_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Replaces influences of several joints by influences of one, and reports the error. */
bool fy_pass_rigid(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

#endif
