/*
 * pose.h: a scene's world matrices for a camera (docs/formats/j3d.md, "Skinning"; docs/rendering.md, "Pose").
 */
#ifndef FERRY_VIEW_POSE_H
#define FERRY_VIEW_POSE_H

#include "ferry64.h"

/* World matrices for one camera, which billboards face. */
typedef struct fy_pose {
    ferry_matrix *worlds;     /* of all nodes */
    ferry_matrix *influences; /* of the skin that was posed last: bind pose to world */
    ferry_vec3 *origins;      /* the origin as each influence transforms it */
    uint32_t skin;            /* the skin that was posed last */
} fy_pose;

/* Poses the nodes of a scene as they are, with billboards turned to the camera; in the job's memory. False at
 * its limit, or if `view` cannot be inverted. */
bool fy_pose_open(ferry_job *job, const ferry_scene *scene, const ferry_matrix *view, fy_pose *pose);

/* Poses the skin of a mesh; nothing to do for one without. */
bool fy_pose_skin(ferry_job *job, const ferry_scene *scene, uint32_t skin, fy_pose *pose);

/* The matrix that transforms vertex `v` of a draw's mesh. */
const ferry_matrix *fy_pose_matrix(const fy_pose *pose, const ferry_draw *draw, const ferry_mesh *mesh,
                                   uint32_t v);

#endif
