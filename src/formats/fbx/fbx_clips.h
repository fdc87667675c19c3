/*
 * fbx_clips.h: clips as stacks of an FBX file (docs/formats/fbx.md, "Animations"). A stack has
 * one layer, a layer a node for each thing that moves, that one a curve for each number.
 */
#ifndef FERRY_FORMATS_FBX_FBX_CLIPS_H
#define FERRY_FORMATS_FBX_FBX_CLIPS_H

#include "formats/fbx/fbx_objects.h"

bool fy_fbx_put_clips(fy_fbx *f);

#endif
