/*
 * gltf_clips.h: what the files of the glTF writer share that see to animations (docs/formats/gltf.md,
 * "Animations").
 *
 *     gltf_write_clips.c   clips -> animations, a channel for each thing that moves
 *     gltf_write_tracks.c  tracks that are no channels -> extras; what is told of them
 *     gltf_visibility.c    tracks that switch nodes and draws -> channels
 *     gltf_pointers.c      tracks of materials -> channels
 *     gltf_channels.c      channels and their samplers
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_CLIPS_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_CLIPS_H

#include <jansson.h>

#include "ferry64.h"
#include "core/base/order.h"
#include "formats/gltf/write/gltf_writer.h"

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

/* How many tracks of each target are in the file; by fy_gltf_played. */
typedef struct fy_gltf_told {
    uint64_t tracks[FY_GLTF_PLAYED + 1][FERRY_TARGET_COUNT];
} fy_gltf_told;

#endif
