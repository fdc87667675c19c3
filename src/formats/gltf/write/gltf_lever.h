/*
 * gltf_lever.h: how far what is drawn moves if a node is a little off (docs/formats/gltf.md,
 * "Animations").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_LEVER_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_LEVER_H

#include "ferry64.h"
#include "formats/gltf/write/gltf_clips.h"
#include "formats/gltf/write/gltf_writer.h"

/* Of all nodes; NULL at the memory limit. */
fy_gltf_lever *fy_gltf_levers(fy_gltf *g, double height);

/* Of each node, how many channels of nodes the clip has on the longest chain through it: into so many parts an
 * error is shared. NULL at the memory limit. */
uint32_t *fy_gltf_shares(fy_gltf *g, const ferry_clip *clip);

/* What errors are parts of: of a box of that size, never 0. */
double fy_gltf_height(const ferry_box *box);

#endif
