/*
 * ferry64.h: the library. Reads game models into one scene graph and writes Nintendo 64 and interchange
 * files.
 *
 *     bytes -> recognise, unpack, read -> scene -> prepare -> scene -> write -> named bytes
 *
 * A job (`ferry_job`) is one run of this pipeline. It owns its memory and its report, opens no file and keeps
 * no global state, so any number of jobs may run at once, one thread each. A minimal use:
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

/* Affine, row by row, for column vectors: p' = m * (p, 1); column 3 is the translation. */
typedef struct ferry_matrix {
    double m[3][4];
} ferry_matrix;

typedef struct ferry_box {
    ferry_vec3 min, max;
} ferry_box;

/* ---------------------------------------------------------------------------------------------- the scene */

/* How a node's scale affects its children (docs/formats/j3d.md, "World matrices"). The transforms pass
 * replaces all of these by FERRY_SCALE_INHERIT. */
typedef enum ferry_scale_rule {
    FERRY_SCALE_INHERIT,    /* world = parent * T * R * S, as in glTF */
    FERRY_SCALE_SOFTIMAGE,  /* scales accumulate apart from rotations: no shear; translations are stretched */
    FERRY_SCALE_COMPENSATE, /* Maya: the parent's own scale is cancelled between translation and rotation */
    /* as COMPENSATE, but a node whose parent has a scale of 0 in any axis collapses (docs/formats/ttyd.md) */
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
    bool has_quat;    /* the rotation is `quat`, else `euler` */
    ferry_vec3 euler; /* R = Rz * Ry * Rx, unwrapped */
    ferry_quat quat;  /* unit length */
    ferry_vec3 scale;
    ferry_scale_rule scale_rule;
    ferry_billboard billboard;
    bool visible;
    /* made by a reader for one transform of its parent, into which the transforms pass may merge it */
    bool helper;
    /* the model's own space: a root without children that never moves; not a bone in formats with bones */
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
    /* level of detail, 0: the finest. One level of a scene is drawn at a time; pictures and counts show the
     * finest (ferry_show_level()) */
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
    /* For each vertex, its indices into the source's arrays, by which add-on files refer to vertices; NULL:
     * not known. Only their length is checked: nothing in the scene is looked up by them. */
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

/* The short, generic part serves every target; `gx` or `rdp` holds the full state of the source's machine. If
 * one of them is present, it is authoritative, and the generic part is a summary of it. */
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
    /* the image's path, as in the source (`rom:/x.sprite`); "" if the image is in the file itself */
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
typedef struct ferry_mip_level {
    uint32_t width, height;
    const uint8_t *rgba;
} ferry_mip_level;

typedef enum ferry_alpha_class {
    FERRY_ALPHA_ALL_OPAQUE, /* every texel 255 */
    FERRY_ALPHA_ALL_BINARY, /* only 0 and 255 */
    FERRY_ALPHA_VARIED,
} ferry_alpha_class;

/* A decoded picture, with the bytes it was decoded from. */
typedef struct ferry_image {
    const char *name;
    uint32_t width, height;
    ferry_mip_level *levels; /* level k is max(1, w >> k) by max(1, h >> k); at least one */
    uint32_t level_count;
    ferry_alpha_class alpha; /* of level 0 */
    bool has_gx;             /* all fields below except rdp_format are set */
    ferry_gx_texel gx_format;
    ferry_gx_palette gx_palette_format;
    uint32_t palette_count; /* entries stored; 0 without a palette */
    ferry_bytes source;     /* encoded texels of all levels, as in the file */
    ferry_bytes palette;    /* encoded palette entries, u16 each, as in the file */
    /* rdp_format is set, and the three fields above where they are not empty; palettes are RGBA16 */
    bool has_rdp;
    ferry_rdp_texel rdp_format;
} ferry_image;

typedef struct ferry_image_list {
    ferry_image *data;
    uint32_t count;
} ferry_image_list;

/* Moves some vertices of a mesh: position += weight * move. The weight is usually 0..1, but clips may set any
 * other. */
typedef struct ferry_morph {
    const char *name;
    uint32_t mesh;
    /* the number by which weight files refer to it: the same for all parts of a shape in several meshes */
    uint32_t number;
    /* FERRY_NONE, or a number: the weights of all morphs in a group are divided by their sum */
    uint32_t group;
    uint32_t count;
    uint32_t *vertices;    /* of the mesh, ascending */
    ferry_vec3 *positions; /* moves, in the space of the mesh's positions; NULL: none */
    ferry_vec3 *normals;   /* moves, before the sum is made unit length; NULL: none */
    uint32_t set;          /* UV set that `shifts` apply to; the mesh has it */
    ferry_vec2 *shifts;    /* moves of texture coordinates; NULL: none */
} ferry_morph;

typedef struct ferry_morph_list {
    ferry_morph *data;
    uint32_t count;
} ferry_morph_list;

/* Vertices of a mesh to which clips give one common colour. */
typedef struct ferry_vertex_color_group {
    uint32_t mesh, set; /* the mesh, and its colour set, which it has */
    uint32_t count;
    uint32_t *vertices;
} ferry_vertex_color_group;

typedef struct ferry_vertex_color_group_list {
    ferry_vertex_color_group *data;
    uint32_t count;
} ferry_vertex_color_group_list;

/* What a track drives. Its `object` is an index into the list named first in each comment. */
typedef enum ferry_target {
    FERRY_TARGET_TRANSLATE, /* nodes; channel 0..2: x, y, z */
    /* nodes; channel 0..2: Euler angles, unwrapped, all three; or one track of width 4: a quaternion */
    FERRY_TARGET_ROTATE,
    FERRY_TARGET_SCALE,          /* nodes; channel 0..2 */
    FERRY_TARGET_NODE_VISIBLE,   /* nodes; 0: hidden */
    FERRY_TARGET_DRAW_VISIBLE,   /* draws; 0: hidden */
    FERRY_TARGET_TEXTURE,        /* materials, slot: texture slot; the value is an index into the textures */
    FERRY_TARGET_TEXTURE_MATRIX, /* materials, slot: matrix; channel: ferry_matrix_channel */
    /* materials, slot 0..3: TEV register; channel 0..3: r, g, b, a in the hardware's range: -1024..1023 */
    FERRY_TARGET_REGISTER,
    FERRY_TARGET_KONST,          /* materials, slot 0..3: konst colour; channel as above, 0..255 */
    FERRY_TARGET_MATERIAL_COLOR, /* materials, slot 0..1: material colour; channel as above, 0..255 */
    FERRY_TARGET_MORPH,          /* morphs; weight */
    FERRY_TARGET_VERTEX_COLOR,   /* vertex colour groups; channel 0..3: r, g, b, a, 0..255 */
    FERRY_TARGET_DRAW_MATERIAL,  /* draws; the value is an index into the materials; stepped */
    /* materials with `rdp`; channel 0..3: r, g, b, a of the primitive colour, 0..255 */
    FERRY_TARGET_PRIM,
    FERRY_TARGET_ENV, /* the same for the environment colour */
    /* materials with `rdp`, slot 0..1: tile; channel 0..1: where the tile begins in s, t, in texels */
    FERRY_TARGET_TILE,
    FERRY_TARGET_COUNT,
} ferry_target;

/* Channels of a texture matrix. Files animate the first five; the others say how to interpret these. */
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
    FERRY_STEP, /* the value of the last key at or before the time */
    FERRY_LINEAR,
    FERRY_HERMITE, /* cubic, with the keys' slopes; quaternions componentwise, then normalised */
    FERRY_NLERP,   /* quaternions: linear along the shorter arc, then normalised */
    FERRY_SLERP,   /* quaternions: at constant angular speed */
} ferry_interpolation;

/* One channel of one object over time. The value is constant before the first key and after the last one. */
typedef struct ferry_track {
    ferry_target target;
    uint32_t object, slot, channel;
    ferry_interpolation interpolation;
    uint32_t width;     /* numbers per key: 1, or 4 for a unit quaternion (x, y, z, w) */
    uint32_t key_count; /* at least 1 */
    /* seconds, non-decreasing; two keys at one time are a jump: at that time the second one's value holds */
    double *times;
    float *values; /* `width` numbers per key */
    /* FERRY_HERMITE: incoming and outgoing slopes, per second, `width` numbers per key; else NULL */
    float *in, *out;
} ferry_track;

typedef enum ferry_loop {
    /* stops at its end (a thousandth of a frame earlier, as on the source's machine) */
    FERRY_LOOP_ONCE,
    FERRY_LOOP_ONCE_RESET, /* returns to its start and stays there */
    FERRY_LOOP_REPEAT,
    FERRY_LOOP_MIRROR_ONCE, /* to the end and back, then stays at the start */
    FERRY_LOOP_MIRROR,      /* back and forth */
} ferry_loop;

/* An animation. Whatever it has no track for stays at rest; several clips may play at once. */
typedef struct ferry_clip {
    const char *name; /* unique among clips of one kind */
    /* type of the file that it comes from: "bck"; clips of one name but several kinds are meant to play
     * together */
    const char *kind;
    double duration; /* seconds */
    ferry_loop loop;
    double rate;         /* frames per second of the source, above 0; most keys are on whole frames */
    ferry_track *tracks; /* sorted by target, object, slot, channel; no two alike */
    uint32_t track_count;
    const char *kept; /* path of the extra with the source's own stream of joint motion; NULL: none */
    bool whole;       /* plays alone: meanwhile, everything it has no track for is at rest */
} ferry_clip;

typedef struct ferry_clip_list {
    ferry_clip *data;
    uint32_t count;
} ferry_clip_list;

/* A whole block of the source that the scene cannot represent. */
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
    /* that file's name, with its path through archives: "link.arc#bdl/link.bdl"; NULL: no file */
    const char *file;
    const char *layout; /* that file's layout, e.g. "V4"; "" if the format has only one */
    float unit;         /* metres per unit; 1 if the source does not say */
    /* the draws are layers: of coplanar ones the later one is visible, seen from either side */
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
    /* meshes and skins before simplification, by whose look materials are chosen; NULL: not simplified */
    const struct ferry_scene *full;
    struct fy_arena *arena;
} ferry_scene;

/* --------------------------------------------------------------------------------------------- the report */

typedef enum ferry_severity {
    FERRY_NOTE, /* worth knowing */
    /* the target cannot represent this part of the source; the text says what was done instead, and gives a
     * measure */
    FERRY_LOSS,
    FERRY_WARNING, /* the source is broken here; the text says what was assumed */
    FERRY_ERROR,   /* nothing was produced */
} ferry_severity;

/* The measures of all messages that were merged into one. */
typedef struct ferry_measured {
    const char *unit;       /* "triangles", "/255" */
    bool adds;              /* counts: the sum is meaningful. Differences: only the mean is */
    double sum, worst;      /* over all merged messages */
    const char *worst_path; /* path of the worst */
} ferry_measured;

typedef struct ferry_message {
    ferry_severity severity;
    /* how many messages this stands for: those of one severity, code and file are merged */
    uint32_t times;
    const char *code;         /* stable, for programs: "j3d.block-truncated" */
    const char *file;         /* "" if it concerns no file */
    const char *path;         /* "SHP1.shape[3].packet[1]", may be "" */
    const char *text;         /* one sentence */
    ferry_measured *measured; /* NULL: the messages have no measure */
    uint64_t offset;          /* bytes from the start of the (unpacked) file */
    bool has_offset;
} ferry_message;

typedef struct ferry_report {
    ferry_message *data;
    uint32_t count, capacity;
    uint32_t totals[4]; /* by severity, merged ones included */
} ferry_report;

/* `file:0x1ab: warning: path: text (x12)`, without a line break, cut to `size`; merged measures follow the
 * number: `(x12: 498 triangles in all, 120 at worst: draw[7])`. Returns the full length, like snprintf. */
FERRY_API int ferry_message_text(const ferry_message *message, char *buffer, size_t size);

/* Prints every message of severity `least` or higher, one per line. */
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

/* Formats are recognised by `bytes`, or by `name` if the bytes do not suffice; `bytes` must outlive the job.
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
    /* how many bytes may be unpacked, over all layers and members, per byte of the inputs (64 MiB are always
     * allowed); 0: 128 */
    uint32_t unpack_limit;
    /* name of the format of the innermost bytes, or with a layout, "t3dm:L7"; NULL: recognise it */
    const char *from;
    const ferry_setting_value *settings;
    size_t setting_count;
    /* rules that override how materials are converted (docs/materials.md); NULL: none */
    const ferry_input *materials;
    const ferry_format *const *extra_formats; /* ended by NULL; asked before the built-in ones */
    /* ended by NULL; inputs that jobs with the same formats have already opened. An input of this job with
     * the same name and the same bytes is not unpacked again. May be NULL */
    const ferry_contents *const *opened;
    bool (*progress)(void *user, const char *stage, double fraction); /* false cancels; may be NULL */
    /* loads the file `name` beside the input; `name` is "" for one that the input does not name. May be
     * NULL */
    bool (*sidecar)(void *user, const char *name, ferry_bytes *bytes);
    /* the name that messages use for sidecar(`name`), even if that is not a file; NULL: `name`. May be
     * NULL */
    const char *(*display_name)(void *user, const char *name);
    /* finds the file that `name` most likely refers to, even if `name` is a path on another machine. Returns
     * the path to pass to sidecar(), which may be outside the input's folder; NULL: there is none. May be
     * NULL */
    const char *(*find)(void *user, const char *name);
    void *user;
    size_t fail_allocation; /* tests: the n-th allocation (from 1) and all after it fail; 0: never */
} ferry_options;

/* ---------------------------------------------------------------------------------------------- functions */

/*
 * Unless a function's comment says otherwise:
 *   errors     false or NULL after an error, which is in the job's report. A job that has failed does no more
 *              work: further calls on it fail quietly
 *   ownership  results belong to the job and live until ferry_close(). Arguments stay the caller's; options,
 *              inputs and their bytes must outlive the job
 *   units      as above: source units, radians, seconds; sizes in bytes, pictures in pixels
 *   threads    a job, its report and its scenes share a memory account, and belong to one thread at a time.
 *              Different jobs run concurrently, without locks
 *   NULL       not allowed
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

/* FERRY_VERSION of the library that is running, as opposed to the header that was compiled against. */
FERRY_API const char *ferry_version(void);

/* A new job. NULL only if there is no memory at all; wrong options or settings are an error in the report,
 * and every later call on the job then fails. */
FERRY_API ferry_job *ferry_open(const ferry_options *options);

/* Frees the job, its report and everything it returned, except scenes. NULL: does nothing. */
FERRY_API void ferry_close(ferry_job *job);

/* All messages so far. The report grows while the job works, and is freed with the job. */
FERRY_API const ferry_report *ferry_job_report(const ferry_job *job);

/* The most bytes that the job and its scenes have held at one time. */
FERRY_API size_t ferry_job_peak_memory(const ferry_job *job);

/* Recognises, unpacks and reads all inputs into one scene, and checks it. The first input is a model, the
 * others are material tables and animations that apply to it, or the further files of a model that was
 * written as several (`stage.t3dm`, `stage.1.t3dm`): these are appended, each with nodes of its own. NULL
 * after an error. The caller frees the scene. */
FERRY_API ferry_scene *ferry_load(ferry_job *job, const ferry_input *inputs, size_t count);

/* Frees the scene and everything in it, before or after its job is closed. NULL: does nothing. */
FERRY_API void ferry_scene_free(ferry_scene *scene);

/* Zeroed memory that lives as long as the scene; NULL if the limit is reached. */
FERRY_API void *ferry_scene_alloc(ferry_scene *scene, size_t count, size_t size);

/* Runs the passes that the format named `target` needs, in order; they change the scene. `after`: the last
 * pass to run (NULL: all). After an error the scene may only be freed. */
FERRY_API bool ferry_prepare(ferry_job *job, ferry_scene *scene, const char *target, const char *after);

/* Writes a prepared scene. `name` is the path of the output as the target will see it; further files are
 * named after it. No file is opened. Errors name `scene->file` if there is one, else `name`. The bytes live
 * until ferry_close(). */
FERRY_API bool ferry_save(ferry_job *job, const ferry_scene *scene, const char *target, const char *name,
                          ferry_file_list *files);

/* An animation in the model's archive that matches the model. */
typedef struct ferry_add_on {
    const char *file;
    bool joined;     /* it was added; else only the setting `clips.names` adds it */
    uint32_t clip;   /* its clip in the scene, if added; FERRY_NONE: it has none (shapes) */
    const char *why; /* the evidence for and against it, in words */
    /* bones whose length is evidence; how many of them begin with the length they have at rest */
    uint32_t bones, bones_kept;
    uint32_t materials; /* how many it names; the model has all of them */
} ferry_add_on;

typedef struct ferry_add_on_list {
    ferry_add_on *data;
    uint32_t count;
} ferry_add_on_list;

/* The animations that the last ferry_load() found beside the model, in the order of the archive. The list
 * lives until ferry_close(). */
FERRY_API ferry_add_on_list ferry_add_ons(const ferry_job *job);

/* One rule of `options.materials`, and how often it has applied so far. */
typedef struct ferry_rule_use {
    uint32_t line, column; /* in the file, from 1 */
    const char *path;      /* "rules[2]" */
    uint32_t materials;    /* how many it matched */
} ferry_rule_use;

typedef struct ferry_rule_use_list {
    ferry_rule_use *data;
    uint32_t count;
} ferry_rule_use_list;

/* Reads `options.materials` as format `target` understands them, to find mistakes before any other work;
 * without this call ferry_save() does it. True if there are no such rules. False after an error: a rule is
 * wrong, or `target` supports none. */
FERRY_API bool ferry_read_materials(ferry_job *job, const char *target);

/* The rules that were read, in the file's order; they live until ferry_close(). Rules that no job of a run
 * used are probably misspelt. */
FERRY_API ferry_rule_use_list ferry_rule_uses(const ferry_job *job);

/* How a material looked when its model was saved (docs/what-is-lost.md, "What is seen"). */
typedef struct ferry_seen_material {
    const char *name;
    uint64_t pixels; /* that show it, in small pictures from all sides and from nearby */
    /* mean difference of a colour component over these, 0..255; as in ferry_similarity_material */
    double color_error;
    /* of most of the difference: "combiner", "blend", "light", "texture", "outline"; "": unknown */
    const char *cause;
} ferry_seen_material;

typedef struct ferry_seen_list {
    ferry_seen_material *data;
    uint32_t count;
} ferry_seen_list;

/* The materials of the last ferry_save(), in the scene's order; none if it did not look at its output
 * (setting `t3dm.effort`: `fast`). They live until ferry_close(). */
FERRY_API ferry_seen_list ferry_seen_materials(const ferry_job *job);

/* The result of simplifying one level of detail (docs/simplify.md). Errors are distances of the surface, as a
 * fraction of the model's height; a component that was removed counts with its radius. */
typedef struct ferry_simplified {
    uint32_t level;
    uint32_t before, after; /* triangles */
    double mean, worst;     /* error at rest */
    uint32_t poses;         /* how many moments of clips the next two cover; 0: nothing moves */
    double pose_mean, pose_worst;
} ferry_simplified;

typedef struct ferry_simplified_list {
    ferry_simplified *data;
    uint32_t count;
} ferry_simplified_list;

/* The levels that the last ferry_prepare() simplified, the finest first. They live until ferry_close(). */
FERRY_API ferry_simplified_list ferry_simplified_levels(const ferry_job *job);

/* Checks everything that this header promises about a scene. False, and an error in the report, if something
 * does not hold. */
FERRY_API bool ferry_check(ferry_job *job, const ferry_scene *scene);

/* Adds the members of an archive, or the one file inside a packed file, to `files`. Up to four layers of
 * packing are removed. A member is named by its path in the archive, a file that was packed alone by its
 * base name. */
FERRY_API bool ferry_unpack(ferry_job *job, const ferry_input *input, ferry_file_list *files);

typedef struct ferry_recognised {
    const ferry_format *format; /* of the innermost bytes; NULL: unknown */
    const char *name;           /* with its path through archives: "link.arc#bdl/link.bdl" */
    ferry_bytes bytes;          /* unpacked */
    const char *layers;         /* "yaz0 rarc", outermost first; "" if not packed */
} ferry_recognised;

/* Unpacks the input down to a file of a known format, without reading that. An archive with several models is
 * an error that lists them. */
FERRY_API bool ferry_recognise(ferry_job *job, const ferry_input *input, ferry_recognised *result);

/* A file inside an input, or the input itself, unpacked but not read. */
typedef struct ferry_content {
    ferry_recognised it; /* its name is unique within the input */
    const char *member;  /* path inside the input: "bdl/link.bdl"; "": the input itself */
    const char *inside;  /* name of the innermost archive around it; "": none */
    uint32_t archive;    /* number of that archive in the input, from 1; 0: none */
    /* unpacking failed, as the report says: `it` has no format, and its bytes are still packed */
    bool broken;
} ferry_content;

struct ferry_contents {
    const char *name;    /* of the input, without a member */
    ferry_bytes bytes;   /* of the input */
    ferry_content *data; /* in the order of the input */
    uint32_t count;
    const ferry_report *report; /* of the job that opened it */
};

/* Lists all files in the input, through all layers of packing and all archives; a `#member` in its name is
 * ignored. Many jobs can use the result, in several threads at once (ferry_options.opened). It belongs to
 * `job`, whose report has the messages about broken members. NULL after an error: the input itself is broken,
 * or its format is ambiguous. */
FERRY_API const ferry_contents *ferry_open_contents(ferry_job *job, const ferry_input *input);

/* Sets `picked`, of contents->count elements, for the files that `member` selects: one file, all in a folder
 * or an archive, or if there is none of that name, those that match it as a glob. NULL: all. Returns how many
 * are selected. */
FERRY_API uint32_t ferry_pick_contents(const ferry_contents *contents, const char *member, bool *picked);

/* Whether a message of the contents' report concerns this file: it is about the archive that contains it, an
 * outer one, or another file in that archive. */
FERRY_API bool ferry_concerns(const ferry_message *message, const ferry_content *content);

typedef struct ferry_recognised_list {
    ferry_recognised *data;
    uint32_t count;
} ferry_recognised_list;

/* Lists all models in the input, in its order, unpacked but not read. An empty list is not an error. Names
 * and bytes live until ferry_close(). False after an error: their packing is broken, or a format is
 * ambiguous. */
FERRY_API bool ferry_find_models(ferry_job *job, const ferry_input *input, ferry_recognised_list *models);

/* The scene as text, one property per line, each line naming its object, for people and for diffs
 * (docs/scene.md). */
FERRY_API bool ferry_dump(ferry_job *job, const ferry_scene *scene, ferry_bytes *text);

/* The same as JSON with a stable order of keys (docs/json.md). Both omit bulk data (vertices, keys, texels)
 * if the setting `dump.data` is `no`. */
FERRY_API bool ferry_dump_json(ferry_job *job, const ferry_scene *scene, ferry_bytes *text);

/* One difference between two scenes. */
typedef struct ferry_difference {
    /* '-': only in the first; '+': only in the second; '~': in both, but different */
    char sign;
    const char *thing;          /* "node", "material", ...; "scene" */
    const char *name;           /* of the thing, as dumps call it: `"hip"`; "" for the scene */
    const char *what;           /* the property, as dumps call it; "" for the thing as a whole */
    const char *before, *after; /* values; NULL: none, or too many to show */
    bool has_amount;
    double amount;          /* the size of the difference, in `unit` */
    const char *unit;       /* "units" (of the first), "degrees", "of 255 in the mean", "" */
    uint32_t differing, of; /* elements that differ, and all elements; `of` 0: not a list */
    uint32_t worst;         /* index of the element that differs most */
    bool has_seconds;
    double seconds; /* time in the clip at which the difference is largest */
} ferry_difference;

typedef struct ferry_differences {
    ferry_difference *data;
    uint32_t count, capacity;
    /* units of the second per unit of the first, found from their bounding boxes: 1, or a base scale */
    double scale;
    double height; /* of the first, in its units: lengths are compared with `tolerance` times this */
} ferry_differences;

/* The differences between scenes `a` and `b` (docs/diff.md), in the order of dumps. Numbers that differ by at
 * most `tolerance` count as equal: lengths in fractions of the height of `a`, angles in radians, others as
 * they are; 0: exactly. Names, counts and machine state are always compared exactly. The scenes may belong to
 * other jobs; this call borrows their memory, so no other thread may use them meanwhile. The result lives
 * until ferry_close(). False after an error: out of memory, or stopped. */
FERRY_API bool ferry_diff(ferry_job *job, const ferry_scene *a, const ferry_scene *b, double tolerance,
                          ferry_differences *differences);

/* An 8-bit PNG of one level of an image (0 is the largest), RGBA. */
FERRY_API bool ferry_image_png(ferry_job *job, const ferry_image *image, uint32_t level, ferry_bytes *png);

/* Levels of detail, at least 1. */
FERRY_API uint32_t ferry_level_count(const ferry_scene *scene);

/* Makes `level` the level that pictures and counts show, by swapping it with the current one. False: there is
 * no such level. */
FERRY_API bool ferry_show_level(ferry_scene *scene, uint32_t level);

typedef struct ferry_counts {
    uint64_t triangles, vertices, weighted_vertices;
    uint32_t max_weights; /* largest influence in use */
    bool empty;           /* no vertex at all: box and height are 0 */
    ferry_box box;        /* rest pose, model space */
} ferry_counts;

/* Counts what the draws show; a mesh counts as often as it is drawn. Temporarily uses the scene's memory, so
 * two threads must not call this for one scene at once. False, and zeros, if the memory limit is reached
 * (reported while the job is open). */
FERRY_API bool ferry_count(const ferry_scene *scene, ferry_counts *counts);

/* World matrices of all nodes at rest, with scale rules applied; `worlds` has scene->nodes.count elements.
 * Temporarily uses the scene's memory if a node has FERRY_SCALE_SOFTIMAGE; then false at the limit, as
 * ferry_count(). */
FERRY_API bool ferry_world_matrices(const ferry_scene *scene, ferry_matrix *worlds);

/* The scene `seconds` after these clips (indices into scene->clips) started playing together, with their loop
 * modes; if two drive the same thing, the later one wins. Nodes, draws, materials and meshes have the values
 * of that moment, everything else is at rest. The result shares unchanged parts with `scene`, lives until
 * ferry_close(), and must not be freed or changed. NULL after an error. */
FERRY_API const ferry_scene *ferry_pose(ferry_job *job, const ferry_scene *scene, const uint32_t *clips,
                                        uint32_t count, double seconds);

/* The world matrices of all nodes as text, one per line; and as JSON (docs/json.md). */
FERRY_API bool ferry_dump_matrices(ferry_job *job, const ferry_scene *scene, ferry_bytes *text);
FERRY_API bool ferry_dump_matrices_json(ferry_job *job, const ferry_scene *scene, ferry_bytes *text);

/* How materials of the Nintendo 64 are shown. */
typedef enum ferry_look {
    FERRY_LOOK_CLEAN,   /* exact positions, eight bits per component, one sample per pixel */
    FERRY_LOOK_CONSOLE, /* as on the screen: quarter pixels, coverage, dither, five bits, video filter */
} ferry_look;

/* The ambient light, which no file stores. */
typedef enum ferry_ambient {
    FERRY_AMBIENT_USUAL, /* 50/255, on every machine */
    FERRY_AMBIENT_GIVEN, /* ferry_view.ambient, on every machine */
    FERRY_AMBIENT_FILE,  /* the ambient registers of GameCube materials; 50/255 for all others */
} ferry_ambient;

/* The cameras of ferry_compare() (docs/rendering.md, "Similarity"). */
typedef enum ferry_views {
    FERRY_VIEWS_SIX,  /* from six sides, all of the model */
    FERRY_VIEWS_NEAR, /* from near its surface, as a player does */
    FERRY_VIEWS_ALL,  /* both, each with its own result */
} ferry_views;

/* Camera and settings of a picture. Zero means default everywhere; `size` must be sizeof(ferry_view). */
typedef struct ferry_view {
    size_t size;
    uint32_t width, height; /* pixels, up to 4096 each; 0: 640 x 480 */
    /* radians: the eye moves to the right around the model, and up; 0: from the +z side */
    float yaw, pitch;
    /* source units from the middle of the frame; 0: the nearest distance that shows all of it */
    float distance;
    /* a free camera, instead of yaw, pitch and distance: it is at `eye` and looks at `target`, both in source
     * units, +y up (looking straight up or down: +x to the right). The near plane is at an eighth of their
     * distance; `frame` only determines the far plane. */
    bool has_eye;
    ferry_vec3 eye, target;
    bool has_frame; /* look at `frame`; else at the bounding box of the rest pose */
    ferry_box frame;
    ferry_color background; /* where nothing is drawn; alpha 0 makes that transparent */
    /* direction to the light, in the camera's space: right, up, towards the viewer; zero: the upper left
     * front */
    ferry_vec3 to_light;
    bool fog;       /* draw the fog that the file describes */
    bool wireframe; /* edges instead of surfaces */
    bool bones;     /* draw the node tree on top */
    ferry_look look;
    ferry_ambient ambient_from;
    float ambient; /* 0..1, for FERRY_AMBIENT_GIVEN */
    /* for ferry_compare(): units of `b` per unit of `a`; 0: find it from their bounding boxes */
    double scale;
    ferry_views views; /* for ferry_compare() */
    /* for ferry_compare(): a model with a shorter diagonal, in units of `a`, is looked at from as far away as
     * one with this diagonal: what a clip shrinks to a speck is seen as one */
    float least_diagonal;
} ferry_view;

typedef struct ferry_picture {
    uint32_t width, height;
    uint8_t *rgba;    /* rows from the top */
    uint8_t *covered; /* one byte per pixel: 1 where the model is */
} ferry_picture;

/* Draws the scene in its rest pose (for another one: ferry_pose()), as its materials' machine would
 * (docs/rendering.md), with one light and the view's ambient light. The picture lives until ferry_close().
 * False after an error. */
FERRY_API bool ferry_render(ferry_job *job, const ferry_scene *scene, const ferry_view *view,
                            ferry_picture *picture);

/* The result of one camera of ferry_compare(). */
typedef struct ferry_similarity_view {
    const char *name;       /* "front", "left", "back", "right", "above", "below"; "near 1" to "near 8" */
    float yaw, pitch;       /* of the six; radians, as in ferry_view */
    ferry_vec3 eye, target; /* of the near ones; in the units of `a` */
    double ssim;            /* -1..1, 1: identical; meaningless if `pixels` is 0 */
    double color_error;     /* mean difference of a colour component, 0..255 */
    uint64_t pixels;        /* covered by either model, with a margin of two */
} ferry_similarity_view;

#define FERRY_SIMILARITY_VIEWS 6
#define FERRY_SIMILARITY_NEAR 8

/* Over the pixels of several views; 1, 0 and 0 if there are none. */
typedef struct ferry_similarity_sum {
    double ssim, color_error;
    uint64_t pixels;
} ferry_similarity_sum;

/* The result for one material, over the pixels where `a` shows it or, where `a` shows nothing, `b` does. */
typedef struct ferry_similarity_material {
    const char *name;
    uint64_t pixels;
    double ssim, color_error; /* over these */
    uint64_t shown[2];        /* pixels that show it in `a` and in `b` */
    uint64_t lost, added;     /* of these: where the other scene shows something else, strongly different */
    bool vanishes, appears;   /* more than half of them are lost, or added */
    double elsewhere;         /* the part of color_error from pixels where only one scene shows it */
} ferry_similarity_material;

/* The console's pixel work for the six sides; 0 for materials of other machines. */
typedef struct ferry_fill {
    uint64_t covered; /* pixels where the model is visible */
    /* pixels drawn for all triangles, even hidden ones and those that change nothing: each takes time */
    uint64_t drawn;
    uint64_t cycles; /* combiner cycles for them: one or two each */
} ferry_fill;

typedef struct ferry_similarity {
    ferry_similarity_view views[FERRY_SIMILARITY_VIEWS];
    double ssim, color_error; /* over the pixels of the six views; 1 and 0 if there are none */
    uint64_t pixels;
    ferry_similarity_view near[FERRY_SIMILARITY_NEAR];
    uint32_t near_count;
    bool walked; /* the near views are those of a player who stands on `a`; else they surround a figure */
    ferry_similarity_sum near_sum;
    ferry_fill fill[2]; /* of `a` and of `b` */
    /* units of `b` per unit of `a`: for a T3DM file, its base scale */
    double scale;
    /* over all views: the materials of `a` in order, then those that only `b` has. Materials of one name are
     * merged into the first. They live until ferry_close(). */
    ferry_similarity_material *materials;
    uint32_t material_count;
} ferry_similarity;

/* How similar two scenes look (docs/rendering.md, "Similarity"). Both are drawn by the same cameras, in the
 * same frame and light. Of `view`, the size (0: 320 x 240; near views have a third of it), light, ambient,
 * look, scale and views are used; NULL: the defaults. `sheet`, if not NULL, becomes a picture of all views:
 * a, b and their difference side by side; it lives until ferry_close(). The scenes may belong to other jobs.
 * If neither is visible from any side they count as equal: `pixels` is 0, `ssim` 1, and a note says so. False
 * after an error. */
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
