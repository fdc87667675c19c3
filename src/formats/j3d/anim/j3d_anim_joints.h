/*
 * j3d_anim_joints.h: ANK1 (bck) and ANF1 (bca): tracks of joints (docs/formats/j3d.md, "Joint
 * animations").
 */
#ifndef FERRY_FORMATS_J3D_ANIM_J3D_ANIM_JOINTS_H
#define FERRY_FORMATS_J3D_ANIM_J3D_ANIM_JOINTS_H

#include "formats/j3d/anim/j3d_anim_tracks.h"

extern const fy_j3d_anim_kind fy_j3d_joint_keys;

extern const fy_j3d_anim_kind fy_j3d_joint_frames;

#endif
