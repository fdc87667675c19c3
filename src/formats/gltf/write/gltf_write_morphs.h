/* gltf_write_morphs.h: morphs as targets of a glTF file's meshes (docs/formats/gltf.md, "Morphs"). */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MORPHS_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_MORPHS_H

#include <jansson.h>

#include "formats/gltf/write/gltf_writer.h"

/* Lists which morphs each scene mesh has: `morphs`, and first and count in `streams`. False at the memory
 * limit. */
bool fy_gltf_list_targets(fy_gltf *g);

/* Adds the morphs of scene mesh `mesh` as targets of `primitive` of the file's mesh `object`, with their
 * names and weights of 0. False at a limit of the job. */
bool fy_gltf_put_targets(fy_gltf *g, uint32_t mesh, json_t *object, json_t *primitive);

#endif
