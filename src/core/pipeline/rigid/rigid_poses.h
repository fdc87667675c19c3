/* rigid_poses.h: sums over joints and influences in the rest pose and poses of all clips. */
#ifndef FERRY_CORE_PIPELINE_RIGID_RIGID_POSES_H
#define FERRY_CORE_PIPELINE_RIGID_RIGID_POSES_H

#include "ferry64.h"
#include "core/pipeline/rigid/rigid.h"

/* Sums of joints, and of candidates but for normals. The rest pose comes last: its matrices stay, for
 * measuring. False at the memory limit, or if the job was stopped. */
bool fy_rigid_sum_poses(fy_rigid *r, const ferry_scene *scene);

/* The axes of bones between joints, once these are listed; then sums of those bones, once they have room. */
bool fy_rigid_find_axes(fy_rigid *r, const ferry_scene *scene);
bool fy_rigid_sum_blends(fy_rigid *r, const ferry_scene *scene);

/* Normals of the candidates that are chosen. */
bool fy_rigid_sum_normals(fy_rigid *r, const ferry_scene *scene);

/* Normals go from bind pose to the pose by `to`, the blended matrix's, and back by the joint's alone. */
void fy_rigid_add_normals(ferry_matrix *sum, const ferry_matrix *joint, const ferry_matrix *to);

#endif
