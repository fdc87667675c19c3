/*
 * t3dm_read_morphs.h: what the tracks chunk says about vertices: morphs that move them and their
 * texture coordinates, areas that are coloured (docs/formats/t3dm.md, "Tracks").
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_MORPHS_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_MORPHS_H

#include "ferry64_format.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* The sections of the chunk, in the order of fy_t3dm_section_kinds. */
typedef enum fy_t3dm_section {
    FY_T3DM_BILLBOARD,
    FY_T3DM_HIDE,
    FY_T3DM_CLIP,
    FY_T3DM_TRAK,
    FY_T3DM_TIME,
    FY_T3DM_VALU,
    FY_T3DM_MRPH,
    FY_T3DM_MOVE,
    FY_T3DM_SHFT,
    FY_T3DM_AREA,
    FY_T3DM_VERT,
    FY_T3DM_SECTIONS,
} fy_t3dm_section;

typedef struct fy_t3dm_section_kind {
    uint32_t kind, bytes; /* of a record */
    const char *label;    /* of a record, in messages */
} fy_t3dm_section_kind;

/* Where a moved vertex of the V chunk went. */
typedef struct fy_t3dm_placed {
    uint32_t vertex, mesh, number; /* number: in the mesh */
    uint16_t bone;                 /* FY_T3DM_NO_BONE: none */
} fy_t3dm_placed;

/* Elements of a list of the scene. */
typedef struct fy_t3dm_range {
    uint32_t first, count;
} fy_t3dm_range;

typedef struct fy_t3dm_tracks_reader {
    fy_t3dm_reader *r;
    ferry_window chunk;
    bool met[FY_T3DM_SECTIONS];
    uint32_t at[FY_T3DM_SECTIONS], count[FY_T3DM_SECTIONS]; /* in the chunk; records */

    bool *moved;  /* of each vertex of the V chunk: a morph or an area names it; NULL: none does */
    bool *turned; /* a morph turns its normal; NULL as `moved` */
    fy_t3dm_placed *placed;
    uint32_t placed_count, placed_capacity;

    uint32_t first_draw, first_mesh, objects;
    uint32_t *material_of; /* of the scene, of each M chunk */
    uint32_t materials;
    uint32_t *animation_of; /* number of each A chunk among all chunks */
    bool *animated;         /* a clip names it */
    uint32_t animations;
    fy_t3dm_range *morphs, *vertex_color_groups; /* of the scene, that each morph and each area became */
    uint32_t next_track, next_value;
    bool late; /* a key behind the clip's end was told of */
} fy_t3dm_tracks_reader;

/* Whether a morph turns the normal of vertex `vertex` of the V chunk, which exists. */
bool fy_t3dm_is_turned(const fy_t3dm_reader *r, uint32_t vertex);

/* Notes that this vertex, on bone `bone` or FY_T3DM_NO_BONE, became vertex `number` of the scene's last mesh,
 * if a morph or an area names it. False at the memory limit. */
bool fy_t3dm_place_vertex(fy_t3dm_reader *r, uint32_t vertex, uint16_t bone, uint32_t number);

/* What is known of each section. */
extern const fy_t3dm_section_kind fy_t3dm_section_kinds[FY_T3DM_SECTIONS];

/* Record `number` of a section, below its count, as a window of its own for messages. */
ferry_window fy_t3dm_tracks_record(fy_t3dm_tracks_reader *t, fy_t3dm_section section, uint32_t number);

/* Notes in `moved` and `turned` which vertices morphs and areas name; to be called before objects are read.
 * Ranges that leave their section, or a vertex that does not exist, are refused. False after an error. */
bool fy_t3dm_note_moved(fy_t3dm_tracks_reader *t);

/* Once all objects are read, and vertices have their places (fy_t3dm_place_vertex()): adds morphs and groups
 * of vertex colours to the scene, one for each mesh that a morph or an area touches. False at a limit of the
 * job. */
bool fy_t3dm_read_morphs(fy_t3dm_tracks_reader *t);

#endif
