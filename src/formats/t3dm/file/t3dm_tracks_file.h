/* t3dm_tracks_file.h: the tracks chunk as the file holds it (docs/formats/t3dm.md, "Tracks"). */
#ifndef FERRY_FORMATS_T3DM_FILE_T3DM_TRACKS_FILE_H
#define FERRY_FORMATS_T3DM_FILE_T3DM_TRACKS_FILE_H

#include "ferry64.h"

#define FY_T3DM_TRACKS 'F' /* type of the chunk, and its first word: */
#define FY_T3DM_TRACKS_MAGIC 0x46363454u
#define FY_T3DM_TRACKS_VERSION 1

/* Kinds of sections: four letters. */
#define FY_T3DM_TRACKS_BILLBOARDS 0x42494C4Cu
#define FY_T3DM_TRACKS_HIDDEN 0x48494445u
#define FY_T3DM_TRACKS_CLIPS 0x434C4950u
#define FY_T3DM_TRACKS_TRACKS 0x5452414Bu
#define FY_T3DM_TRACKS_TIMES 0x54494D45u
#define FY_T3DM_TRACKS_VALUES 0x56414C55u
#define FY_T3DM_TRACKS_MORPHS 0x4D525048u
#define FY_T3DM_TRACKS_MOVES 0x4D4F5645u
#define FY_T3DM_TRACKS_SHIFTS 0x53484654u
#define FY_T3DM_TRACKS_AREAS 0x41524541u
#define FY_T3DM_TRACKS_VERTICES 0x56455254u

/* Bytes of a record of each, and of what stands before. */
enum {
    FY_T3DM_TRACKS_HEADER = 8,
    FY_T3DM_TRACKS_SECTION = 12,
    FY_T3DM_BILLBOARD_BYTES = 4,
    FY_T3DM_HIDDEN_BYTES = 4,
    FY_T3DM_CLIP_BYTES = 28,
    FY_T3DM_TRACK_BYTES = 24,
    FY_T3DM_TIME_BYTES = 4,
    FY_T3DM_VALUE_BYTES = 2,
    FY_T3DM_MORPH_BYTES = 12,
    FY_T3DM_MOVE_BYTES = 14,
    FY_T3DM_SHIFT_BYTES = 8,
    FY_T3DM_AREA_BYTES = 8,
    FY_T3DM_AREA_VERTEX_BYTES = 4,
};

/* What a track drives, as in the file. */
typedef enum fy_t3dm_target {
    FY_T3DM_TARGET_VISIBLE = 1,     /* object: of the O chunks; 0 hides it */
    FY_T3DM_TARGET_MATERIAL = 2,    /* object: of the O chunks; the value is one of the M chunks; stepped */
    FY_T3DM_TARGET_TILE_OFFSET = 3, /* object: of the M chunks; slot: tile; s, t in texels */
    FY_T3DM_TARGET_PRIM = 4,        /* object: of the M chunks; r, g, b, a, 0..255 */
    FY_T3DM_TARGET_ENV = 5,
    FY_T3DM_TARGET_MORPH = 6, /* object: of the morphs; weight */
    FY_T3DM_TARGET_AREA = 7,  /* object: of the areas; r, g, b, a, 0..255 */
} fy_t3dm_target;

enum { FY_T3DM_NO_ANIMATION = 0xFFFF, FY_T3DM_TRACK_WIDTH = 4 };

typedef struct fy_t3dm_track {
    uint8_t target, slot, width;       /* numbers a key */
    ferry_interpolation interpolation; /* FERRY_STEP, FERRY_LINEAR */
    uint32_t object, key_count;
    const float *times, *values; /* seconds from 0 on, not falling; two at one time are a jump */
} fy_t3dm_track;

#endif
