/* t3dm_write_skeleton.h: the bones, as scale, rotation and translation or, in L4 and L5, as matrices. */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_SKELETON_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_SKELETON_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_strings.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* All bones. */
void fy_t3dm_put_skeleton(ferry_out *out, fy_t3dm_strings *strings, const ferry_scene *scene,
                          const fy_t3dm_pose *pose);

#endif
