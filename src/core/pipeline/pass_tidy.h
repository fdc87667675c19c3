/*
 * pass_tidy.h: drops what the target would store in vain: triangles without area, unused vertices, and draws
 * that are empty or never visible. Materials and textures stay, since writers take only those they need.
 */
#ifndef FERRY_CORE_PIPELINE_PASS_TIDY_H
#define FERRY_CORE_PIPELINE_PASS_TIDY_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Drops triangles without area, unused vertices, and draws without triangles. */
bool fy_pass_tidy(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

/* Drops vertices that no triangle uses from all meshes, and from morphs and vertex colour groups. False at
 * the limit, or stopped. */
bool fy_drop_unused_vertices(ferry_job *job, ferry_scene *scene);

/* Drops the draws of coarser levels of detail, with their tracks, and reports that as a loss. False at the
 * limit. */
bool fy_drop_levels(ferry_job *job, ferry_scene *scene);

#endif
