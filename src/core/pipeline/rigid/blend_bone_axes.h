/* blend_bone_axes.h: the axes along which a bone between joints is stretched. */
#ifndef FERRY_CORE_PIPELINE_RIGID_BLEND_BONE_AXES_H
#define FERRY_CORE_PIPELINE_RIGID_BLEND_BONE_AXES_H

#include "ferry64.h"

/* How a bone is stretched, over poses: of xx, yy, zz, yz, zx and xy of the symmetric matrices that stretch,
 * the products of each with each, summed up. */
typedef struct fy_blend_bone_stretch {
    double sums[6][6];
} fy_blend_bone_stretch;

void fy_blend_bone_add_stretch(fy_blend_bone_stretch *to, const ferry_matrix *stretch);

/* A rotation; its columns are the axes that leave the least off the diagonals of all those matrices. Axes
 * that nothing tells apart stay as they are. */
ferry_matrix fy_blend_bone_axes(const fy_blend_bone_stretch *of);

#endif
