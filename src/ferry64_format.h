/*
 * ferry64_format.h: the interface that formats implement, both built-in ones and those from outside the
 * library.
 *
 * A format is one const struct. It names itself, recognises bytes, and fills in any of: unpack (bytes ->
 * bytes), read (bytes -> scene), write (scene -> bytes). docs/adding-a-format.md walks through one.
 *
 * Rules:
 *   - Bytes are only read through windows. A read past the end yields zero, is reported once with file,
 *     offset and path, and marks the window as bad; check `ferry_window_ok` after each group of reads.
 *   - A count is compared with the remaining bytes (`ferry_window_holds`) before it sizes an allocation or a
 *     loop.
 *   - Memory comes from the job or the scene, zeroed; NULL means the limit is reached and has been reported.
 *   - A function that returns false has reported an error; one that reported an error returns false.
 */
#ifndef FERRY64_FORMAT_H
#define FERRY64_FORMAT_H

#include <stdarg.h>
#include <string.h>

#include "ferry64.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------- memory */

/* Zeroed memory that is freed with the job. Overflow-checked. NULL at the limit (reported) and for count or
 * size 0. */
FERRY_API void *ferry_alloc(ferry_job *job, size_t count, size_t size);

#define ferry_new(job, type, count) ((type *)ferry_alloc((job), (count), sizeof(type)))
#define ferry_scene_new(scene, type, count) ((type *)ferry_scene_alloc((scene), (count), sizeof(type)))

/* For temporaries: everything allocated from the job after the mark is freed by the release. Marks nest.
 * Messages, output (ferry_out) and file lists survive. */
typedef struct ferry_mark {
    const void *newest;
    void *bump;
    size_t used;
} ferry_mark;

/* Sets a mark; the release returns to it. Memory allocated in between must not be used afterwards. */
FERRY_API ferry_mark ferry_job_mark(ferry_job *job);
FERRY_API void ferry_job_release(ferry_job *job, ferry_mark mark);

/* Formatted text in the scene's or the job's memory; "" at the limit. */
FERRY_API const char *ferry_scene_format(ferry_scene *scene, const char *format, ...) FERRY_PRINTF(2, 3);
FERRY_API const char *ferry_job_format(ferry_job *job, const char *format, ...) FERRY_PRINTF(2, 3);

/* Source text as the scene's UTF-8: up to `size` bytes or the first zero. Bytes other than printable ASCII
 * become `\x83`, and `\` becomes `\\`. */
FERRY_API const char *ferry_scene_text(ferry_scene *scene, const void *bytes, size_t size);

/* The inverse of ferry_scene_text: the source's bytes, zero-terminated, in the job's memory. */
FERRY_API const char *ferry_text_bytes(ferry_job *job, const char *text, size_t *size);

/* Appends a zeroed element to a scene list (`{data, count}`); NULL at the limit. `data` must come from
 * ferry_append or ferry_scene_alloc. Pointers into the list become invalid; indices do not.
 *     ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node); */
#define ferry_append(scene, list, type)                                                                      \
    ((type *)ferry_scene_append((scene), (void **)&(list)->data, &(list)->count, sizeof(type)))
FERRY_API void *ferry_scene_append(ferry_scene *scene, void **data, uint32_t *count, size_t size);

/* ------------------------------------------------------------------------------------------------ running */

/* True while the job may go on; false, and reported, once it is cancelled or past its deadline. Cheap: call
 * it in long loops. */
FERRY_API bool ferry_tick(ferry_job *job);

/* Calls the progress callback. `stage` must be a literal. False: cancelled. */
FERRY_API bool ferry_progress(ferry_job *job, const char *stage, double fraction);

/* True once an error was reported. */
FERRY_API bool ferry_failed(const ferry_job *job);

/* ------------------------------------------------------------------------------------------------ windows */

/* A piece of a file that knows its bounds, its name and where it was cut from. Lives on the C stack. */
typedef struct ferry_window {
    const struct ferry_window *up;
    ferry_job *job;
    const char *file;
    const char *label; /* "" for a whole file */
    uint32_t index;    /* FERRY_NONE: label without [index] */
    const uint8_t *data;
    size_t size;
    size_t pos;
    uint64_t base; /* offset of data[0] from the start of the file */
    bool bad;
} ferry_window;

/* All bytes of a file; `file` names it in messages. Both must outlive the window. */
FERRY_API ferry_window ferry_window_open(ferry_job *job, const char *file, ferry_bytes bytes);

/* `size` bytes from `offset` of `window`. If some of them are missing: an error, and a bad, empty window. */
FERRY_API ferry_window ferry_window_cut(ferry_window *window, const char *label, uint32_t index,
                                        uint64_t offset, uint64_t size);

/* The bytes from `offset` to the end of `window`; an offset past the end is an error. */
FERRY_API ferry_window ferry_window_rest(ferry_window *window, const char *label, uint32_t index,
                                         uint64_t offset);

/* The same bytes and position under another name, as a path element for messages. */
FERRY_API ferry_window ferry_window_part(const ferry_window *window, const char *label, uint32_t index);

/* True if no read of this window has failed so far. */
static inline bool ferry_window_ok(const ferry_window *window) {
    return !window->bad;
}

/* Whether the window holds `count` records of `stride` bytes from `offset` on. Reports nothing. */
FERRY_API bool ferry_window_holds(const ferry_window *window, uint64_t offset, uint64_t count,
                                  uint64_t stride);

/* Reads at the cursor and advances it. Past the end: 0, and an error the first time. */
FERRY_API uint8_t ferry_read_u8(ferry_window *window);
FERRY_API uint16_t ferry_read_u16(ferry_window *window);
FERRY_API uint32_t ferry_read_u32(ferry_window *window);
FERRY_API int8_t ferry_read_s8(ferry_window *window);
FERRY_API int16_t ferry_read_s16(ferry_window *window);
FERRY_API int32_t ferry_read_s32(ferry_window *window);
FERRY_API float ferry_read_f32(ferry_window *window);
FERRY_API void ferry_skip(ferry_window *window, uint64_t count);

/* `count` bytes at the cursor, in place; NULL (and an error) if some of them are missing. */
FERRY_API const uint8_t *ferry_read_bytes(ferry_window *window, uint64_t count);

/* Moves the cursor; past the end is an error. */
FERRY_API void ferry_seek(ferry_window *window, uint64_t offset);

/* Reads at an offset; the cursor stays. */
FERRY_API uint8_t ferry_u8_at(ferry_window *window, uint64_t offset);
FERRY_API uint16_t ferry_u16_at(ferry_window *window, uint64_t offset);
FERRY_API uint32_t ferry_u32_at(ferry_window *window, uint64_t offset);
FERRY_API float ferry_f32_at(ferry_window *window, uint64_t offset);

/* Big-endian values, unchecked: for bytes that are known to be inside. */
static inline uint16_t ferry_be16(const uint8_t *bytes) {
    return (uint16_t)((uint32_t)bytes[0] << 8 | bytes[1]);
}

static inline uint32_t ferry_be32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static inline float ferry_bef32(const uint8_t *bytes) {
    uint32_t word = ferry_be32(bytes);
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* The same for little-endian values. */
static inline uint16_t ferry_le16(const uint8_t *bytes) {
    return (uint16_t)((uint32_t)bytes[1] << 8 | bytes[0]);
}

static inline uint32_t ferry_le32(const uint8_t *bytes) {
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

/* ----------------------------------------------------------------------------------------------- messages */

/* Adds a message to the report. `code` must be a literal. For messages without a place in a file, such as
 * losses: `file` is the output or input file; `file` and `path` may be "". */
FERRY_API void ferry_say(ferry_job *job, ferry_severity severity, const char *code, const char *file,
                         const char *path, const char *format, ...) FERRY_PRINTF(6, 7);

/* The amount that a message states. Messages that are merged into one line give the sum (or the mean) and the
 * worst of their amounts. */
typedef struct ferry_measure {
    double value;
    /* a literal: "triangles"; unless it begins with a letter, it follows the number without a space:
     * "/255" */
    const char *unit;
    bool adds; /* true for counts, false for differences */
} ferry_measure;

/* ferry_say() with the amount that the text states. */
FERRY_API void ferry_say_measured(ferry_job *job, ferry_severity severity, const char *code, const char *file,
                                  const char *path, ferry_measure measure, const char *format, ...)
    FERRY_PRINTF(7, 8);

/* ferry_say() with file, path and offset of a place: offset `at` in the window. */
FERRY_API void ferry_say_at(const ferry_window *window, uint64_t at, ferry_severity severity,
                            const char *code, const char *format, ...) FERRY_PRINTF(5, 6);

/* An error at offset `at` of the window; always returns false, so that readers can `return
 * ferry_refuse(...)`. */
FERRY_API bool ferry_refuse(ferry_window *window, uint64_t at, const char *code, const char *format, ...)
    FERRY_PRINTF(4, 5);

/* ---------------------------------------------------------------------------------------------- bytes out */

/* A growing buffer of big-endian values. A failure (limit, overflow of a patched field) is reported once and
 * sticks. */
typedef struct ferry_out {
    ferry_job *job;
    const char *file; /* for messages */
    uint8_t *data;
    size_t size, capacity;
    bool bad;
} ferry_out;

/* An empty buffer. Its bytes belong to the job, but no mark releases them. */
FERRY_API ferry_out ferry_out_open(ferry_job *job, const char *file);
/* makes room for exactly that many more bytes */
FERRY_API void ferry_out_reserve(ferry_out *out, size_t more);
/* frees the bytes; the buffer can be used again */
FERRY_API void ferry_out_close(ferry_out *out);
FERRY_API void ferry_put_u8(ferry_out *out, uint32_t value);
FERRY_API void ferry_put_u16(ferry_out *out, uint32_t value);
FERRY_API void ferry_put_u32(ferry_out *out, uint32_t value);
FERRY_API void ferry_put_u64(ferry_out *out, uint64_t value);
FERRY_API void ferry_put_f32(ferry_out *out, float value);
FERRY_API void ferry_put_bytes(ferry_out *out, const void *bytes, size_t size);
FERRY_API void ferry_put_zeros(ferry_out *out, size_t count);
FERRY_API void ferry_align(ferry_out *out, size_t to); /* zeros up to a multiple of `to` */

/* Overwrites the field at `offset`. `what` names it in the error if `value` does not fit. */
FERRY_API void ferry_patch_u16(ferry_out *out, size_t offset, uint64_t value, const char *what);
FERRY_API void ferry_patch_u24(ferry_out *out, size_t offset, uint64_t value, const char *what);
FERRY_API void ferry_patch_u32(ferry_out *out, size_t offset, uint64_t value, const char *what);

/* Appends a value that must fit, as for the patches. */
FERRY_API void ferry_put_u8_checked(ferry_out *out, uint64_t value, const char *what);
FERRY_API void ferry_put_u16_checked(ferry_out *out, uint64_t value, const char *what);

/* Append files to a list. The list and everything in it belong to the job and live until ferry_close(): no
 * mark releases them, and they do not depend on any scene.
 *   ferry_add_file    copies the bytes, for example of a scene
 *   ferry_add_out     takes over the bytes of `out`, which is empty afterwards. False if `out` is bad
 *   ferry_add_member  refers to `size` bytes at `at` of the window that unpack() was given, which belong to
 *                     the input, which outlives the job
 *   ferry_add_files   shares all files of another list of the job
 * Names are copied. False at the memory limit, or (ferry_add_member) if the window does not hold the bytes;
 * both are reported. */
FERRY_API bool ferry_add_file(ferry_job *job, ferry_file_list *files, const char *name, ferry_bytes bytes);
FERRY_API bool ferry_add_out(ferry_file_list *files, const char *name, ferry_out *out);
FERRY_API bool ferry_add_member(ferry_window *in, ferry_file_list *files, const char *name, uint64_t at,
                                uint64_t size);
FERRY_API bool ferry_add_files(ferry_job *job, ferry_file_list *files, const ferry_file_list *more);

/* ------------------------------------------------------------------------------------------- the contract */

typedef enum ferry_role {
    FERRY_ROLE_MODEL, /* read() fills an empty scene */
    /* read() adds to the model read before it: material tables, textures, animations. `info` and others may
     * also read such a file alone, into an empty scene */
    FERRY_ROLE_ADD_ON,
    FERRY_ROLE_PACKING, /* unpack() returns the one file inside a compressed file */
    FERRY_ROLE_ARCHIVE, /* unpack() returns the members, named by their paths */
} ferry_role;

typedef struct ferry_setting {
    const char *key;           /* "t3dm.base-scale" */
    const char *default_value; /* never NULL */
    /* "a|b|c": one of them; "number": a finite number; "number above 0"; "number from 0 up to 100"; "number
     * above 0 up to 100"; "whole number above 0": at most 65535; "triangle count from 1 on"; "percentage
     * above 0 up to 100": "25%"; "text": anything; "a,b,c": some of them between commas; "a|number" mixes */
    const char *values;
    const char *help; /* one line */
} ferry_setting;

/* The look of a material as a picture over its `base_uv` coordinates, at evenly spaced levels of light from
 * none to full; vertex colours count as light. */
typedef struct ferry_baking {
    bool possible;           /* result; false: base_color and base_texture describe the look */
    uint32_t texture;        /* result: the picture covers one repeat of it; FERRY_NONE: it is one colour */
    uint32_t width, height;  /* of the whole picture */
    uint32_t from[2], to[2]; /* the requested columns and rows: from `from` up to but not including `to` */
    uint32_t lights;
    uint8_t *rgba; /* result: [light][pixel][4]; NULL: only `possible` and `texture` are wanted */
} ferry_baking;

/* False at the limit. */
typedef bool ferry_bake_material(ferry_job *job, const ferry_scene *scene, uint32_t material,
                                 ferry_baking *baking);

/* What the format can represent; the passes prepare scenes accordingly. */
typedef struct ferry_caps {
    uint32_t max_influences; /* weights per vertex; 0: any number */
    bool scale_rules;        /* false: the transforms pass resolves them to FERRY_SCALE_INHERIT */
    /* not NULL: the transforms pass multiplies scales at rest into the vertices, since the format stores
     * positions as integers in their node's space; except in scenes read from the format of this name */
    const char *folds_scales;
    bool degenerates; /* false: tidy drops triangles without area */
    bool clips;       /* false: the clips pass drops animations and morphs, ... */
    uint32_t tracks;  /* ... except tracks of these targets: bits 1 << ferry_target */
    bool unused;      /* false: tidy drops what no draw uses */
    bool empties;     /* false: tidy drops draws without triangles; true: the writer handles them */
    bool levels;      /* can store levels of detail */
    /* how materials look once they are written; NULL: as base_color and base_texture say */
    ferry_bake_material *bake_material;
} ferry_caps;

/* ferry_format.flags. FOREIGN: read() or write() calls a foreign library, which may crash, hang or take any
 * amount of memory: the program runs such jobs in a process of their own, with limits; the library runs them
 * in process. probe() never calls one. SEVERAL: a model may consist of several files; read() appends the
 * second and later ones to the scene, to be drawn after the first. */
enum {
    FERRY_FORMAT_FOREIGN_READ = 1 << 0,
    FERRY_FORMAT_FOREIGN_WRITE = 1 << 1,
    FERRY_FORMAT_SEVERAL = 1 << 2,
    /* read() may ask for files beside the input; without this flag ferry_sidecar() gives it none */
    FERRY_FORMAT_SIDE_FILES = 1 << 3,
};

/* What an animation and a model have in common. A bone is the offset of a joint from its parent, where that
 * is long enough to be evidence. All 0: such files match no other model. */
typedef struct ferry_fit {
    uint32_t count;        /* how many joints or shapes both have; 0: they are matched by name instead */
    uint32_t names, known; /* distinct material names in the file; how many of these the model has */
    /* bones; how many of them begin with their length at rest, and how many with a very different one */
    uint32_t bones, kept, far;
} ferry_fit;

struct ferry_format {
    const char *name, *title;
    const char *extensions; /* ".bmd .bdl": a hint for people and for -o, never proof */
    ferry_role role;
    /* Number of bits of evidence that the bytes are this format; 0: not mine. The most bits win; a tie is
     * an error. */
    uint32_t (*probe)(ferry_bytes bytes);
    bool (*unpack)(ferry_job *job, ferry_window *in, ferry_file_list *files);
    bool (*read)(ferry_job *job, ferry_window *in, ferry_scene *scene);
    bool (*write)(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files);
    const ferry_caps *caps;        /* not NULL if write is set */
    const ferry_setting *settings; /* ended by a NULL key; may be NULL */
    /* name of the format whose settings for writing it shares; NULL: it has its own */
    const char *settings_of;
    /* A setting that several outputs may have to share, such as the factor of all lengths. shared_setting()
     * returns the value that this prepared scene needs. If the user sets it to `shared` or `shared:folder`,
     * the program takes the smallest value of the run's or the folder's models and sets it for all of them;
     * the format treats both words as `auto`. May be NULL. */
    const char *agreed_setting;
    bool (*shared_setting)(ferry_job *job, const ferry_scene *scene, double *value);
    /* Reads `options.materials` (docs/materials.md) into the job's memory, with one element of `uses` per
     * rule; NULL after an error. write() gets the result from ferry_rules() and counts the uses. NULL: the
     * format has no rules. */
    void *(*read_rules)(ferry_job *job, const ferry_input *file, ferry_rule_use_list *uses);
    /* What those rules say about simplifying a draw: sets `weights` for vertices attached to each of `nodes`;
     * 1: normal, infinite: they stay. Counts uses of rules that concern nothing else. May be NULL. */
    void (*weigh_draw)(ferry_job *job, const ferry_scene *scene, uint32_t draw, const uint32_t *nodes,
                       uint32_t count, double *weights);
    /* FERRY_ROLE_ADD_ON, for animations: whether the file can drive this scene (which was read by read() or
     * outline()), and the evidence that it was made for it (`fit`). Reports nothing. Files in a model's
     * archive are added to it automatically if the evidence says so (docs/animations.md). NULL: they are only
     * added when named on the command line. */
    bool (*matches)(ferry_job *job, ferry_window *in, const ferry_scene *scene, ferry_fit *fit);
    /* FERRY_ROLE_MODEL: quickly reads as much of a model as `matches` looks at: nodes, the skin's joints
     * without matrices, the names of materials, and the right number of empty meshes and textures. Its
     * messages are not shown. NULL: models of this format are compared with others of an archive by name
     * only. */
    bool (*outline)(ferry_job *job, ferry_window *in, ferry_scene *scene);
    /* Recognises a file of another system that looks like this format: returns a sentence for the user, or
     * NULL. May be NULL. */
    const char *(*foreign)(ferry_bytes bytes);
    /* Layouts of this format, "L0|L1|V4". The user may append one to the format's name ("t3dm:L7"), both to
     * write it and to read files whose bytes do not say. NULL: there is only one. */
    const char *layouts;
    /* The setting whose value is the layout to write, one of `layouts`. NULL: there is no choice. */
    const char *layout_setting;
    uint32_t flags; /* FERRY_FORMAT_... */
    /* Loads the libraries that read() needs. read() does so itself, but a program that reads each file in a
     * process of its own can call this once beforehand. Failures are reported by read(). NULL: none
     * needed. */
    void (*load)(void);
};

/* The value of a setting: the user's, or the default. Keys that no format knows are an error of
 * ferry_open(). */
FERRY_API const char *ferry_setting_text(const ferry_job *job, const char *key);
FERRY_API bool ferry_setting_is(const ferry_job *job, const char *key, const char *value);
FERRY_API double ferry_setting_number(const ferry_job *job, const char *key); /* NaN if it is a word */

/* Whether a setting of a pass or a built-in format may have this value. `allowed` becomes its possible
 * values, as in ferry_setting.values. If there is no such setting: true, and `allowed` is NULL. */
FERRY_API bool ferry_setting_allows(const char *key, const char *value, const char **allowed);

/* write() calls ferry_tell_setting() with the value of `agreed_setting` that it used, so that callers need
 * not ask shared_setting() again. ferry_saved_setting(): the value for the model saved last; 0: none was
 * told. */
FERRY_API void ferry_tell_setting(ferry_job *job, double value);
FERRY_API double ferry_saved_setting(const ferry_job *job);

/* The result of the target's read_rules(); NULL: no rules. */
FERRY_API void *ferry_rules(const ferry_job *job);

/* The layout of the format that the user named for reading ("L7" of "t3dm:L7"); NULL: none. */
FERRY_API const char *ferry_from_layout(const ferry_job *job);

/* The settings of the passes, which belong to no format; ended by a NULL key. */
FERRY_API const ferry_setting *ferry_pass_settings(void);

/* Loads a file beside the input with the user's callback. False if there is no callback, no such file, only
 * a pointer of Git LFS in its place (a warning), or the reading format lacks the flag
 * FERRY_FORMAT_SIDE_FILES. */
FERRY_API bool ferry_sidecar(ferry_job *job, const char *name, ferry_bytes *bytes);

/* The name of that file for messages: the user's name for it, or `name`. */
FERRY_API const char *ferry_sidecar_name(ferry_job *job, const char *name);

/* The path of the file beside the input that `name` (with forward slashes) most likely refers to; NULL: there
 * is none, or no callback. */
FERRY_API const char *ferry_find_sidecar(ferry_job *job, const char *name);

#ifdef __cplusplus
}
#endif

#endif
