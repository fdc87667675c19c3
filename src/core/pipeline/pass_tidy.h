/*
 * pass_tidy.h: what the target would only carry along goes: triangles without area, vertices that no
 * triangle uses, draws of nothing and those that are never seen. Materials and textures stay, since a
 * writer takes those it needs.
 */
#ifndef FERRY_CORE_PIPELINE_PASS_TIDY_H
#define FERRY_CORE_PIPELINE_PASS_TIDY_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Triangles without area, unused vertices and draws of nothing go. */
bool fy_pass_tidy(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);

/* Of all meshes the vertices that no triangle uses, with what morphs and vertex colour groups say of them.
 * False at the limit, or stopped. */
bool fy_drop_unused_vertices(ferry_job *job, ferry_scene *scene);

/* Draws of coarser levels of detail, with their tracks; a loss says so. False at the limit. */
bool fy_drop_levels(ferry_job *job, ferry_scene *scene);

#endif
