/* gltf_write_clips.h: clips as animations of a glTF file (docs/formats/gltf.md, "Animations"). */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_CLIPS_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_CLIPS_H

#include "formats/gltf/write/gltf_writer.h"

/* Adds an animation for each clip. All else of the file must be there. False after an error. */
bool fy_gltf_put_clips(fy_gltf *g);

#endif
