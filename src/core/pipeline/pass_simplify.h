/* pass_simplify.h: fewer triangles, if the user asks for it (docs/simplify.md). */
#ifndef FERRY_CORE_PIPELINE_PASS_SIMPLIFY_H
#define FERRY_CORE_PIPELINE_PASS_SIMPLIFY_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Simplifies as the settings ask, and reports the result. */
bool fy_pass_simplify(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

#endif
