/*
 * gltf_reader.h: what the files of the glTF reader share (docs/formats/generic.md, "glTF").
 *
 *     gltf_read.c             how files are recognised, their JSON, and the way through
 *     gltf_read_extensions.c  which extensions are known, and what is left out
 *     gltf_read_tree.c        which nodes the scene begins with
 *     gltf_read_nodes.c       nodes
 *     gltf_read_buffers.c     buffers and their views: bytes
 *     gltf_read_accessors.c   accessors: numbers
 *     gltf_read_meshes.c      which meshes are in use, their streams and triangles, draws
 *     gltf_read_morphs.c      morph targets, and the weights that they rest at
 *     gltf_read_skins.c       skins with every weight
 *     gltf_read_clips.c       animations
 *     gltf_read_materials.c   materials: colour, alpha, and where textures lie
 *     gltf_read_textures.c    textures, samplers and images
 *     gltf_read_own.c         what this library wrote into extras: stand-ins, billboards, paints
 *     gltf_read_machine.c     and the whole state of materials
 *     gltf_read_tracks.c      and tracks
 *
 * All of it is hostile until checked: indices, sizes and counts are compared with what is there before anything is allocated.
 */
#ifndef FERRY_FORMATS_GLTF_READ_H
#define FERRY_FORMATS_GLTF_READ_H

#include <jansson.h>

#include "ferry64_format.h"
#include "formats/pictures/model_pictures.h"

/* gltf_read.c: bits of evidence for each of the formats; reads either. */
uint32_t fy_gltf_probe_text(ferry_bytes bytes);
uint32_t fy_gltf_probe_binary(ferry_bytes bytes);
bool fy_gltf_read(ferry_job *job, ferry_window *in, ferry_scene *scene);

/* A mesh of the file as nodes use it: once for all nodes without skin and morphs, once a skin, once a node if it has morphs. */
typedef struct fy_gltf_use {
    uint32_t mesh, skin; /* of the file; skin FERRY_NONE: none */
    uint32_t node;       /* of the file: the one that its morphs rest and move by; FERRY_NONE: it has none */
    uint32_t owner;      /* scene node of the first that shows it */
    uint32_t first;      /* its primitives in fy_gltf_in.made */
} fy_gltf_use;

/* Elements of an accessor, looked up and compared with the bytes that are there. */
typedef struct fy_gltf_numbers_in {
    uint32_t number, count, width; /* `width` numbers each; 16: a matrix */
    uint32_t component;            /* 5120: s8, 5121: u8, 5122: s16, 5123: u16, 5125: u32, 5126: float */
    bool normalized;
    const uint8_t *data; /* NULL: all are 0 */
    size_t stride;
    uint32_t sparse_count, sparse_component; /* elements that are elsewhere */
    const uint8_t *sparse_indices, *sparse_values;
} fy_gltf_numbers_in;

/* One skinned mesh of the scene. Vertex v of the file has the weights from firsts[v] to firsts[v + 1], by joint of the file's
 * skin, none twice; none at all: its own node moves it. */
typedef struct fy_gltf_bound {
    uint32_t mesh, skin, node; /* of the scene, of the file, of the scene */
    uint32_t vertices;         /* of the file */
    fy_gltf_numbers_in first_set; /* its first weights, for messages */
    const uint32_t *order;     /* vertex of the file that each of the mesh is; NULL: one by one */
    uint32_t *firsts;
    ferry_weight *weights;
} fy_gltf_bound;

typedef struct fy_gltf_in {
    ferry_job *job;
    ferry_window *file; /* whole */
    ferry_scene *scene;
    json_t *json;   /* whole, unchanged; the only time that the text is parsed */
    size_t charged; /* bytes that it counts for */
    struct fy_gltf_place *place; /* where messages about elements of lists found the last one */
    bool own;     /* this library wrote it, and nobody changed it since; not if `gltf.extras` says that this does not count */
    uint32_t buffer_count;
    ferry_bytes *buffers; /* that were asked for; else data NULL */
    uint8_t **decoded;    /* memory of those that are text in the file; NULL: none */
    fy_model_pictures pictures;
    uint32_t embedded_count; /* of them, in the file itself */
    uint32_t *roots, root_count; /* nodes of the file that its scene begins with */
    uint32_t node_count;              /* of the file */
    uint32_t *tops, *bottoms;         /* scene nodes of each node of the file: what moves it, what hangs on it; FERRY_NONE */
    uint32_t *order;                  /* nodes of the file in the order of the scene's; `order_count` of them */
    uint32_t order_count;
    uint32_t *materials; /* of the scene, of each of the file; FERRY_NONE: none */
    const bool *fast64;        /* which of them Tiny3D's importer would draw: their colours are made as it makes them */
    uint32_t material_count;
    bool *restored;     /* and which have their machine's whole state from extras */
    uint32_t *textures; /* of the scene, of each of the file; FERRY_NONE: it has no picture */
    uint32_t texture_count;
    uint32_t *stand_ins; /* of each node: the one that it stands for, which is there instead; itself: nothing is; FERRY_NONE: none */
    uint32_t *draws;     /* of each node: the one draw of the scene that it shows; FERRY_NONE: none, or several */
    bool *kinds;         /* of each animation: its name ends in its kind, which another one has not */
    uint32_t *paints;    /* of the scene, of each of the file's extras; FERRY_NONE */
    uint32_t paint_count;
    uint32_t *targets; /* of each mesh of the file: of which of its primitives it has most */
    fy_gltf_use *uses; /* by mesh, skin, node */
    uint32_t use_count;
    uint32_t *made;       /* scene mesh of each primitive of each use; FERRY_NONE: nothing in it can be drawn */
    uint32_t *morphs;     /* beside it: the first of its morphs, */
    uint32_t *morph_counts;
    float **rests;        /* and the weights that they rest at, which the mesh has taken on; NULL: 0 */
    fy_gltf_bound *bound; /* `bound_count` of them */
    uint32_t bound_count, bound_capacity;
} fy_gltf_in;

/* ------------------------------------------------------------------------------------------------ JSON */

/* An element of one of the file's lists, NULL if there is none of that number. */
const json_t *fy_gltf_item(const fy_gltf_in *g, const char *list, uint32_t index);
uint32_t fy_gltf_list_count(const fy_gltf_in *g, const char *list);

/* The member `key`, a number below `count`; FERRY_NONE: it is not there, or none. */
uint32_t fy_gltf_index_of(const json_t *object, const char *key, uint32_t count);

/* Numbers of a list, all of them finite floats; false, and `to` as it was, if they are not. */
bool fy_gltf_get_floats(const json_t *object, const char *key, size_t count, float *to);

/* An error about an element of a list, at its place in the file; always false. */
bool fy_gltf_refuse(const fy_gltf_in *g, const char *list, uint32_t index, const char *format, ...) FERRY_PRINTF(4, 5);

/* A message about `list`[`index`], or about what `within` leads to in it ("primitives[2].mode"; NULL:
 * itself), at its place in the file; where it is not there, at that of what should hold it. `index`
 * FERRY_NONE: `list` is no list, but the member itself. */
void fy_gltf_tell(const fy_gltf_in *g, ferry_severity severity, const char *code, const char *list,
                  uint32_t index, const char *within, const char *format, ...) FERRY_PRINTF(7, 8);

/* Its "name" as the scene's; else `otherwise` and its number. */
const char *fy_gltf_name_of(const fy_gltf_in *g, const char *list, uint32_t index, const char *otherwise);

/* --------------------------------------------------------------------------------------------- numbers */

/* Once job, file and scene are there; then, once there is JSON. To be ended in any case. False at the memory limit. */
bool fy_gltf_start_messages(fy_gltf_in *g);
bool fy_gltf_begin_reading(fy_gltf_in *g);
void fy_gltf_end_reading(fy_gltf_in *g);

/* The bytes of a view, all there; `*stride` 0: the file gives none. False after an error. */
bool fy_gltf_find_view(fy_gltf_in *g, uint32_t view, ferry_bytes *bytes, uint32_t *stride);

/* Whether an image lies in the file's text or in a buffer, not in a file of its own. */
bool fy_gltf_lies_inside(const fy_gltf_in *g, uint32_t image);

/* The bytes of such an image; those of a text in the job's memory. `*why`: why there are none; else NULL. False after an error. */
bool fy_gltf_find_image(fy_gltf_in *g, uint32_t image, ferry_bytes *bytes, const char **why);

/* False after an error. */
bool fy_gltf_find_accessor(fy_gltf_in *g, uint32_t accessor, fy_gltf_numbers_in *to);

/* All of its numbers: as floats, made -1..1 or 0..1 if they are normalized; or as they stand. In the job's memory; NULL at the
 * limit, and for none. */
float *fy_gltf_read_floats(fy_gltf_in *g, const fy_gltf_numbers_in *from);
uint32_t *fy_gltf_read_whole(fy_gltf_in *g, const fy_gltf_numbers_in *from);

/* One element of an accessor, for a message about it. `of.width` 0: none so far. */
typedef struct fy_gltf_element_in {
    fy_gltf_numbers_in of;
    uint32_t element;
} fy_gltf_element_in;

/* A message about it: at its bytes if they lie in the file, else at its accessor. */
void fy_gltf_tell_element(const fy_gltf_in *g, ferry_severity severity, const char *code,
                          const fy_gltf_element_in *what, const char *format, ...) FERRY_PRINTF(5, 6);

/* Notes in `first`, unless there is one already, the first element of `from` with a number that
 * fy_gltf_sound() does not take. */
void fy_gltf_note_broken(fy_gltf_element_in *first, const fy_gltf_numbers_in *from, const float *values);

/* --------------------------------------------------------------------------------------------- parts */

/* In this order. False after an error. */
bool fy_gltf_check_extensions(const fy_gltf_in *g);
bool fy_gltf_find_roots(fy_gltf_in *g);
bool fy_gltf_find_stand_ins(fy_gltf_in *g);
bool fy_gltf_tell_left_out(const fy_gltf_in *g);
bool fy_gltf_read_nodes(fy_gltf_in *g);
bool fy_gltf_read_materials(fy_gltf_in *g); /* and textures */
bool fy_gltf_read_meshes(fy_gltf_in *g);
bool fy_gltf_read_skins(fy_gltf_in *g);
bool fy_gltf_read_draws(fy_gltf_in *g);
bool fy_gltf_apply_materials(fy_gltf_in *g); /* what they do to streams; what of them is left out is told */
bool fy_gltf_read_clips(fy_gltf_in *g);

/* Light to what a screen shows, 0..1. */
double fy_gltf_display(double linear);

/* Before the first texture; what texture `number` of the file is in the scene, if it has a picture (`*there`); and all of those that
 * extras name by their numbers. False after an error. */
void fy_gltf_start_pictures(fy_gltf_in *g);
bool fy_gltf_make_texture(fy_gltf_in *g, uint32_t number, ferry_texture *to, bool *there);
bool fy_gltf_read_textures(fy_gltf_in *g);

/* Of a primitive of one use, made into `mesh` (of the scene, which has all streams but normals if `flat`): its targets, and what
 * they do to it at rest. `order`: which of the file's vertices each is; NULL: one by one. */
bool fy_gltf_read_targets(fy_gltf_in *g, const fy_gltf_use *use, uint32_t primitive, uint32_t mesh, const uint32_t *order,
                          uint32_t vertices, bool flat);

/* ---- extras of this library */

bool fy_gltf_is_own(const fy_gltf_in *g); /* finds `own` */

/* The file's text as the scene's. */
const char *fy_gltf_own_text(const fy_gltf_in *g, const char *text);

void fy_gltf_read_scene_extras(fy_gltf_in *g);
void fy_gltf_rest_extras(const fy_gltf_in *g, uint32_t number, ferry_node *node); /* visibility, of any file; billboards */
bool fy_gltf_order_draws(fy_gltf_in *g);                                          /* `order` by the numbers of draws */
void fy_gltf_draw_extras(const fy_gltf_in *g, uint32_t node, ferry_draw *draw);   /* name, visibility */
bool fy_gltf_read_machines(fy_gltf_in *g);                                        /* once there are materials and textures */
bool fy_gltf_read_paints(fy_gltf_in *g);
void fy_gltf_texture_extras(const fy_gltf_in *g, uint32_t number, ferry_texture *texture); /* of texture `number` */

/* One of an animation's `extras.tracks`, whose clip has that rate. `to->key_count` 0: it does not fit. False at the memory
 * limit. */
bool fy_gltf_read_track(fy_gltf_in *g, const json_t *from, double rate, ferry_track *to);

/* How many targets a mesh of the file has: the primitive with most. */
uint32_t fy_gltf_target_count(const fy_gltf_in *g, uint32_t mesh);

/* The weights of a primitive, made into `mesh` (of the scene), noted for its skin. */
bool fy_gltf_read_weights(fy_gltf_in *g, const fy_gltf_use *use, uint32_t primitive, uint32_t mesh,
                          const uint32_t *order, uint32_t vertices);

/* A loss: an attribute of a primitive, or of its target (FERRY_NONE: none), does not fit. */
void fy_gltf_tell_attribute(const fy_gltf_in *g, const fy_gltf_use *use, uint32_t primitive, uint32_t target,
                            const char *key);

/* Which use shows node `node` of the file; NULL: it has no mesh. */
const fy_gltf_use *fy_gltf_use_of(const fy_gltf_in *g, uint32_t node);

/* A number that is none, or out of range, becomes 0, and is counted. */
float fy_gltf_sound(float value, uint32_t *broken);

#endif
