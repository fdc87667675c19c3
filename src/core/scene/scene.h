/* scene.h: functions on scenes that core and formats share, beyond ferry64.h. */
#ifndef FERRY_CORE_SCENE_SCENE_H
#define FERRY_CORE_SCENE_SCENE_H

#include "ferry64.h"

/* World matrix * inverse bind matrix of every joint of a skin; `joints` has skin->joint_count elements. */
void fy_skin_matrices(const ferry_scene *scene, const ferry_skin *skin, const ferry_matrix *worlds,
                      ferry_matrix *joints);

/* The weighted sum of joint matrices that moves a vertex of this influence from bind pose to the pose of
 * `joints`. */
ferry_matrix fy_influence_matrix(const ferry_skin *skin, uint32_t influence, const ferry_matrix *joints);

/* Whether a node's scale rule cancels its parent's own scale; and whether it makes the node collapse below
 * this parent. */
bool fy_compensates(const ferry_node *node);
bool fy_collapses(const ferry_node *node, const ferry_node *parent);

/* The name of a scene in messages: its file with the path through archives; without a file, its own name. */
const char *fy_scene_place(const ferry_scene *scene);

/* Opens an empty scene that shares the job's memory account. */
ferry_scene *fy_scene_open(ferry_job *job);

/* The last element of a path, without its extension: "a/x.arc#bdl/link.bdl" -> "link"; text in the scene's
 * memory. Names of archive members are text already; other paths that are not UTF-8 become text as names in
 * files do. */
const char *fy_stem(ferry_scene *scene, const char *path);

#endif
