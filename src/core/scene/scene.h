/* scene.h: what core and formats share about scenes beyond ferry64.h. */
#ifndef FERRY_CORE_SCENE_SCENE_H
#define FERRY_CORE_SCENE_SCENE_H

#include "ferry64.h"

/* World matrix * inverse bind matrix of every joint of a skin; `joints` has skin->joint_count elements. */
void fy_skin_matrices(const ferry_scene *scene, const ferry_skin *skin, const ferry_matrix *worlds,
                      ferry_matrix *joints);

/* The weighted sum of joint matrices that moves a vertex of this influence from bind pose to the pose of
 * `joints`. */
ferry_matrix fy_influence_matrix(const ferry_skin *skin, uint32_t influence, const ferry_matrix *joints);

/* Whether a node leaves out its parent's own scale; and whether nothing is left of it below a parent scaled
 * like this. */
bool fy_compensates(const ferry_node *node);
bool fy_collapses(const ferry_node *node, const ferry_node *parent);

/* What messages about it name: its file, with the way through archives; one of no file by its name. */
const char *fy_scene_place(const ferry_scene *scene);

/* A scene of this job. */
ferry_scene *fy_scene_open(ferry_job *job);

/* The last element of a path, without its ending: "a/x.arc#bdl/link.bdl" -> "link"; text in the scene's
 * memory. Names of archive members are text already and stay as they are; a path that is no UTF-8 is made
 * text as source names are. */
const char *fy_stem(ferry_scene *scene, const char *path);

#endif
