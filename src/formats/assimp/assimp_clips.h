/*
 * assimp_clips.h: animations of nodes and of morphs become clips (docs/formats/generic.md,
 * "Animations").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_CLIPS_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_CLIPS_H

#include "formats/assimp/assimp.h"

/* Adds a clip to the scene for each animation of the file. Nodes and morphs must be there. False after an
 * error. */
bool fy_assimp_read_clips(fy_assimp *a);

#endif
