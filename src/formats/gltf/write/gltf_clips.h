/*
 * gltf_clips.h: what the files of the glTF writer share that see to animations (docs/formats/gltf.md,
 * "Animations").
 *
 *     gltf_write_clips.c   clips -> animations, a channel for each thing that moves
 *     gltf_write_tracks.c  tracks that are no channels -> extras; what is told of them
 *     gltf_visibility.c    tracks that switch nodes and draws -> channels
 *     gltf_pointers.c      tracks of materials -> channels
 *     gltf_channels.c      channels and their samplers
 *     gltf_curve.c         tracks -> samples -> keys
 *     gltf_lever.c         how far an error moves what is drawn
 */
#ifndef FERRY_FORMATS_GLTF_CLIPS_H
#define FERRY_FORMATS_GLTF_CLIPS_H

#include "core/base/order.h"
#include "core/scene/visible.h"
#include "formats/gltf/write/gltf_curve.h"

typedef enum fy_gltf_path { FY_GLTF_MOVE, FY_GLTF_TURN, FY_GLTF_SCALE, FY_GLTF_PATHS } fy_gltf_path;

/* By how many units of the source anything that a node carries moves at most, if its translation is off by
 * one, its rotation by one radian, its scale by one. */
typedef struct fy_gltf_lever {
    double of[FY_GLTF_PATHS];
} fy_gltf_lever;

/* Of all nodes; NULL at the memory limit. */
fy_gltf_lever *fy_gltf_levers(fy_gltf *g, double height);

/* Of each node, how many channels of nodes the clip has on the longest chain through it: into so many parts an
 * error is shared. NULL at the memory limit. */
uint32_t *fy_gltf_shares(fy_gltf *g, const ferry_clip *clip);

/* What errors are parts of: of a box of that size, never 0. */
double fy_gltf_height(const ferry_box *box);

/* gltf_write_clips.c: of each clip whether no other has its name; those of several kinds bear their kind. NULL at the
 * memory limit. */
bool *fy_gltf_find_alone(fy_gltf *g);

/* --------------------------------------------------------------------------------------------- channels */

/* Which programs play a track. */
typedef enum fy_gltf_played { FY_GLTF_UNPLAYED, FY_GLTF_BY_POINTER, FY_GLTF_PLAYED } fy_gltf_played;

typedef struct fy_gltf_input fy_gltf_input;

/* Those of one clip. */
typedef struct fy_gltf_channels {
    fy_gltf *g;
    const ferry_clip *clip;
    json_t *channels, *samplers;
    fy_gltf_input *inputs;
    uint32_t input_count, input_capacity;
    fy_order order;
    uint64_t keys;
    uint32_t plain;  /* channels that every program plays */
    uint8_t *played; /* of each track: fy_gltf_played */
} fy_gltf_channels;

/* To be closed also if there was no memory. */
bool fy_gltf_open_channels(fy_gltf *g, const ferry_clip *clip, fy_gltf_channels *c);
void fy_gltf_close_channels(fy_gltf_channels *c);

/* Each adds one; false at the memory limit. */
bool fy_gltf_put_channel(fy_gltf_channels *c, const fy_gltf_curve *curve, uint32_t node, const char *path);
bool fy_gltf_put_pointer(fy_gltf_channels *c, const fy_gltf_curve *curve, const char *pointer);

/* Node `node` of the file is switched: its scale is 0 or 1, or it is visible by KHR_animation_pointer. */
bool fy_gltf_put_scales(fy_gltf_channels *c, const fy_switches *switches, uint32_t node);
bool fy_gltf_put_visible(fy_gltf_channels *c, const fy_switches *switches, uint32_t node);

/* A channel that keeps a node where it is, for clips that have no other; and which node: played beside others
 * it shall hold nothing back. FERRY_NONE: there are no nodes. False at the memory limit. */
bool fy_gltf_find_still(fy_gltf *g, uint32_t *node);
bool fy_gltf_put_still(fy_gltf_channels *c, uint32_t node);

/* gltf_visibility.c: all channels of what a clip switches. */
bool fy_gltf_put_visibility(fy_gltf_channels *c);

/* gltf_pointers.c: finds out which looks slide; before the materials are written. False if the job was ended.
 */
bool fy_gltf_find_slides(fy_gltf *g);

/* All channels of what a clip makes of materials, by KHR_animation_pointer. */
bool fy_gltf_put_pointers(fy_gltf_channels *c);

/* ------------------------------------------------------------------------------------------------ tracks */

/* How many tracks of each target are in the file; by fy_gltf_played. */
typedef struct fy_gltf_told {
    uint64_t tracks[FY_GLTF_PLAYED + 1][FERRY_TARGET_COUNT];
} fy_gltf_told;

/* Tracks of a clip that translation, rotation, scale and weights cannot say: the value of its key `tracks` in
 * extras; NULL: there are none. */
json_t *fy_gltf_list_tracks(fy_gltf_channels *c, fy_gltf_told *told);

/* What the tracks of vertex colours mean: `extras.paints` of the file. False at the memory limit. */
bool fy_gltf_put_paints(fy_gltf *g);

void fy_gltf_tell_tracks(const fy_gltf *g, const fy_gltf_told *told);

#endif
