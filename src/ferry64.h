/*
 * ferry64.h: the library. Reads game models into one scene graph and writes Nintendo 64 and interchange
 * files.
 *
 *     bytes -> recognise, unpack, read -> scene -> prepare -> scene -> write -> named bytes
 *
 * A job (`ferry_job`) is one such journey. It owns its memory and its report, opens no file and keeps no
 * global state, so any number of jobs may run at once, one thread each. This is enough to use it:
 *
 *     ferry_options options = {.size = sizeof options};
 *     ferry_job *job = ferry_open(&options);
 *     ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "link.bdl", .bytes = bytes}, 1);
 *     if (scene && ferry_prepare(job, scene, "t3dm", NULL)) {
 *         ferry_file_list files = {0};
 *         if (ferry_save(job, scene, "t3dm", "link.t3dm", &files))
 *             for (uint32_t i = 0; i < files.count; i++) store(files.data[i].name, files.data[i].bytes);
 *     }
 *     ferry_report_print(ferry_job_report(job), FERRY_LOSS, stderr);
 *     ferry_scene_free(scene);
 *     ferry_close(job);
 *
 * Conventions of the scene, valid for every reader and writer (checked by ferry_check):
 *   space      right-handed, y up, column vectors, counter-clockwise fronts
 *   units      lengths in source units (`ferry_scene.unit` metres each), angles in radians, times in seconds
 *   texture    u to the right, v down from the image's first row
 *   colour     display-referred, 0..1 (not linear light)
 *   references uint32_t indices into the scene's lists; absent is FERRY_NONE
 *   text       UTF-8, zero-terminated, never NULL; bytes that were not ASCII in the source read `\x83`, a
 *              backslash `\\`
 *   lists      `{data, count}`; data may be NULL only if count is 0
 */
#ifndef FERRY64_H
#define FERRY64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ferry64_gx.h"
#include "ferry64_rdp.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef FERRY_API
#if defined(__GNUC__)
#define FERRY_API __attribute__((visibility("default")))
#else
#define FERRY_API
#endif
#endif

#if defined(__GNUC__)
#define FERRY_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define FERRY_PRINTF(format_at, first_at)
#endif

#define FERRY_VERSION "0.1.0"

/* "Absent" for every index of the scene. */
#define FERRY_NONE UINT32_MAX

#define FERRY_COLOR_SETS 2
#define FERRY_UV_SETS 8

/* ------------------------------------------------------------------------------------------- plain values */

typedef struct ferry_bytes {
    const uint8_t *data;
    size_t size;
} ferry_bytes;

typedef struct ferry_vec2 {
    float x, y;
} ferry_vec2;

typedef struct ferry_vec3 {
    float x, y, z;
} ferry_vec3;

typedef struct ferry_quat {
    float x, y, z, w;
} ferry_quat;

/* Display-referred, 0..1. */
typedef struct ferry_color {
    float r, g, b, a;
} ferry_color;

/* Affine, row by row, for column vectors: p' = m * (p, 1); the translation stands in column 3. */
typedef struct ferry_matrix {
    double m[3][4];
} ferry_matrix;

typedef struct ferry_box {
    ferry_vec3 min, max;
} ferry_box;

/* ---------------------------------------------------------------------------------------------- the scene */

/* How a node's scale acts on its children (docs/formats/j3d.md, "World matrices"). The transforms pass turns
 * all of them into FERRY_SCALE_INHERIT. */
typedef enum ferry_scale_rule {
    FERRY_SCALE_INHERIT,    /* world = parent * T * R * S, as in glTF */
    FERRY_SCALE_SOFTIMAGE,  /* scales accumulate apart from rotations: no shear; translations are stretched */
    FERRY_SCALE_COMPENSATE, /* Maya: the parent's own scale is cancelled between translation and rotation */
    /* the same; but below a parent's scale of 0 in any axis nothing is left of the node
     * (docs/formats/ttyd.md) */
    FERRY_SCALE_COLLAPSE,
} ferry_scale_rule;

typedef enum ferry_billboard {
    FERRY_BILLBOARD_NONE,
    FERRY_BILLBOARD_SPHERICAL,   /* always faces the camera */
    FERRY_BILLBOARD_CYLINDRICAL, /* turns about its own y axis only */
} ferry_billboard;

/* One tree for skeleton and scene. Parents stand before their children. */
typedef struct ferry_node {
    const char *name;
    uint32_t parent; /* FERRY_NONE: a root */
    ferry_vec3 translate;
    bool has_quat;    /* which rotation holds: quat, else euler */
    ferry_vec3 euler; /* R = Rz * Ry * Rx, unwrapped */
    ferry_quat quat;  /* unit length */
    ferry_vec3 scale;
    ferry_scale_rule scale_rule;
    ferry_billboard billboard;
    bool visible;
    /* made by a reader for one transform of its parent's: the transforms pass may merge it into that */
    bool helper;
    /* the model's own space: never moves, a root and leaf, no bone where a format has bones */
    bool fixed;
    bool has_bounds;  /* as stored in the source; not trusted by any pass */
    ferry_box bounds; /* in the node's own space */
    float radius;
} ferry_node;

typedef struct ferry_node_list {
    ferry_node *data;
    uint32_t count;
} ferry_node_list;

/* One thing to draw, in drawing order. A mesh with a skin ignores the node's transform. */
typedef struct ferry_draw {
    const char *name;
    uint32_t node;
    uint32_t mesh;
    uint32_t material; /* FERRY_NONE: the default material (white, lit) */
    bool visible;
    /* level of detail, 0: the finest; of those of a scene one is drawn at a time, and pictures and counts are
     * of the finest (ferry_show_level()) */
    uint8_t level;
} ferry_draw;

typedef struct ferry_draw_list {
    ferry_draw *data;
    uint32_t count;
} ferry_draw_list;

/* Parallel streams of `vertex_count` elements, NULL where absent. With a skin, positions and directions are
 * in model space at bind pose (the space that the joints' inverse bind matrices start from); without, in the
 * space of the draw's node. */
typedef struct ferry_mesh {
    const char *name;
    uint32_t skin; /* FERRY_NONE: rigid on the draw's node */
    uint32_t vertex_count;
    ferry_vec3 *positions; /* never NULL if vertex_count > 0 */
    ferry_vec3 *normals;   /* unit length or zero */
    ferry_vec3 *tangents;
    ferry_vec3 *binormals;
    ferry_color *colors[FERRY_COLOR_SETS];
    ferry_vec2 *uvs[FERRY_UV_SETS];
    uint32_t *influences; /* index into the skin's influences; NULL exactly if skin is FERRY_NONE */
    /* Elements of the source's arrays that each vertex was made of, by which files that join the model name
     * vertices; NULL: not known. No promise but their length: nothing in the scene is looked up by them. */
    uint32_t *position_numbers, *normal_numbers, *color_numbers[FERRY_COLOR_SETS];
    uint32_t triangle_count;
    uint32_t *triangles; /* three vertex numbers each, counter-clockwise from the front */
} ferry_mesh;

typedef struct ferry_mesh_list {
    ferry_mesh *data;
    uint32_t count;
} ferry_mesh_list;

typedef struct ferry_joint {
    uint32_t node;
    ferry_matrix inverse_bind; /* model space at bind pose -> joint space */
} ferry_joint;

typedef struct ferry_weight {
    uint32_t joint; /* index into the skin's joints */
    float weight;
} ferry_weight;

/* A run of weights that sums to 1 (within 1e-3). A rigid vertex names an influence of one weight. */
typedef struct ferry_influence {
    uint32_t first, count;
} ferry_influence;

typedef struct ferry_skin {
    const char *name;
    ferry_joint *joints;
    uint32_t joint_count;
    ferry_weight *weights;
    uint32_t weight_count;
    ferry_influence *influences;
    uint32_t influence_count;
} ferry_skin;

typedef struct ferry_skin_list {
    ferry_skin *data;
    uint32_t count;
} ferry_skin_list;

typedef enum ferry_cull {
    FERRY_CULL_NONE,
    FERRY_CULL_FRONT,
    FERRY_CULL_BACK,
    FERRY_CULL_BOTH,
} ferry_cull;

typedef enum ferry_alpha_mode {
    FERRY_ALPHA_OPAQUE,
    FERRY_ALPHA_CUTOUT, /* drawn where alpha >= alpha_cutoff */
    FERRY_ALPHA_BLEND,  /* src * a + dst * (1 - a) */
    FERRY_ALPHA_ADD,    /* src * a + dst */
} ferry_alpha_mode;

/* The short, generic part serves every target; `gx` or `rdp` holds the full state of the machine it came
 * from. Where one of them is present, it is the authority and the generic part is a summary of it. */
typedef struct ferry_material {
    const char *name;
    ferry_color base_color;
    uint32_t base_texture; /* FERRY_NONE: untextured */
    uint32_t base_uv;      /* UV set of base_texture */
    ferry_alpha_mode alpha_mode;
    float alpha_cutoff;
    ferry_cull cull;
    bool lit;
    bool vertex_colors;            /* colour set 0 multiplies base_color */
    const ferry_gx_material *gx;   /* GameCube state, or NULL */
    const ferry_rdp_material *rdp; /* Nintendo 64 state, or NULL */
} ferry_material;

typedef struct ferry_material_list {
    ferry_material *data;
    uint32_t count;
} ferry_material_list;

typedef enum ferry_wrap {
    FERRY_WRAP_CLAMP,
    FERRY_WRAP_REPEAT,
    FERRY_WRAP_MIRROR,
} ferry_wrap;

typedef enum ferry_filter {
    FERRY_FILTER_NEAREST,
    FERRY_FILTER_LINEAR,
    FERRY_FILTER_NEAREST_MIP_NEAREST,
    FERRY_FILTER_LINEAR_MIP_NEAREST,
    FERRY_FILTER_NEAREST_MIP_LINEAR,
    FERRY_FILTER_LINEAR_MIP_LINEAR,
} ferry_filter;

/* How an image is sampled. Several textures may share one image. */
typedef struct ferry_texture {
    const char *name;
    /* where the source says the image lies (`rom:/x.sprite`), "" if it lies in the file */
    const char *path;
    uint32_t image; /* FERRY_NONE: missing, or only named by `path` */
    ferry_wrap wrap_s, wrap_t;
    ferry_filter min_filter, mag_filter;
    float min_lod, max_lod, lod_bias;
    uint8_t max_anisotropy; /* as stored: 0 = 1x, 1 = 2x, 2 = 4x */
    bool bias_clamp, edge_lod;
    uint8_t transparency_hint; /* as stored in a BTI header, 0xCC = unset */
} ferry_texture;

typedef struct ferry_texture_list {
    ferry_texture *data;
    uint32_t count;
} ferry_texture_list;

/* One decoded level: width * height texels, r g b a bytes each, first row on top. */
typedef struct ferry_level {
    uint32_t width, height;
    const uint8_t *rgba;
} ferry_level;

typedef enum ferry_alpha_class {
    FERRY_ALPHA_ALL_OPAQUE, /* every texel 255 */
    FERRY_ALPHA_ALL_BINARY, /* only 0 and 255 */
    FERRY_ALPHA_VARIED,
} ferry_alpha_class;

/* A picture, decoded, beside the bytes it came from. */
typedef struct ferry_image {
    const char *name;
    uint32_t width, height;
    ferry_level *levels; /* level k is max(1, w >> k) by max(1, h >> k); at least one */
    uint32_t level_count;
    ferry_alpha_class alpha; /* of level 0 */
    bool has_gx;             /* of the fields below, all but rdp_format hold */
    ferry_gx_texel gx_format;
    ferry_gx_palette gx_palette_format;
    uint32_t palette_count; /* entries stored; 0 without a palette */
    ferry_bytes source;     /* encoded texels of all levels, as in the file */
    ferry_bytes palette;    /* encoded palette entries, u16 each, as in the file */
    /* the field below holds, and the three above where they are not empty; palettes are RGBA16 */
    bool has_rdp;
    ferry_rdp_texel rdp_format;
} ferry_image;

typedef struct ferry_image_list {
    ferry_image *data;
    uint32_t count;
} ferry_image_list;

/* Some vertices of a mesh, moved by a weight of 0..1 or whatever a clip makes of it: position += weight *
 * move. */
typedef struct ferry_morph {
    const char *name;
    uint32_t mesh;
    /* by which files of weights name it: the same for the parts of one shape in several meshes */
    uint32_t number;
    /* FERRY_NONE, or a number: weights of morphs of one group count by their share of the sum */
    uint32_t group;
    uint32_t count;
    uint32_t *vertices;    /* of the mesh, rising */
    ferry_vec3 *positions; /* moves, in the space of the mesh's positions; NULL: none */
    ferry_vec3 *normals;   /* moves, before the sum is made unit length; NULL: none */
    uint32_t set;          /* UV set that `shifts` are of; it is there */
    ferry_vec2 *shifts;    /* moves of texture coordinates; NULL: none */
} ferry_morph;

typedef struct ferry_morph_list {
    ferry_morph *data;
    uint32_t count;
} ferry_morph_list;

/* Vertices of a mesh that a clip gives one colour. */
typedef struct ferry_vertex_color_group {
    uint32_t mesh, set; /* which colours of it; they are there */
    uint32_t count;
    uint32_t *vertices;
} ferry_vertex_color_group;

typedef struct ferry_vertex_color_group_list {
    ferry_vertex_color_group *data;
    uint32_t count;
} ferry_vertex_color_group_list;

/* What a track drives. Its `object` is an index into the list named first. */
typedef enum ferry_target {
    FERRY_TARGET_TRANSLATE, /* nodes; channel 0..2: x, y, z */
    /* nodes; channel 0..2: Euler angle, unwrapped, all three there; or one of width 4: a quaternion */
    FERRY_TARGET_ROTATE,
    FERRY_TARGET_SCALE,          /* nodes; channel 0..2 */
    FERRY_TARGET_NODE_VISIBLE,   /* nodes; 0: hidden */
    FERRY_TARGET_DRAW_VISIBLE,   /* draws; 0: hidden */
    FERRY_TARGET_TEXTURE,        /* materials, slot: texture slot; the value is an index into the textures */
    FERRY_TARGET_TEXTURE_MATRIX, /* materials, slot: matrix; channel: ferry_matrix_channel */
    /* materials, slot 0..3: TEV register; channel 0..3: r, g, b, a as the machine counts: -1024..1023 */
    FERRY_TARGET_REGISTER,
    FERRY_TARGET_KONST,          /* materials, slot 0..3: konst colour; channel as above, 0..255 */
    FERRY_TARGET_MATERIAL_COLOR, /* materials, slot 0..1: material colour; channel as above, 0..255 */
    FERRY_TARGET_MORPH,          /* morphs; weight */
    FERRY_TARGET_VERTEX_COLOR,   /* vertex colour groups; channel 0..3: r, g, b, a, 0..255 */
    FERRY_TARGET_DRAW_MATERIAL,  /* draws; the value is an index into the materials; stepped */
    /* materials with `rdp`; channel 0..3: r, g, b, a of the primitive colour, 0..255 */
    FERRY_TARGET_PRIM,
    FERRY_TARGET_ENV, /* the same of the environment colour */
    /* materials with `rdp`, slot 0..1: tile; channel 0..1: low of s, t in texels */
    FERRY_TARGET_TILE,
    FERRY_TARGET_COUNT,
} ferry_target;

/* Of a texture matrix. The first five are what files animate; the others say how the first five are meant. */
typedef enum ferry_matrix_channel {
    FERRY_MATRIX_SCALE_S,
    FERRY_MATRIX_SCALE_T,
    FERRY_MATRIX_ROTATION, /* radians, unwrapped */
    FERRY_MATRIX_TRANSLATE_S,
    FERRY_MATRIX_TRANSLATE_T,
    FERRY_MATRIX_CENTER_S,
    FERRY_MATRIX_CENTER_T,
    FERRY_MATRIX_MAYA, /* 0 or 1: ferry_gx_texture_matrix.maya */
    FERRY_MATRIX_CHANNELS,
} ferry_matrix_channel;

typedef enum ferry_interpolation {
    FERRY_STEP, /* the value of the last key that is not later */
    FERRY_LINEAR,
    FERRY_HERMITE, /* cubic, by the slopes; quaternions number by number, made unit length */
    FERRY_NLERP,   /* quaternions: linear on the shorter way, made unit length */
    FERRY_SLERP,   /* quaternions: at an even speed */
} ferry_interpolation;

/* One channel of one thing over time. Before the first key and behind the last one the value stays. */
typedef struct ferry_track {
    ferry_target target;
    uint32_t object, slot, channel;
    ferry_interpolation interpolation;
    uint32_t width;     /* numbers a key: 1, or 4 for a unit quaternion (x, y, z, w) */
    uint32_t key_count; /* at least 1 */
    /* seconds, not falling; two at one time are a jump, of which the later one holds */
    double *times;
    float *values; /* width numbers a key */
    /* FERRY_HERMITE: slopes of arriving and leaving, per second, width numbers a key; else NULL */
    float *in, *out;
} ferry_track;

typedef enum ferry_loop {
    /* holds its end: a thousandth of a frame before it, as the source's machine does */
    FERRY_LOOP_ONCE,
    FERRY_LOOP_ONCE_RESET, /* goes back to its start and stays there */
    FERRY_LOOP_REPEAT,
    FERRY_LOOP_MIRROR_ONCE, /* to the end and back, and stays at the start */
    FERRY_LOOP_MIRROR,      /* back and forth */
} ferry_loop;

/* An animation. What it has no track for stays as it is at rest; several clips may play at once. */
typedef struct ferry_clip {
    const char *name; /* no two of one kind are the same */
    /* of the file that it comes from: "bck"; clips of one name and several kinds are made to play together */
    const char *kind;
    double duration; /* seconds */
    ferry_loop loop;
    double rate;         /* frames a second of the source, above 0; keys mostly stand on whole frames */
    ferry_track *tracks; /* by target, object, slot, channel; none twice */
    uint32_t track_count;
    const char *kept; /* path of the extra that holds more of it as it was: how joints move; NULL: none */
    bool whole;       /* plays by itself: while it does, what it has no track for is at rest */
} ferry_clip;

typedef struct ferry_clip_list {
    ferry_clip *data;
    uint32_t count;
} ferry_clip_list;

/* A block of the source that the scene has no word for, whole. */
typedef struct ferry_extra {
    const char *format; /* format name, e.g. "j3d" */
    const char *path;   /* structural path, e.g. "MDL3" */
    uint64_t offset;    /* in the unpacked file */
    ferry_bytes bytes;
} ferry_extra;

typedef struct ferry_extra_list {
    ferry_extra *data;
    uint32_t count;
} ferry_extra_list;

/* Owns its arena: everything it points to lives until ferry_scene_free(). Passes and callers may change it
 * freely as long as ferry_check() holds; memory for additions comes from ferry_scene_alloc(). */
typedef struct ferry_scene {
    const char *name;
    const char *format; /* name of the format of the first file read, e.g. "j3d" */
    /* its name, with the way through archives: "link.arc#bdl/link.bdl"; NULL: no file */
    const char *file;
    const char *layout; /* and its layout, e.g. "V4"; "" where the format has one only */
    float unit;         /* metres per unit; 1 where the source does not say */
    /* its draws are layers: of those in one plane the later one shows, from whichever side one looks */
    bool layered;
    ferry_node_list nodes;
    ferry_draw_list draws;
    ferry_mesh_list meshes;
    ferry_skin_list skins;
    ferry_material_list materials;
    ferry_texture_list textures;
    ferry_image_list images;
    ferry_morph_list morphs;
    ferry_vertex_color_group_list vertex_color_groups;
    ferry_clip_list clips;
    ferry_extra_list extras;
    /* meshes and skins before triangles went: materials are chosen by how those look; NULL: none went */
    const struct ferry_scene *full;
    struct fy_arena *arena;
} ferry_scene;

/* --------------------------------------------------------------------------------------------- the report */

typedef enum ferry_severity {
    FERRY_NOTE, /* worth knowing */
    /* the source is fine, the target cannot say it; the text tells what was done instead, with a measure */
    FERRY_LOSS,
    FERRY_WARNING, /* the source is broken here; the text tells what was assumed */
    FERRY_ERROR,   /* nothing was produced */
} ferry_severity;

/* What the texts of merged messages measure. */
typedef struct ferry_measured {
    const char *unit;       /* "triangles", "/255" */
    bool adds;              /* measures of several make a sum: counts. Else only their mean says something */
    double sum, worst;      /* over all that were merged into the message */
    const char *worst_path; /* path of the worst */
} ferry_measured;

typedef struct ferry_message {
    ferry_severity severity;
    /* this one and alike ones (same severity, code and file) that were merged into it */
    uint32_t times;
    const char *code;         /* stable, for programs: "j3d.block-truncated" */
    const char *file;         /* "" if it concerns no file */
    const char *path;         /* "SHP1.shape[3].packet[1]", may be "" */
    const char *text;         /* one sentence */
    ferry_measured *measured; /* NULL: there is nothing to be added up */
    uint64_t offset;          /* bytes from the start of the (unpacked) file */
    bool has_offset;
} ferry_message;

typedef struct ferry_report {
    ferry_message *data;
    uint32_t count, capacity;
    uint32_t totals[4]; /* by severity, merged ones included */
} ferry_report;

/* `file:0x1ab: warning: path: text (x12)`, without a line break, cut to `size`; merged measures stand
 * behind the number: `(x12: 498 triangles in all, 120 at worst: draw[7])`. Returns the full length as
 * snprintf does. */
FERRY_API int ferry_message_text(const ferry_message *message, char *buffer, size_t size);

/* Prints every message of severity >= `least`, a line each. */
FERRY_API void ferry_report_print(const ferry_report *report, ferry_severity least, FILE *stream);

/* "note", "loss", "warning", "error". */
FERRY_API const char *ferry_severity_name(ferry_severity severity);

/* ------------------------------------------------------------------------------------------------ options */

typedef struct ferry_format ferry_format; /* ferry64_format.h */

typedef struct ferry_contents ferry_contents; /* below: ferry_open_contents() */

typedef struct ferry_setting_value {
    const char *key;   /* "t3dm.base-scale" */
    const char *value; /* "auto" */
} ferry_setting_value;

/* Formats are recognised by `bytes`, and by `name` where bytes do not tell; `bytes` must outlive the job.
 * `name` may end in `#path/in/archive`, which may be a glob (docs/materials.md, "Globs"). */
typedef struct ferry_input {
    const char *name;
    ferry_bytes bytes;
} ferry_input;

/* Zero means default everywhere; `size` must be sizeof(ferry_options). Everything pointed to must outlive the
 * job. */
typedef struct ferry_options {
    size_t size;
    size_t memory_limit; /* bytes for job and scenes together; 0: 1 GiB */
    double deadline;     /* seconds of wall-clock time from ferry_open(); 0: none */
    /* bytes that may be unpacked, through all layers and members, for each byte of the inputs, where that is
     * more than 64 MiB; 0: 128 */
    uint32_t unpack_limit;
    /* format name that overrides recognition of the innermost bytes, "t3dm:L7" with a layout of that format;
     * NULL: recognise */
    const char *from;
    const ferry_setting_value *settings;
    size_t setting_count;
    /* rules that override what becomes of materials (docs/materials.md); NULL: none */
    const ferry_input *materials;
    const ferry_format *const *extra_formats; /* ended by NULL; asked before the built-in ones */
    /* ended by NULL; inputs that jobs with the same formats have opened: where one of them, the same bytes by
     * the same name, is an input here, it is not unpacked again. May be NULL */
    const ferry_contents *const *opened;
    bool (*progress)(void *user, const char *stage, double fraction); /* false cancels; may be NULL */
    /* a file beside the input; "": one that the input has no name for. May be NULL */
    bool (*sidecar)(void *user, const char *name, ferry_bytes *bytes);
    /* what messages call the file that sidecar() gives for `name`, or what lies there and is no file; NULL:
     * `name`. May be NULL */
    const char *(*display_name)(void *user, const char *name);
    /* the path to pass to sidecar() for the file that `name`, which may be a path of another disk, most
     * likely means. It may lie outside the input's folder; NULL: there is none. May be NULL */
    const char *(*find)(void *user, const char *name);
    void *user;
    size_t fail_allocation; /* tests: the n-th allocation (from 1) and all after it fail; 0: never */
} ferry_options;

/* ---------------------------------------------------------------------------------------------- functions */

/*
 * What holds for all of them, unless they say otherwise:
 *   errors     false or NULL after an error, which the job's report then holds with its place. A job that has
 *              failed does no further work: what is asked of it fails as well, quietly
 *   ownership  what is returned or filled in belongs to the job and lives until ferry_close(). What is handed
 *              in stays the caller's, and must outlive the job where the job may come back to it: options,
 *              inputs and their bytes
 *   units      as above: source units, radians, seconds; sizes in bytes, pictures in pixels
 *   threads    a job, its report and its scenes share an account of memory, and belong to one thread at a
 *              time. Different jobs run at once, without locks. A format may say that it holds a lock
 *              (ferry_format.flags, ferry64_format.h)
 *   NULL       only where it is said
 */

typedef struct ferry_job ferry_job;

typedef struct ferry_file {
    const char *name;
    ferry_bytes bytes;
} ferry_file;

typedef struct ferry_file_list {
    ferry_file *data;
    uint32_t count, capacity;
} ferry_file_list;

/* FERRY_VERSION of the library that runs, as opposed to the one that was compiled against. */
FERRY_API const char *ferry_version(void);

/* A new job. NULL only if there is no memory at all; wrong options or settings are an error in the report,
 * and every later call on the job then fails. */
FERRY_API ferry_job *ferry_open(const ferry_options *options);

/* Frees the job, its report and all bytes it returned. Scenes live on. NULL: nothing. */
FERRY_API void ferry_close(ferry_job *job);

/* What was said so far. It grows as the job goes on, also after an error, and is freed with the job. */
FERRY_API const ferry_report *ferry_job_report(const ferry_job *job);

/* Most bytes that the job and its scenes held at one time. */
FERRY_API size_t ferry_job_peak_memory(const ferry_job *job);

/* Recognises, unpacks and reads all inputs into one scene (a model first, then what joins it), and checks it.
 * A model that became several files (`stage.t3dm`, `stage.1.t3dm`) is one scene of them all: they follow each
 * other, each with nodes of its own. NULL after an error, which the report then holds. The caller frees the
 * scene. */
FERRY_API ferry_scene *ferry_load(ferry_job *job, const ferry_input *inputs, size_t count);

/* Frees the scene with all it holds, before or after its job. NULL: nothing. */
FERRY_API void ferry_scene_free(ferry_scene *scene);

/* Zeroed memory that lives as long as the scene; NULL if the limit is reached. */
FERRY_API void *ferry_scene_alloc(ferry_scene *scene, size_t count, size_t size);

/* Runs the passes that format `target` (by name) needs, in order, and changes the scene. `after` stops behind
 * the pass of that name (NULL: all). After an error the scene is good for nothing but ferry_scene_free(). */
FERRY_API bool ferry_prepare(ferry_job *job, ferry_scene *scene, const char *target, const char *after);

/* Writes a prepared scene. `name` is the output's path as the target will see it: further files are named
 * after it, nothing is opened. Errors about it name `scene->file` instead, if there is one. The bytes live
 * until ferry_close(). */
FERRY_API bool ferry_save(ferry_job *job, const ferry_scene *scene, const char *target, const char *name,
                          ferry_file_list *files);

/* An animation beside a model in its archive that fits it. */
typedef struct ferry_add_on {
    const char *file;
    bool joined;     /* else it is only for those who ask for it: setting `clips.names` */
    uint32_t clip;   /* of the scene, if it joined; FERRY_NONE: it makes none (shapes) */
    const char *why; /* what speaks for it and against it, in words */
    /* whose length says something, and those that begin as long as at rest */
    uint32_t bones, bones_kept;
    uint32_t materials; /* that it names; the model has them all */
} ferry_add_on;

typedef struct ferry_add_on_list {
    ferry_add_on *data;
    uint32_t count;
} ferry_add_on_list;

/* What the last ferry_load() found beside the model, in the order of the archive; lives until
 * ferry_close(). */
FERRY_API ferry_add_on_list ferry_add_ons(const ferry_job *job);

/* One rule of `options.materials`, and what it was good for so far. */
typedef struct ferry_rule_use {
    uint32_t line, column; /* of the file, from 1 */
    const char *path;      /* "rules[2]" */
    uint32_t materials;    /* that it spoke about */
} ferry_rule_use;

typedef struct ferry_rule_use_list {
    ferry_rule_use *data;
    uint32_t count;
} ferry_rule_use_list;

/* Reads `options.materials` as format `target` understands them, to know mistakes in them before any work:
 * ferry_save() does it by itself. True without such options. False after an error: the rules are not right,
 * or `target` has none. */
FERRY_API bool ferry_read_materials(ferry_job *job, const char *target);

/* The rules that were read, in their order; they live until ferry_close(). Those that no job of a run made
 * use of are likely misspelt. */
FERRY_API ferry_rule_use_list ferry_rule_uses(const ferry_job *job);

/* What was seen of a material when a model was saved (docs/what-is-lost.md, "What is seen"). */
typedef struct ferry_seen_material {
    const char *name;
    uint64_t pixels; /* of small pictures from all sides and from nearby */
    double
        color_error;   /* mean difference of a component over them, 0..255; as in ferry_similarity_material */
    const char *cause; /* of most of it: "combiner", "blend", "light", "texture", "outline"; "" where it is
                           not known */
} ferry_seen_material;

typedef struct ferry_seen_list {
    ferry_seen_material *data;
    uint32_t count;
} ferry_seen_list;

/* Those of the last ferry_save(), in the scene's order; none where nobody looked. They live until
 * ferry_close(). */
FERRY_API ferry_seen_list ferry_seen_materials(const ferry_job *job);

/* What is left of a level of detail where triangles went (docs/simplify.md). How far the surface is off is in
 * parts of the height; what was left out counts as off by its radius. */
typedef struct ferry_simplified {
    uint32_t level, before, after; /* triangles */
    double mean, worst;            /* how far it is off at rest */
    uint32_t poses;                /* moments of clips that these are of, too; 0: nothing moves */
    double pose_mean, pose_worst;
} ferry_simplified;

typedef struct ferry_simplified_list {
    ferry_simplified *data;
    uint32_t count;
} ferry_simplified_list;

/* Those of the last ferry_prepare(), the finest first; none where no triangle was to go. They live until
 * ferry_close(). */
FERRY_API ferry_simplified_list ferry_simplified_levels(const ferry_job *job);

/* Every promise of this header as code. False and an error in the report if one is broken. */
FERRY_API bool ferry_check(ferry_job *job, const ferry_scene *scene);

/* The members of an archive, or the one file inside a packed file, whole: layers are peeled up to four deep.
 * Adds to `files`. */
FERRY_API bool ferry_unpack(ferry_job *job, const ferry_input *input, ferry_file_list *files);

typedef struct ferry_recognised {
    const ferry_format *format; /* of the innermost bytes; NULL: unknown */
    const char *name;           /* name with the way through the archives: "link.arc#bdl/link.bdl" */
    ferry_bytes bytes;          /* unpacked */
    const char *layers;         /* "yaz0 rarc", outermost first; "" if not packed */
} ferry_recognised;

/* Peels the input until something that can be read, without reading it. An archive with several models is an
 * error that lists them. */
FERRY_API bool ferry_recognise(ferry_job *job, const ferry_input *input, ferry_recognised *result);

/* A file that an input is or holds, peeled but not read. */
typedef struct ferry_content {
    ferry_recognised it; /* no other content of the input has this name */
    const char *member;  /* the path inside the input: "bdl/link.bdl"; "": the input itself */
    const char *inside;  /* name of the innermost archive around it; "": there is none */
    uint32_t archive;    /* number of that archive in the input, from 1; 0: there is none */
    /* it cannot be unpacked, as the report says: `it` has no format, and its bytes are packed */
    bool broken;
} ferry_content;

struct ferry_contents {
    const char *name;    /* of the input, without a member */
    ferry_bytes bytes;   /* of the input */
    ferry_content *data; /* in the order of the input */
    uint32_t count;
    const ferry_report *report; /* of the job that opened it */
};

/* Everything that the input is or holds, through all layers of packing and all archives; a member in its name
 * is not looked at. It can be used for many jobs, in several threads at once: ferry_options.opened. It
 * belongs to `job`; what is said about members that are broken stays in its report. NULL after an error: the
 * input itself is broken, or its format could not be told for sure. */
FERRY_API const ferry_contents *ferry_open_contents(ferry_job *job, const ferry_input *input);

/* Which contents a way inside the input means: a file, all in a folder or an archive, or where there is no
 * such thing what a glob matches; NULL: all. `picked` has contents->count elements. Returns how many. */
FERRY_API uint32_t ferry_pick_contents(const ferry_contents *contents, const char *member, bool *picked);

/* Whether the message, of the report of its contents, is about the archive that this one lies in, one around
 * it, or what lies beside it there. */
FERRY_API bool ferry_concerns(const ferry_message *message, const ferry_content *content);

typedef struct ferry_recognised_list {
    ferry_recognised *data;
    uint32_t count;
} ferry_recognised_list;

/* All models that the input is or holds, in its order, peeled but not read; none is no error. Names and bytes
 * live until ferry_close(). False after an error: what packs them is broken, or a format could not be told
 * for sure. */
FERRY_API bool ferry_find_models(ferry_job *job, const ferry_input *input, ferry_recognised_list *models);

/* What the scene holds, one property a line, each line saying what it is about: made for people and diffs
 * (docs/scene.md). */
FERRY_API bool ferry_dump(ferry_job *job, const ferry_scene *scene, ferry_bytes *text);

/* The same as JSON with a stable order of keys (docs/json.md). Both leave out what comes in thousands where
 * the setting `dump.data` is `no`. */
FERRY_API bool ferry_dump_json(ferry_job *job, const ferry_scene *scene, ferry_bytes *text);

/* One difference between two scenes. */
typedef struct ferry_difference {
    /* '-': only the first has it; '+': only the second; '~': both do, and it is not the same */
    char sign;
    const char *thing;          /* "node", "material", ...; "scene" */
    const char *name;           /* of the thing, as dumps call it: `"hip"`; "" for the scene */
    const char *what;           /* the property, as dumps call it; "" where the whole thing is meant */
    const char *before, *after; /* values; NULL: none, or too many to show */
    bool has_amount;
    double amount;          /* how far apart they are, */
    const char *unit;       /* in "units" (of the first), "degrees", "of 255 in the mean", "" */
    uint32_t differing, of; /* how many elements differ, of how many; `of` 0: it is not a list */
    uint32_t worst;         /* the one that differs most */
    bool has_seconds;
    double seconds; /* into the clip: when they are furthest apart */
} ferry_difference;

typedef struct ferry_differences {
    ferry_difference *data;
    uint32_t count, capacity;
    /* lengths of the second in those of the first, by their boxes: 1, or such a factor as base scales are */
    double scale;
    double height; /* of the first, in its units: what `tolerance` is a part of */
} ferry_differences;

/* The differences between scenes `a` and `b` (docs/diff.md), in the order of dumps. Up to `tolerance` numbers
 * count as the same: lengths by this part of the height of `a`, angles in radians, all else as they are; 0:
 * exactly. Names, counts and the state of machines are always compared exactly. The scenes may belong to
 * other jobs; their memory is borrowed meanwhile, so they are not to be used from another thread. What is
 * found lives until ferry_close(). False after an error: no memory, or stopped. */
FERRY_API bool ferry_diff(ferry_job *job, const ferry_scene *a, const ferry_scene *b, double tolerance,
                          ferry_differences *differences);

/* An 8-bit PNG of one level of an image (0 is the largest), RGBA. */
FERRY_API bool ferry_image_png(ferry_job *job, const ferry_image *image, uint32_t level, ferry_bytes *png);

/* Levels of detail, at least 1. */
FERRY_API uint32_t ferry_level_count(const ferry_scene *scene);

/* Makes this level the one that pictures and counts are of; what was that is what this was. False: there is
 * no such level. */
FERRY_API bool ferry_show_level(ferry_scene *scene, uint32_t level);

typedef struct ferry_counts {
    uint64_t triangles, vertices, weighted_vertices;
    uint32_t max_weights; /* largest influence in use */
    bool empty;           /* no vertex at all: box and height are 0 */
    ferry_box box;        /* rest pose, model space */
} ferry_counts;

/* What the draws show, each mesh as often as it is drawn. Works in the scene's memory, which is given back:
 * not from two threads at once for one scene. False, and zeros, if the memory limit is reached (reported
 * while the job is open). */
FERRY_API bool ferry_count(const ferry_scene *scene, ferry_counts *counts);

/* World matrices of all nodes at rest, scale rules honoured; `worlds` has scene->nodes.count elements. Needs
 * memory of the scene for its duration if a node has FERRY_SCALE_SOFTIMAGE, and none otherwise: false, as
 * ferry_count, at the limit. */
FERRY_API bool ferry_world_matrices(const ferry_scene *scene, ferry_matrix *worlds);

/* The scene as it stands `seconds` after the start of playing these clips at once (indices into scene->clips;
 * of two that drive one thing the later one wins), their loop modes honoured: nodes, draws, materials and
 * meshes hold the values of that moment, all else is as at rest. It borrows from `scene` what the clips do
 * not move, lives until ferry_close(), and is not to be freed or changed. NULL after an error. */
FERRY_API const ferry_scene *ferry_pose(ferry_job *job, const ferry_scene *scene, const uint32_t *clips,
                                        uint32_t count, double seconds);

/* The world matrices of all nodes, a line each; and the same as JSON (docs/json.md). */
FERRY_API bool ferry_dump_matrices(ferry_job *job, const ferry_scene *scene, ferry_bytes *text);
FERRY_API bool ferry_dump_matrices_json(ferry_job *job, const ferry_scene *scene, ferry_bytes *text);

/* How materials of the Nintendo 64 are shown. */
typedef enum ferry_look {
    FERRY_LOOK_CLEAN,   /* ideal places, eight bits a component, one sample a pixel */
    FERRY_LOOK_CONSOLE, /* as on the screen: quarter pixels, coverage, dither, five bits, video filter */
} ferry_look;

/* The light from everywhere, which no file holds. */
typedef enum ferry_ambient {
    FERRY_AMBIENT_USUAL, /* 50/255, on every machine */
    FERRY_AMBIENT_GIVEN, /* ferry_view.ambient, on every machine */
    FERRY_AMBIENT_FILE,  /* the ambient registers of GameCube materials; 50/255 for all others */
} ferry_ambient;

/* Where ferry_compare() looks from (docs/rendering.md, "Similarity"). */
typedef enum ferry_views {
    FERRY_VIEWS_SIX,  /* from six sides, all of the model */
    FERRY_VIEWS_NEAR, /* from near its surface, as a player does */
    FERRY_VIEWS_ALL,  /* both, each with its own figure */
} ferry_views;

/* How a picture of a scene is taken. Zero means default everywhere; `size` must be sizeof(ferry_view). */
typedef struct ferry_view {
    size_t size;
    uint32_t width, height; /* pixels, up to 4096 each; 0: 640 x 480 */
    /* radians: the eye moves to the right around the model, and up; 0: from the +z side */
    float yaw, pitch;
    /* source units from the middle of the frame; 0: as near as all of it is seen */
    float distance;
    /* a free camera, instead of yaw, pitch and distance: it stands at `eye` and looks at `target`, both in
     * source units, +y up (straight up or down: +x to the right). What is nearer than an eighth of the way
     * is cut off. `frame` only says how far it sees. */
    bool has_eye;
    ferry_vec3 eye, target;
    bool has_frame; /* look at `frame`; else at the box of the scene's rest pose */
    ferry_box frame;
    ferry_color background; /* where nothing is drawn; alpha 0 makes that transparent */
    /* direction to the light, in the camera's space: right, up, towards the viewer; zero: the upper left
     * front */
    ferry_vec3 to_light;
    bool fog;       /* draw the fog that the file describes */
    bool wireframe; /* edges instead of surfaces */
    bool bones;     /* the tree of nodes over everything */
    ferry_look look;
    ferry_ambient ambient_from;
    float ambient; /* 0..1, if ambient_from says so */
    /* of ferry_compare(): lengths of `b` in those of `a`; 0: as their boxes tell */
    double scale;
    ferry_views views; /* of ferry_compare() */
} ferry_view;

typedef struct ferry_picture {
    uint32_t width, height;
    uint8_t *rgba;    /* rows from the top */
    uint8_t *covered; /* one byte a pixel: 1 where the model is */
} ferry_picture;

/* Draws the scene in its rest pose (for another one: ferry_pose()), as the machine that its materials belong
 * to would (docs/rendering.md): one light over the view's ambient. The picture lives until ferry_close().
 * False after an error. */
FERRY_API bool ferry_render(ferry_job *job, const ferry_scene *scene, const ferry_view *view,
                            ferry_picture *picture);

/* What one camera of ferry_compare() found. */
typedef struct ferry_similarity_view {
    const char *name;       /* "front", "left", "back", "right", "above", "below"; "near 1" to "near 8" */
    float yaw, pitch;       /* of the six; radians, as in ferry_view */
    ferry_vec3 eye, target; /* of the near ones; in the units of `a` */
    double ssim;            /* -1..1, 1: the same; of no meaning if there is no pixel */
    double color_error;     /* mean difference of a component, 0..255 */
    uint64_t pixels;        /* of either model, and two around them */
} ferry_similarity_view;

#define FERRY_SIMILARITY_VIEWS 6
#define FERRY_SIMILARITY_NEAR 8

/* Over the pixels of several views; 1, 0 and 0 where there are none. */
typedef struct ferry_similarity_sum {
    double ssim, color_error;
    uint64_t pixels;
} ferry_similarity_sum;

/* What one material has to do with it: the pixels where `a` shows it; where `a` shows nothing, those where
 * `b` does. */
typedef struct ferry_similarity_material {
    const char *name;
    uint64_t pixels;
    double ssim, color_error; /* over them */
    uint64_t shown[2];        /* pixels that show it in `a` and in `b` */
    uint64_t lost, added;     /* of these: where the other one shows something else that differs strongly */
    bool vanishes, appears;   /* that is more than half of them */
    double elsewhere;         /* of color_error: what comes from pixels where only one of them shows it */
} ferry_similarity_material;

/* What the console's display processor draws of the six sides, with a material of the console; else 0. */
typedef struct ferry_fill {
    uint64_t covered; /* pixels where the model is seen */
    /* pixels of all triangles, those behind others, and those of glass that changes nothing, among them: each
     * of them takes time */
    uint64_t drawn;
    uint64_t cycles; /* of the combiner for them: one or two each */
} ferry_fill;

typedef struct ferry_similarity {
    ferry_similarity_view views[FERRY_SIMILARITY_VIEWS];
    double ssim, color_error; /* over the pixels of the six views; 1 and 0 where there are none */
    uint64_t pixels;
    ferry_similarity_view near[FERRY_SIMILARITY_NEAR];
    uint32_t near_count;
    bool walked; /* the near views are a player's who stands on `a`; else they are around a figure */
    ferry_similarity_sum near_sum;
    ferry_fill fill[2]; /* of `a` and of `b` */
    /* lengths of `b` in those of `a`: a T3DM file's are multiplied by its base scale */
    double scale;
    /* those of `a` in order, then those of `b` alone, of all views; materials of one name count as one, the
     * first. Lives until ferry_close(). */
    ferry_similarity_material *materials;
    uint32_t material_count;
} ferry_similarity;

/* How alike two scenes look (docs/rendering.md, "Similarity"): both are drawn from the same places, in one
 * frame and one light. Of `view` count size (0: 320 x 240; a third of it for near views), light, ambient,
 * look, scale and views; NULL: all of it as usual. `sheet`, if not NULL, becomes a picture of all views: a, b
 * and their difference side by side; it lives until ferry_close(). The scenes may belong to other jobs.
 * Where nothing is to be seen of either from any side they are equal: `pixels` is 0, `ssim` 1, and a note
 * says so. False after an error. */
FERRY_API bool ferry_compare(ferry_job *job, const ferry_scene *a, const ferry_scene *b,
                             const ferry_view *view, ferry_similarity *similarity, ferry_picture *sheet);

/* A picture as an 8-bit PNG. */
FERRY_API bool ferry_picture_png(ferry_job *job, const ferry_picture *picture, ferry_bytes *png);

/* All formats, built-in ones and the options' extra ones; ended by NULL. `job` may be NULL: built-in ones. */
FERRY_API const ferry_format *const *ferry_formats(const ferry_job *job);

/* The format of that name among ferry_formats(); NULL if there is none, which is no error. */
FERRY_API const ferry_format *ferry_find_format(const ferry_job *job, const char *name);

#ifdef __cplusplus
}
#endif

#endif
