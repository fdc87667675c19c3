/*
 * ttyd.h: actors of Paper Mario: The Thousand-Year Door (docs/formats/ttyd.md): what the files of this folder
 * hand to each other while one is read.
 *
 *     blocks -> animations (deltas) -> shapes -> groups (nodes, draws) -> materials -> tracks
 *
 * Animations are read before the nodes are made: a transform becomes one node where nothing of it moves, and
 * a chain of them where it does.
 *
 * "False after an error" in the headers of this folder: the file is refused with a message at its byte
 * offset, or the job is at its memory limit, cancelled or past its deadline. Memory is the job's, and is
 * released once the actor is read (ttyd_read.c); what the scene keeps is the scene's.
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_H
#define FERRY_FORMATS_TTYD_TTYD_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "machine/gx/gx_texture.h"

/* Blocks 2..26 in their order ("Blocks"). */
typedef enum fy_ttyd_block {
    FY_TTYD_SHAPES,
    FY_TTYD_POLYGONS,
    FY_TTYD_POSITIONS,
    FY_TTYD_POSITION_INDICES,
    FY_TTYD_NORMALS,
    FY_TTYD_NORMAL_INDICES,
    FY_TTYD_COLORS,
    FY_TTYD_COLOR_INDICES,
    FY_TTYD_UV_INDICES, /* set 0; the other seven follow */
    FY_TTYD_UVS = FY_TTYD_UV_INDICES + 8,
    FY_TTYD_PLACINGS, /* texture transforms: entry i belongs to sampler i */
    FY_TTYD_SAMPLERS,
    FY_TTYD_RECORDS,
    FY_TTYD_SUBSHAPES,
    FY_TTYD_SWITCHES, /* visibility entries */
    FY_TTYD_FLOATS,
    FY_TTYD_GROUPS,
    FY_TTYD_ANIMATIONS,
    FY_TTYD_BLOCKS,
} fy_ttyd_block;

enum {
    FY_TTYD_HEADER = 0x1B0,
    FY_TTYD_UNITS = 8, /* texture units of a subshape */
    FY_TTYD_FLOATS_A_GROUP = 24,
    FY_TTYD_RATE = 60, /* frames a second */
    FY_TTYD_MAX_DRAW_MODE = 3,
};

/* A key frame changes one element: deltas of one element in one key frame are one move. All in the file's
 * units. */
typedef struct fy_ttyd_move {
    uint32_t element, key;
    union {
        double offset[3]; /* positions, normals */
        struct {
            double image, shift[2];
        } placing;
        int32_t change; /* visibility */
        struct {
            double jump, smooth;  /* at the start of the interval; over it */
            double leave, arrive; /* slopes a frame */
        } curve;
    } by;
} fy_ttyd_move;

typedef enum fy_ttyd_kind {
    FY_TTYD_MOVE_POSITIONS,
    FY_TTYD_MOVE_NORMALS,
    FY_TTYD_MOVE_PLACINGS,
    FY_TTYD_MOVE_SWITCHES,
    FY_TTYD_MOVE_FLOATS,
    FY_TTYD_KINDS,
} fy_ttyd_kind;

/* By key frame and element; those of placings, switches and floats by element and key frame. */
typedef struct fy_ttyd_moves {
    fy_ttyd_move *data;
    uint32_t count;
} fy_ttyd_moves;

typedef struct fy_ttyd_clip {
    const char *name;
    ferry_window window;
    double start, length; /* frames */
    bool loops;
    uint32_t key_count;
    double *times; /* seconds from the start */
    fy_ttyd_moves moves[FY_TTYD_KINDS];
} fy_ttyd_clip;

/* One number of a node as a sum of transform floats: (constant + sum of sign * float) * unit, or 1 divided by
 * that (1/0 counts as 0). */
typedef struct fy_ttyd_channel {
    ferry_target target;
    uint32_t node, axis;
    uint32_t floats[3];
    int8_t signs[3]; /* 0: no such float */
    double constant, unit;
    bool inverse;
} fy_ttyd_channel;

typedef struct fy_ttyd_group {
    bool reached, joint;
    uint32_t parent; /* group */
    uint32_t before; /* the sibling that names it as the next one */
    uint32_t shape, entry, floats;
    uint32_t frame; /* node that draws and children hang on */
    uint32_t depth;
} fy_ttyd_group;

/* A mesh for each subshape of each shape. */
typedef struct fy_ttyd_part {
    uint32_t shape, subshape, mesh, material;
} fy_ttyd_part;

/* What a draw came from. */
typedef struct fy_ttyd_drawn {
    uint32_t group, part;
} fy_ttyd_drawn;

/* What an element of the file became a part of: a channel of a node; unit `sub` of a material; vertex `sub`
 * of a mesh. */
typedef struct fy_ttyd_link {
    uint32_t element, object, sub;
} fy_ttyd_link;

/* By element, once sorted. */
typedef struct fy_ttyd_links {
    fy_ttyd_link *data;
    uint32_t count, capacity;
} fy_ttyd_links;

typedef struct fy_ttyd {
    ferry_job *job;
    ferry_scene *scene;
    ferry_window *file;
    ferry_window blocks[FY_TTYD_BLOCKS];
    uint32_t counts[FY_TTYD_BLOCKS];
    uint64_t spent; /* see fy_ttyd_spend() */

    fy_ttyd_clip *clips;
    uint32_t clip_count;
    uint8_t *moved; /* transform floats and texture transforms that some animation changes */
    uint8_t *shifted;

    fy_ttyd_part *parts;
    uint32_t part_count;
    uint32_t *first_parts; /* of each shape, and one behind the last */

    fy_ttyd_group *groups;
    uint32_t *order; /* groups as the game visits them */
    uint32_t order_count;
    fy_ttyd_drawn *drawn; /* of each draw */

    fy_ttyd_channel *channels;
    uint32_t channel_count, channel_capacity;

    /* The texture bank, and which texture a record with one of ten ways to wrap became. */
    ferry_window bank;
    bool has_bank;
    fy_tpl tpl;
    fy_gx_image_cache cache;
    uint32_t *textures;
    uint8_t *told; /* samplers that were complained about */

    /* Floats to channels, samplers to units of materials, positions and normals to vertices. */
    fy_ttyd_links channel_links, sampler_links, position_links, normal_links;
    uint32_t *stamps; /* of visibility entries: the last round that met them */
    int8_t *states;   /* and their value in it */
    uint32_t round;

    /* Of the clip at hand. */
    ferry_track *tracks;
    uint32_t track_count, track_capacity;
} fy_ttyd;

typedef struct fy_ttyd_key {
    double time, value, in, out;
} fy_ttyd_key;

#endif
