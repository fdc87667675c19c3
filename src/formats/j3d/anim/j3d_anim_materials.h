/*
 * j3d_anim_materials.h: TTK1 (btk), TPT1 (btp), TRK1 (brk), PAK1 (bpk), PAF1 (bpa): what moves in
 * materials, which they find by name (docs/formats/j3d.md, "Material animations").
 */
#ifndef FERRY_FORMATS_J3D_ANIM_J3D_ANIM_MATERIALS_H
#define FERRY_FORMATS_J3D_ANIM_J3D_ANIM_MATERIALS_H

#include "formats/j3d/anim/j3d_anim_tracks.h"

extern const fy_j3d_anim_kind fy_j3d_texture_matrices;

extern const fy_j3d_anim_kind fy_j3d_texture_numbers;

extern const fy_j3d_anim_kind fy_j3d_registers;

extern const fy_j3d_anim_kind fy_j3d_color_keys;

extern const fy_j3d_anim_kind fy_j3d_color_frames;

#endif
