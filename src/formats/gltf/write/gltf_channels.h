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

/* To be closed also if there was no memory. */
bool fy_gltf_open_channels(fy_gltf *g, const ferry_clip *clip, fy_gltf_channels *c);
void fy_gltf_close_channels(fy_gltf_channels *c);

/* Each adds one; false at the memory limit. */
bool fy_gltf_put_channel(fy_gltf_channels *c, const fy_export_curve *curve, uint32_t node, const char *path);
bool fy_gltf_put_pointer(fy_gltf_channels *c, const fy_export_curve *curve, const char *pointer);

/* Node `node` of the file is switched: its scale is 0 or 1, or it is visible by KHR_animation_pointer. */
bool fy_gltf_put_scales(fy_gltf_channels *c, const fy_switches *switches, uint32_t node);
bool fy_gltf_put_visible(fy_gltf_channels *c, const fy_switches *switches, uint32_t node);

/* A channel that keeps a node where it is, for clips that have no other; and which node: played beside others
 * it shall hold nothing back. FERRY_NONE: there are no nodes. False at the memory limit. */
bool fy_gltf_find_still(fy_gltf *g, uint32_t *node);
bool fy_gltf_put_still(fy_gltf_channels *c, uint32_t node);

#endif
