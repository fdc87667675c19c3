/* t3dm_read.h: what the files of the T3DM reader share (docs/formats/t3dm.md, "Layout"). */
#ifndef FERRY_FORMATS_T3DM_READ_H
#define FERRY_FORMATS_T3DM_READ_H

#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/mesh/t3dm_geometry.h"

/* One entry of the chunk table. */
typedef struct fy_t3dm_chunk {
    uint8_t type, next; /* type of the chunk behind it; 0: the strings, or nothing */
    bool used;          /* something of the scene was made of it */
    uint32_t offset, end;
    uint32_t material; /* of the scene, for M and O; FERRY_NONE: none */
} fy_t3dm_chunk;

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
    ferry_matrix *binds;             /* bone space -> meshes; as `worlds`, or nothing where those cannot be undone */
    fy_t3dm_normals *normals;        /* of the bones */
    ferry_matrix *normals_back;      /* stored normals -> meshes */
    uint32_t root; /* node of what hangs on no bone; FERRY_NONE until it is needed */
    uint32_t skin;
    uint32_t root_influence; /* in the skin; FERRY_NONE until it is needed */

    fy_t3dm_drawing *drawings; /* of each object, for those who want to know; else NULL */
    uint32_t objects_read;
    struct fy_t3dm_tracks_reader *tracks; /* t3dm_read_tracks.h; NULL: there is no such chunk */
    uint32_t streams; /* found beside the model */
    uint64_t stream_bytes;
} fy_t3dm_reader;

/* The way of a file into a scene; the reader keeps what it learned. `measure`: what drawing costs, too. */
bool fy_t3dm_read_all(fy_t3dm_reader *r, ferry_job *job, ferry_window *in, ferry_scene *scene,
                      ferry_severity doubt, bool measure);

/* A string of the table as scene text; offset 0 is "". NULL after an error, which names field `at` of `from`.
 */
const char *fy_t3dm_read_string(fy_t3dm_reader *r, ferry_window *from, uint32_t at);

/* A chunk's bytes, named `label` in messages. */
ferry_window fy_t3dm_cut_chunk(fy_t3dm_reader *r, uint32_t chunk, const char *label, uint32_t index);

/* t3dm_read_layout.c: of a file that says "T3DM": L0 or L11, by its header; then one of L1 to L11 by all its
 * chunks. */
const fy_t3dm_layout *fy_t3dm_guess_header(const ferry_window *in);
bool fy_t3dm_guess_layout(fy_t3dm_reader *r);

/* t3dm_read_skeleton.c: bones to nodes and one skin. */
bool fy_t3dm_read_skeleton(fy_t3dm_reader *r, ferry_window *chunk);

/* t3dm_read_tracks.c: finds the tracks chunk, and does what it says about the bones; then, once all objects are
 * there, all else. */
bool fy_t3dm_find_tracks(fy_t3dm_reader *r);
bool fy_t3dm_read_tracks(fy_t3dm_reader *r, uint32_t first_draw);

/* t3dm_read_morphs.c: whether a morph turns the normal of a vertex of the V chunk; that it became vertex `number` of the
 * scene's last mesh. */
bool fy_t3dm_is_turned(const fy_t3dm_reader *r, uint32_t vertex);
bool fy_t3dm_place_vertex(fy_t3dm_reader *r, uint32_t vertex, uint16_t bone, uint32_t number);

/* Keeps bytes of the file, or of one beside it, with the scene. */
bool fy_t3dm_keep_extra(fy_t3dm_reader *r, const char *path, uint64_t offset, ferry_bytes bytes);

/* t3dm_read_material.c: a material of one chunk, or of two (`second`: the one with the second texture). */
bool fy_t3dm_read_material(fy_t3dm_reader *r, ferry_window *chunk, ferry_window *second, uint32_t *material);

/* t3dm_read_materials.c: all of them; the chunks of objects then know theirs. */
bool fy_t3dm_read_materials(fy_t3dm_reader *r);

/* t3dm_read_animation.c: an animation's chunk, kept at `path`, and its stream. */
bool fy_t3dm_read_animation(fy_t3dm_reader *r, uint32_t chunk, const char *path);

/* The same: what the kept streams play, as tracks of the file's clips, which are those from `first_clip` on, or as new
 * ones; its extras begin with `first_extra`. */
bool fy_t3dm_read_clips(fy_t3dm_reader *r, uint32_t first_clip, uint32_t first_extra);

/* t3dm_read_picture.c: the image behind a texture's path, from a file beside the model; FERRY_NONE and a note
 * about offset `at` of `in` where there is none. False after an error. */
bool fy_t3dm_read_picture(fy_t3dm_reader *r, const ferry_window *in, uint64_t at, const char *path,
                          uint32_t *image);

/* t3dm_read_traps.c: warns of materials that the objects before them spoil. `first_draw` is the file's first.
 */
bool fy_t3dm_read_traps(fy_t3dm_reader *r, uint32_t first_draw);

/* t3dm_read_object.c: replays an object's parts; adds a mesh and a draw. `material` is the scene's or
 * FERRY_NONE. */
bool fy_t3dm_read_object(fy_t3dm_reader *r, ferry_window *chunk, uint32_t material);

/* t3dm_read_mirror.c: turns meshes that an old importer mirrored back. */
bool fy_t3dm_unmirror(fy_t3dm_reader *r, uint32_t first_mesh);

#endif
