/*
 * ttyd.h: actors of Paper Mario: The Thousand-Year Door (docs/formats/ttyd.md): what the files of this folder
 * hand to each other while one is read.
 *
 *     blocks -> animations (deltas) -> shapes -> groups (nodes, draws) -> materials -> tracks
 *
 * Animations are read before the nodes are made: a transform becomes one node where nothing of it moves, and
 * a chain of them where it does.
 */
#ifndef FERRY_FORMATS_TTYD_H
#define FERRY_FORMATS_TTYD_H

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

/* One number of a node as a sum of transform floats: (constant + sum of sign * float) * unit, or 1 divided by that (1/0
 * counts as 0). */
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

/* ------------------------------------------------------------------------------------------------- blocks */

uint32_t fy_ttyd_probe(ferry_bytes bytes);

/* Header and blocks; every block lies inside the file. */
bool fy_ttyd_open(fy_ttyd *t, ferry_job *job, ferry_window *file, ferry_scene *scene);

/* Record `index`, which is there, under its own name: "shape[3]". */
ferry_window fy_ttyd_record(fy_ttyd *t, fy_ttyd_block block, uint32_t index);

/* Its bytes. */
const uint8_t *fy_ttyd_bytes(const fy_ttyd *t, fy_ttyd_block block, uint32_t index);

/* A field that names element `index` of a block: false, and an error, if there is none. `at` counts from the
 * window. */
bool fy_ttyd_there(fy_ttyd *t, ferry_window *window, uint64_t at, fy_ttyd_block block, uint32_t index);

/* Records of a file can name each other so often that what they come to grows far beyond the file. False, and
 * an error, once more than a fixed number of times its size is used. */
bool fy_ttyd_spend(fy_ttyd *t, uint64_t amount);

double fy_ttyd_float(const fy_ttyd *t, uint32_t index);

/* Keeps `size` bytes of the file, which are there, as an extra. */
bool fy_ttyd_keep(fy_ttyd *t, const char *path, uint64_t at, uint64_t size);

/* ------------------------------------------------------------------------------------------ the rest pose */

bool fy_ttyd_read_shapes(fy_ttyd *t);
bool fy_ttyd_read_groups(fy_ttyd *t); /* the tree */
bool fy_ttyd_add_nodes(fy_ttyd *t);
bool fy_ttyd_add_draws(fy_ttyd *t);      /* in the game's order */
bool fy_ttyd_read_materials(fy_ttyd *t); /* of all parts */
bool fy_ttyd_open_bank(fy_ttyd *t);

/* The texture that a sampler shows when `step` is added to its record. */
bool fy_ttyd_texture(fy_ttyd *t, uint32_t sampler, uint32_t step, uint32_t *texture);

/* The t part of a texture's shift as Maya's texture matrix counts it (docs/formats/ttyd.md, "Texture
 * matrix"). */
double fy_ttyd_shift_t(const fy_ttyd *t, double shift, double scale);

/* --------------------------------------------------------------------------------------------- animations */

bool fy_ttyd_read_animations(fy_ttyd *t);
bool fy_ttyd_add_clips(fy_ttyd *t);

/* First of the moves of `element` among moves that stand by element; `moves->count` if there is none. */
uint32_t fy_ttyd_find_moves(const fy_ttyd_moves *moves, uint32_t element);

bool fy_ttyd_add_link(fy_ttyd *t, fy_ttyd_links *links, fy_ttyd_link link);
void fy_ttyd_drop_links(fy_ttyd *t); /* all of them */
void fy_ttyd_sort_links(fy_ttyd_links *links);
uint32_t fy_ttyd_find_links(const fy_ttyd_links *links,
                            uint32_t element); /* the first; `links->count`: none */

typedef struct fy_ttyd_key {
    double time, value, in, out;
} fy_ttyd_key;

/* A track of the clip at hand. Keys outside of the clip go; a track that is `rest` all the time is left out
 * unless it is `needed`. `keys` is changed. */
bool fy_ttyd_add_track(fy_ttyd *t, const fy_ttyd_clip *clip, ferry_track track, fy_ttyd_key *keys,
                       uint32_t count, double rest, bool needed);

bool fy_ttyd_move_nodes(fy_ttyd *t, const fy_ttyd_clip *clip);
bool fy_ttyd_switch_draws(fy_ttyd *t, const fy_ttyd_clip *clip);
bool fy_ttyd_place_textures(fy_ttyd *t, const fy_ttyd_clip *clip);
bool fy_ttyd_move_vertices(fy_ttyd *t, const fy_ttyd_clip *clip);

#endif
