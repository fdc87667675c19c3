/*
 * gltf_visibility.h: what is hidden, at rest and in clips, by KHR_node_visibility and by scales of 0
 * (docs/formats/gltf.md, "Visibility").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_VISIBILITY_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_VISIBILITY_H

#include <jansson.h>

#include "formats/gltf/write/gltf_clips.h"
#include "formats/gltf/write/gltf_writer.h"

/* Whether the mesh of draw `draw` has a skin: it does not stand below its node then, and no scale hides it.
 * */
bool fy_gltf_is_skinned(const fy_gltf *g, uint32_t draw);

/* Adds the channels of what a clip switches. False at a limit of the job. */
bool fy_gltf_put_visibility(fy_gltf_channels *c);

/* Fills in `g->switched`; to be called before the nodes are written. False at a limit of the job. */
bool fy_gltf_find_switched(fy_gltf *g);

/* Lets a node of the file be seen or not as `visible` says, where clips may change that (`moves`). */
void fy_gltf_set_visible(fy_gltf *g, json_t *node, bool visible, bool moves);

/* Lets the node of draw `draw`, which has no other children, be seen or not at rest. */
void fy_gltf_set_draw_visible(fy_gltf *g, json_t *node, uint32_t draw);

#endif
