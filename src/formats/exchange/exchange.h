/*
 * exchange.h: what the writers of FBX and COLLADA share (docs/formats/exchange.md): a prepared scene as
 * models, materials and pictures of its own, with v running up, angles in degrees and keys joined by straight
 * lines.
 *
 *     exchange.c            names, models, bones, skins
 *     exchange_materials.c  looks of the glTF writer -> pictures, wrapping, coordinates
 *     exchange_clips.c      tracks -> keys
 */
#ifndef FERRY_FORMATS_EXCHANGE_H
#define FERRY_FORMATS_EXCHANGE_H

#include "formats/gltf/write/gltf_clips.h"

/* A look of the glTF writer, as the file says it. */
typedef struct fy_exchange_material {
    const char *name;
    bool used;          /* by a model */
    ferry_color color;  /* display-referred; white behind a picture */
    uint32_t picture;   /* of the exchange; FERRY_NONE: none */
    ferry_wrap wrap[2]; /* never mirrored: the picture is */
    ferry_filter min_filter, mag_filter;
    double uv[2][3]; /* u, v of the file from u, v of the vertex */
} fy_exchange_material;

/* A draw that is in the file. */
typedef struct fy_exchange_model {
    const char *name;
    uint32_t draw, look;
    bool visible;
} fy_exchange_model;

/* A joint that its skin binds a second time, beneath its node. */
typedef struct fy_exchange_twin {
    const char *name;
    uint32_t node, skin, joint;
} fy_exchange_twin;

typedef struct fy_exchange {
    fy_gltf g;            /* looks and pictures; g.scale: lengths of the file for one of the scene */
    double unit;          /* metres in a length of the file */
    const char **names;   /* of nodes, then twins, then models; no two are the same */
    const char **ids;     /* the same as words of letters, digits, `-` and `_` */
    bool weightless;      /* the format does not hold morphs */
    bool *bones;          /* nodes of trees that skins hang on */
    ferry_matrix *worlds; /* of nodes at rest, lengths of the file */
    fy_exchange_model *models;
    uint32_t model_count;
    fy_exchange_twin *twins;
    uint32_t twin_count;
    uint32_t *first_morphs, *morphs; /* morphs of mesh i: morphs[first_morphs[i]..first_morphs[i + 1]] */
    fy_exchange_material *materials; /* of looks */
    uint32_t material_count;
    ferry_file_list pictures;
    bool embeds; /* pictures lie in the file */
    fy_gltf_lever *levers;
    double height, error;                                  /* source units; by how much a clip may be off */
    double *sizes;                                         /* of each morph: its longest move */
    const bool *alone;                                     /* of each clip: no other has its name */
    uint32_t mirrored, tinted, blended, cut, unlit, sided; /* materials */
    uint32_t billboards, unshown;
} fy_exchange;

/* Finds all of it, of the job, scene and file in x->g. To be closed in any case. */
bool fy_exchange_open(fy_exchange *x);
void fy_exchange_close(fy_exchange *x);

/* The file, what lies beside it, and what both formats lose. */
bool fy_exchange_finish(fy_exchange *x, ferry_out *out, ferry_file_list *files);

/* A loss of `count` things; none if there are none. `code`: a literal. */
void fy_exchange_tell(const fy_exchange *x, uint32_t count, const char *code, const char *what);

/* exchange_materials.c: fills `materials`, from g.looks. */
bool fy_exchange_find_materials(fy_exchange *x);

/* A picture's file without folders, and as seen from the model's folder. */
const char *fy_exchange_picture_name(const fy_exchange *x, uint32_t picture);
const char *fy_exchange_picture_link(const fy_exchange *x, uint32_t picture);

/* ------------------------------------------------------------------------------------------------ meshes */

/* The mesh of a model, and its look. */
const ferry_mesh *fy_exchange_mesh(const fy_exchange *x, const fy_exchange_model *model);
const fy_gltf_look *fy_exchange_look(const fy_exchange *x, const fy_exchange_model *model);

/* Sets of coordinates of a model: first that which its picture follows, then all others of the mesh. Returns
 * how many. */
uint32_t fy_exchange_sets(const fy_exchange *x, const fy_exchange_model *model,
                          uint32_t sets[FERRY_UV_SETS + 1]);

/* Coordinates of one vertex in set number `which` of fy_exchange_sets(), v up. */
ferry_vec2 fy_exchange_uv(const fy_exchange *x, const fy_exchange_model *model, const uint32_t *sets,
                          uint32_t which, uint32_t vertex);

/* A vertex's colour as far as the material reads it. False: the model has none. */
bool fy_exchange_has_colors(const fy_exchange *x, const fy_exchange_model *model);
ferry_color fy_exchange_color(const fy_exchange *x, const fy_exchange_model *model, uint32_t vertex);

ferry_vec3 fy_exchange_length3(fy_exchange *x, ferry_vec3 v);

/* The three vertices of a triangle, turned where the front is culled. */
void fy_exchange_triangle(const fy_exchange *x, const fy_exchange_model *model, uint32_t triangle,
                          uint32_t corners[3]);

/* The weights of a joint's vertices: the run of joint j is at first[j]..first[j + 1]. */
typedef struct fy_exchange_weights {
    uint32_t *first, *vertices;
    float *weights;
} fy_exchange_weights;

bool fy_exchange_find_weights(const fy_exchange *x, const ferry_mesh *mesh, fy_exchange_weights *weights);

/* The twin that a joint is bound by; FERRY_NONE: its node itself. */
uint32_t fy_exchange_twin_of(const fy_exchange *x, uint32_t skin, uint32_t joint);

/* A bind matrix with the file's lengths. */
ferry_matrix fy_exchange_bind(const fy_exchange *x, const ferry_joint *joint);

/* Angles about x, y, z in radians, of R = Rz * Ry * Rx, nearest to those `before`. */
void fy_exchange_angles(ferry_quat q, const double before[3], double angles[3]);

/* A node's at rest, in degrees. */
void fy_exchange_rest_turn(const ferry_node *node, float degrees[3]);

/* ------------------------------------------------------------------------------------------------- clips */

typedef enum fy_exchange_kind {
    FY_EXCHANGE_MOVE,
    FY_EXCHANGE_TURN,
    FY_EXCHANGE_SCALE,
    FY_EXCHANGE_WEIGHTS
} fy_exchange_kind;

/* What a clip moves: lengths of the file, degrees, factors, or the weights of a mesh's morphs, in their
 * order; joined by straight lines. */
typedef struct fy_exchange_channel {
    fy_exchange_kind kind;
    uint32_t object; /* node; mesh */
    uint32_t width, count;
    const double *times; /* seconds */
    const float *values;
} fy_exchange_channel;

typedef bool fy_exchange_take(void *user, const fy_exchange_channel *channel);

/* Part of fy_exchange_open(). */
bool fy_exchange_open_clips(fy_exchange *x);

/* Gives `take` all channels of clip `number`; what stays at rest has none. Those of nodes stay where they
 * are until the caller releases the job's memory, weights until `take` returns. `*count`: of channels. False:
 * an error was said, or `take` returned false. */
bool fy_exchange_play(fy_exchange *x, uint32_t number, fy_exchange_take *take, void *user, uint32_t *count);

/* What the file calls a clip. */
const char *fy_exchange_clip_name(fy_exchange *x, uint32_t number);

#endif
