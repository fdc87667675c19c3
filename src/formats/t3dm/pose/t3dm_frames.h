/*
 * t3dm_frames.h: bones in the order of the file, and the way from a mesh to the space that the file
 * stores.
 */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_FRAMES_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_FRAMES_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* Without a scale: decides about the skeleton and orders the bones. */
bool fy_t3dm_stand(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose);

/* Whether bones are to be written, as far as the layout has them. */
bool fy_t3dm_wants_skeleton(const ferry_job *job, const ferry_scene *scene);

/* The frames of a draw: one for each joint of its mesh's skin, or a single one, put into `own`. */
const fy_t3dm_frame *fy_t3dm_frames(const fy_t3dm_pose *pose, const ferry_scene *scene,
                                    const ferry_draw *draw, fy_t3dm_frame *own);

/* The joint that carries a vertex; 0 for a mesh without a skin. */
uint32_t fy_t3dm_joint(const ferry_scene *scene, const ferry_mesh *mesh, uint32_t vertex);

/* Where a frame puts a position; double, so that rounding happens once. */
void fy_t3dm_point(const ferry_matrix *matrix, ferry_vec3 position, double result[3]);

#endif
