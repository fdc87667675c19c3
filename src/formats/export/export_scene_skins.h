/* export_scene_skins.h: bones, and joints with their vertices (docs/formats/fbx.md, "Skins"). */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_SCENE_SKINS_H
#define FERRY_FORMATS_EXPORT_EXPORT_SCENE_SKINS_H

#include "ferry64.h"
#include "formats/export/export_scene_state.h"

/* Fills `bones`, all nodes of the trees with joints of skins, and `twins`, joints bound twice. */
bool fy_export_find_bones(fy_export_scene *x);

/* The vertices of each joint of a mesh. False if the job was stopped. */
bool fy_export_find_weights(const fy_export_scene *x, const ferry_mesh *mesh, fy_export_weights *weights);

/* The twin through which a joint is bound; FERRY_NONE: its node itself. */
uint32_t fy_export_twin_of(const fy_export_scene *x, uint32_t skin, uint32_t joint);

/* A bind matrix with the file's lengths. */
ferry_matrix fy_export_bind(const fy_export_scene *x, const ferry_joint *joint);

#endif
