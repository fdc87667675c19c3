/*
 * t3dm_read_chunk.h: a chunk of a T3DM file: its bytes, its strings, what of it is kept
 * (docs/formats/t3dm.md, "Layout"). "False after an error" in the headers of this folder: the file is refused
 * with a message at its byte offset, or the job is at its memory limit, cancelled or past its deadline.
 */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_CHUNK_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_CHUNK_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/pose/t3dm_normal.h"

/* One entry of the chunk table. */
typedef struct fy_t3dm_chunk {
    uint8_t type, next; /* type of the chunk behind it; 0: the strings, or nothing */
    bool used;          /* something of the scene was made of it */
    uint32_t offset, end;
    uint32_t material; /* of the scene, for M and O; FERRY_NONE: none */
} fy_t3dm_chunk;

/* A normal that was unpacked, in the mesh: many vertices have the same. */
typedef struct fy_t3dm_known_normal {
    bool known, even; /* which need not be turned as bones are */
    uint16_t bits, bone;
    ferry_vec3 normal;
} fy_t3dm_known_normal;

enum { FY_T3DM_KNOWN_NORMALS = 256 };

typedef struct fy_t3dm_reader {
    ferry_job *job;
    ferry_window *in;
    ferry_scene *scene;
    const fy_t3dm_layout *layout;
    bool guess; /* the layout is still to be told by all chunks */
    /* Of what the runtime would trip over, but a reader need not: FERRY_ERROR for those who check a file. */
    ferry_severity doubt;
    fy_t3dm_chunk *chunks;
    uint32_t chunk_count;
    uint32_t first_material; /* index into the chunk table */
    ferry_window strings, vertices, indices;

    bool has_bones;
    uint32_t first_bone, bone_count; /* nodes of the scene */
    ferry_matrix *worlds;            /* of the bones, at rest */
    /* bone space -> meshes; as `worlds`, or nothing where those cannot be undone */
    ferry_matrix *binds;
    fy_t3dm_normals *normals;   /* of the bones */
    ferry_matrix *normals_back; /* stored normals -> meshes */
    fy_t3dm_known_normal known_normals[FY_T3DM_KNOWN_NORMALS];
    uint32_t root; /* node of what hangs on no bone; FERRY_NONE until it is needed */
    uint32_t skin;
    uint32_t root_influence; /* in the skin; FERRY_NONE until it is needed */

    fy_t3dm_drawing *drawings; /* of each object, for those who want to know; else NULL */
    uint32_t objects_read;
    struct fy_t3dm_tracks_reader *tracks; /* t3dm_read_tracks.h; NULL: there is no such chunk */
    uint32_t streams;                     /* found beside the model */
    uint64_t stream_bytes;
} fy_t3dm_reader;

/* The string whose offset in the table stands at byte `at` of `from`, as the scene's text; offset 0 is "".
 * NULL after an error at that field: the offset lies outside of the table. */
const char *fy_t3dm_read_string(fy_t3dm_reader *r, ferry_window *from, uint32_t at);

/* The bytes of chunk number `chunk`, named `label[index]` in messages, or `label` if `index` is FERRY_NONE.
 * */
ferry_window fy_t3dm_cut_chunk(fy_t3dm_reader *r, uint32_t chunk, const char *label, uint32_t index);

/* Copies bytes of the file, or of one beside it, into an extra of the scene; `path` must live as long as the
 * scene. False at the memory limit, also if `path` is NULL. */
bool fy_t3dm_keep_extra(fy_t3dm_reader *r, const char *path, uint64_t offset, ferry_bytes bytes);

#endif
