/*
 * gltf_channels.h: channels of an animation, with their samplers (docs/formats/gltf.md, "Animations").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_CHANNELS_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_CHANNELS_H

#include "ferry64.h"
#include "core/scene/visible.h"
#include "formats/export/export_curve.h"
#include "formats/gltf/write/gltf_clips.h"
#include "formats/gltf/write/gltf_writer.h"

/* Begins the channels of one clip; to be closed also if there was no memory. False at the memory limit. */
bool fy_gltf_open_channels(fy_gltf *g, const ferry_clip *clip, fy_gltf_channels *c);

/* Gives back what `c` holds; lists that were put into the file stay there. */
void fy_gltf_close_channels(fy_gltf_channels *c);

/* Adds a channel of a node of the file (`path` as in glTF: "translation"), or of what a JSON pointer names
 * (KHR_animation_pointer), with the curve's keys in seconds. False at the memory limit. */
bool fy_gltf_put_channel(fy_gltf_channels *c, const fy_export_curve *curve, uint32_t node, const char *path);
bool fy_gltf_put_pointer(fy_gltf_channels *c, const fy_export_curve *curve, const char *pointer);

/* Adds a channel that switches node `node` of the file: by a scale of 0 or 1, or by KHR_node_visibility.
 * False at the memory limit. */
bool fy_gltf_put_scales(fy_gltf_channels *c, const fy_switches *switches, uint32_t node);
bool fy_gltf_put_visible(fy_gltf_channels *c, const fy_switches *switches, uint32_t node);

/* Sets `*node` to the node for fy_gltf_put_still(), the first that no clip moves, so that the channel holds
 * nothing back in clips that are played together; else node 0, or FERRY_NONE: there are no nodes. False at
 * the memory limit. */
bool fy_gltf_find_still(fy_gltf *g, uint32_t *node);

/* Adds a channel that keeps that node where it is, for a clip that has no other: glTF has no animation
 * without channels. False at the memory limit. */
bool fy_gltf_put_still(fy_gltf_channels *c, uint32_t node);

#endif
