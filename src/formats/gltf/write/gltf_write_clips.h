/* gltf_write_clips.h: clips as animations of a glTF file (docs/formats/gltf.md, "Animations"). */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_CLIPS_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_CLIPS_H

#include "formats/gltf/write/gltf_writer.h"

/* Of each clip whether no other has its name; those of several kinds bear their kind. NULL at the
 * memory limit. */
bool *fy_gltf_find_alone(fy_gltf *g);

bool fy_gltf_put_clips(fy_gltf *g);

#endif
