/* j3d_anim_shapes.h: VAF1 (bva): which shapes are shown (docs/formats/j3d.md, "Visibility"). */
#ifndef FERRY_FORMATS_J3D_ANIM_J3D_ANIM_SHAPES_H
#define FERRY_FORMATS_J3D_ANIM_J3D_ANIM_SHAPES_H

#include "formats/j3d/anim/j3d_anim_tracks.h"

extern const fy_j3d_anim_kind fy_j3d_visibility;

#endif
