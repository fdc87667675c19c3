/*
 * dae_clips.h: clips as animations of a COLLADA file: of matrices, which is what most programs play
 * (docs/formats/fbx.md, "COLLADA").
 */
#ifndef FERRY_FORMATS_DAE_DAE_CLIPS_H
#define FERRY_FORMATS_DAE_DAE_CLIPS_H

#include "formats/dae/dae_out.h"

bool fy_dae_put_clips(fy_dae *d);

#endif
