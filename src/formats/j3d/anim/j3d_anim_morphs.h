/*
 * j3d_anim_morphs.h: CLS1 (bls): shapes that groups of vertices take, and CLK1 (blk), CLF1 (bla):
 * their weights (docs/formats/j3d.md, "Morph shapes").
 */
#ifndef FERRY_FORMATS_J3D_ANIM_J3D_ANIM_MORPHS_H
#define FERRY_FORMATS_J3D_ANIM_J3D_ANIM_MORPHS_H

#include "formats/j3d/anim/j3d_anim_tracks.h"

extern const fy_j3d_anim_kind fy_j3d_morph_shapes;

extern const fy_j3d_anim_kind fy_j3d_weight_keys;

extern const fy_j3d_anim_kind fy_j3d_weight_frames;

#endif
