/*
 * assimp_clips.h: animations of nodes and of morphs become clips (docs/formats/generic.md,
 * "Animations").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_CLIPS_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_CLIPS_H

#include "formats/assimp/assimp.h"

bool fy_assimp_read_clips(fy_assimp *a);

#endif
