/* t3dm_facing.h: which way a triangle faces, against its normals. */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_FACING_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_FACING_H

#include "ferry64.h"

/* Above 0: a triangle faces where its corners' normals point to. Below: away from there. */
double fy_t3dm_facing(const ferry_mesh *mesh, uint32_t triangle);

#endif
