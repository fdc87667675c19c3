/* t3dm_normal_space.h: the space that normals are stored in. */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_NORMAL_SPACE_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_NORMAL_SPACE_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_normal.h"

/* `bone`: what carries stored positions, at rest. `to_bone`: mesh -> stored positions. */
fy_t3dm_normals fy_t3dm_normals_of(const ferry_matrix *bone, const ferry_matrix *to_bone);

/* The way back, to be made unit length. */
ferry_matrix fy_t3dm_normals_back(const fy_t3dm_normals *normals);

/* As it is stored, but for its bits. `turned`: games turn it and make it unit length. No normal stays
 * none. */
ferry_vec3 fy_t3dm_carry_normal(const fy_t3dm_normals *normals, ferry_vec3 normal, bool turned);

#endif
