/*
 * ferry64_format.h: what a format must fill in. Built-in formats and formats from outside the library use the
 * same interface.
 *
 * A format is one const struct. It names itself, recognises bytes, and fills in any of: unpack (bytes ->
 * bytes), read (bytes -> scene), write (scene -> bytes). docs/adding-a-format.md walks through one.
 *
 * Rules:
 *   - Bytes are only read through windows. A read past the end yields zero, is reported once with file,
 *     offset and path, and makes the window bad; check `ferry_window_ok` after each group of reads.
 *   - Counts are compared with the bytes that are left (`ferry_window_holds`) before anything is allocated or
 *     looped.
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

/* Zeroed memory that dies with the job. Overflow-checked. NULL at the limit (reported) and for count or size
 * 0. */
FERRY_API void *ferry_alloc(ferry_job *job, size_t count, size_t size);

#define ferry_new(job, type, count) ((type *)ferry_alloc((job), (count), sizeof(type)))
#define ferry_scene_new(scene, type, count) ((type *)ferry_scene_alloc((scene), (count), sizeof(type)))

/* Temporaries: everything allocated from the job after the mark is freed by the release. Marks nest.
 * Messages, bytes out (ferry_out) and file lists survive. */
typedef struct ferry_mark {
    const void *newest;
    void *bump;
    size_t used;
} ferry_mark;

/* The mark of now; release goes back to it. What was allocated in between must not be used any more. */
FERRY_API ferry_mark ferry_job_mark(ferry_job *job);
FERRY_API void ferry_job_release(ferry_job *job, ferry_mark mark);

/* Formatted text in the scene's or the job's memory; "" at the limit. */
FERRY_API const char *ferry_scene_format(ferry_scene *scene, const char *format, ...) FERRY_PRINTF(2, 3);
FERRY_API const char *ferry_job_format(ferry_job *job, const char *format, ...) FERRY_PRINTF(2, 3);

/* Source text as the scene's UTF-8: up to `size` bytes or the first zero; other than printable ASCII becomes
 * `\x83`, `\` becomes `\\`. */
FERRY_API const char *ferry_scene_text(ferry_scene *scene, const void *bytes, size_t size);

/* The inverse of ferry_scene_text: the source's bytes, zero-terminated, in the job's memory. */
FERRY_API const char *ferry_text_bytes(ferry_job *job, const char *text, size_t *size);

/* Makes room for one more element at the end of a scene list (`{data, count}`) and counts it; NULL at the
 * limit. The element is zeroed. `data` must come from ferry_append or ferry_scene_alloc. Pointers into the
 * list move; indices do not.
 *     ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node); */
#define ferry_append(scene, list, type)                                                                      \
    ((type *)ferry_scene_append((scene), (void **)&(list)->data, &(list)->count, sizeof(type)))
FERRY_API void *ferry_scene_append(ferry_scene *scene, void **data, uint32_t *count, size_t size);

/* ------------------------------------------------------------------------------------------------ running */

/* True while the job may go on. To be called in long loops (cheap): false once cancelled or past the
 * deadline, reported. */
FERRY_API bool ferry_tick(ferry_job *job);

/* Tells the progress callback. `stage` must be a literal. False: cancelled. */
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
    uint64_t base; /* of data[0], from the start of the file */
    bool bad;
} ferry_window;

/* All bytes of a file; `file` names it in messages. Both must outlive the window. */
FERRY_API ferry_window ferry_window_open(ferry_job *job, const char *file, ferry_bytes bytes);

/* `size` bytes from `offset` of `window`. If they are not all there: error, and a bad empty window. */
FERRY_API ferry_window ferry_window_cut(ferry_window *window, const char *label, uint32_t index,
                                        uint64_t offset, uint64_t size);

/* The bytes from `offset` to the end of `window`; an offset past the end is an error. */
FERRY_API ferry_window ferry_window_rest(ferry_window *window, const char *label, uint32_t index,
                                         uint64_t offset);

/* The same bytes and position under a name of its own: a path element for messages. */
FERRY_API ferry_window ferry_window_part(const ferry_window *window, const char *label, uint32_t index);

/* No read of this window has failed so far. */
static inline bool ferry_window_ok(const ferry_window *window) {
    return !window->bad;
}

/* Quiet test: `count` records of `stride` bytes lie within the window from `offset` on. */
FERRY_API bool ferry_window_holds(const ferry_window *window, uint64_t offset, uint64_t count,
                                  uint64_t stride);

/* Reads at the cursor and moves it. Past the end: 0, and the first time an error. */
FERRY_API uint8_t ferry_read_u8(ferry_window *window);
FERRY_API uint16_t ferry_read_u16(ferry_window *window);
FERRY_API uint32_t ferry_read_u32(ferry_window *window);
FERRY_API int8_t ferry_read_s8(ferry_window *window);
FERRY_API int16_t ferry_read_s16(ferry_window *window);
FERRY_API int32_t ferry_read_s32(ferry_window *window);
FERRY_API float ferry_read_f32(ferry_window *window);
FERRY_API void ferry_skip(ferry_window *window, uint64_t count);

/* `count` bytes at the cursor, in place; NULL (and an error) if they are not all there. */
FERRY_API const uint8_t *ferry_read_bytes(ferry_window *window, uint64_t count);

/* Moves the cursor; past the end is an error. */
FERRY_API void ferry_seek(ferry_window *window, uint64_t offset);

/* Reads at an offset; the cursor stays. */
FERRY_API uint8_t ferry_u8_at(ferry_window *window, uint64_t offset);
FERRY_API uint16_t ferry_u16_at(ferry_window *window, uint64_t offset);
FERRY_API uint32_t ferry_u32_at(ferry_window *window, uint64_t offset);
FERRY_API float ferry_f32_at(ferry_window *window, uint64_t offset);

/* Big-endian values at a place that is known to be inside. */
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

/* ----------------------------------------------------------------------------------------------- messages */

/* `code` must be a literal. The window gives file, path and offset (of `at`, from the window's start);
 * messages without a place (losses) name the output or input file instead, `file` and `path` may be "". */
FERRY_API void ferry_say(ferry_job *job, ferry_severity severity, const char *code, const char *file,
                         const char *path, const char *format, ...) FERRY_PRINTF(6, 7);

/* How much a message is about: alike messages that are merged into one line give the sum (or the mean) and
 * the worst. */
typedef struct ferry_measure {
    double value;
    /* a literal: "triangles"; what does not begin with a letter follows the number at once: "/255" */
    const char *unit;
    bool adds; /* counts do; differences do not */
} ferry_measure;

/* ferry_say() with the measure that its text gives. */
FERRY_API void ferry_say_measured(ferry_job *job, ferry_severity severity, const char *code, const char *file,
                                  const char *path, ferry_measure measure, const char *format, ...)
    FERRY_PRINTF(7, 8);

/* ferry_say() with file, path and offset of a place in the window. */
FERRY_API void ferry_say_at(const ferry_window *window, uint64_t at, ferry_severity severity,
                            const char *code, const char *format, ...) FERRY_PRINTF(5, 6);

/* An error at a place of the window; always returns false, so that readers can `return ferry_refuse(...)`. */
FERRY_API bool ferry_refuse(ferry_window *window, uint64_t at, const char *code, const char *format, ...)
    FERRY_PRINTF(4, 5);

/* ---------------------------------------------------------------------------------------------- bytes out */

/* Big-endian bytes that grow. A failure (limit, overflow of a patched field) is reported once and sticks. */
typedef struct ferry_out {
    ferry_job *job;
    const char *file; /* for messages */
    uint8_t *data;
    size_t size, capacity;
    bool bad;
} ferry_out;

/* The bytes are the job's, but no mark releases them. */
FERRY_API ferry_out ferry_out_open(ferry_job *job, const char *file);
/* room for that many bytes, and no more */
FERRY_API void ferry_out_reserve(ferry_out *out, size_t more);
/* gives the bytes back; it can be used again */
FERRY_API void ferry_out_close(ferry_out *out);
FERRY_API void ferry_put_u8(ferry_out *out, uint32_t value);
FERRY_API void ferry_put_u16(ferry_out *out, uint32_t value);
FERRY_API void ferry_put_u32(ferry_out *out, uint32_t value);
FERRY_API void ferry_put_u64(ferry_out *out, uint64_t value);
FERRY_API void ferry_put_f32(ferry_out *out, float value);
FERRY_API void ferry_put_bytes(ferry_out *out, const void *bytes, size_t size);
FERRY_API void ferry_put_zeros(ferry_out *out, size_t count);
FERRY_API void ferry_align(ferry_out *out, size_t to); /* zeros up to a multiple of `to` */

/* Overwrites at `offset`. `what` names the field for the message if `value` does not fit it. */
FERRY_API void ferry_patch_u16(ferry_out *out, size_t offset, uint64_t value, const char *what);
FERRY_API void ferry_patch_u24(ferry_out *out, size_t offset, uint64_t value, const char *what);
FERRY_API void ferry_patch_u32(ferry_out *out, size_t offset, uint64_t value, const char *what);

/* Puts a value that must fit, like the patches. */
FERRY_API void ferry_put_u8_checked(ferry_out *out, uint64_t value, const char *what);
FERRY_API void ferry_put_u16_checked(ferry_out *out, uint64_t value, const char *what);

/* Files of a list. The list belongs to the job, and so does everything in it: it lives until ferry_close(),
 * no mark releases it, and no scene that is freed takes it along. How a file comes into the list says how
 * that is kept:
 *   ferry_add_file    anybody's bytes, of a scene for example: the list gets a copy
 *   ferry_add_out     bytes just written: the list takes them over, and `out` is empty. False if it is bad
 *   ferry_add_member  `size` bytes at `at` of what unpack() was given: they are the input's, which outlives
 *                     the job
 *   ferry_add_files   all files of another list of the job: shared
 * Names are copied. False at the memory limit, or (ferry_add_member) where the window does not hold the
 * bytes: said. */
FERRY_API bool ferry_add_file(ferry_job *job, ferry_file_list *files, const char *name, ferry_bytes bytes);
FERRY_API bool ferry_add_out(ferry_file_list *files, const char *name, ferry_out *out);
FERRY_API bool ferry_add_member(ferry_window *in, ferry_file_list *files, const char *name, uint64_t at,
                                uint64_t size);
FERRY_API bool ferry_add_files(ferry_job *job, ferry_file_list *files, const ferry_file_list *more);

/* ------------------------------------------------------------------------------------------- the contract */

typedef enum ferry_role {
    FERRY_ROLE_MODEL, /* read() opens a scene */
    /* read() adds to the model before it: material tables, textures, animations. It may also be read alone
     * (then the scene is empty so far) to be looked at */
    FERRY_ROLE_ADD_ON,
    FERRY_ROLE_PACKING, /* unpack() gives the one file inside a compressed file */
    FERRY_ROLE_ARCHIVE, /* unpack() gives the members, named by their paths */
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

/* What a material shows by the texture coordinates of its `base_uv`, in even steps of light from none to
 * full; a vertex's colour counts as light, too. */
typedef struct ferry_baking {
    bool possible;           /* result; false: base_color and base_texture say what it shows */
    uint32_t texture;        /* result: whose repeat the picture is of; FERRY_NONE: all of it is one colour */
    uint32_t width, height;  /* of the picture that is wanted */
    uint32_t from[2], to[2]; /* of that, columns and rows that are wanted: from these to before those */
    uint32_t lights;
    uint8_t *rgba; /* [light][pixel][4], filled; NULL: only `possible` and `texture` are asked for */
} ferry_baking;

/* False at the limit. */
typedef bool ferry_bake_material(ferry_job *job, const ferry_scene *scene, uint32_t material,
                                 ferry_baking *baking);

/* What write() can hold; steers the passes. */
typedef struct ferry_caps {
    uint32_t max_influences; /* weights a vertex may have; 0: any */
    bool scale_rules;        /* false: the transforms pass resolves them to FERRY_SCALE_INHERIT */
    /* not NULL: the transforms pass lets scales at rest become part of vertices, since the format stores
     * these in steps of their node's space; but for scenes of this format */
    const char *folds_scales;
    bool degenerates; /* false: tidy drops triangles without area */
    bool clips;       /* false: the clips pass leaves animations and morphs out, ... */
    uint32_t tracks;  /* ... but for tracks of these targets: bits 1 << ferry_target */
    bool unused;      /* false: tidy drops what no draw uses */
    bool empties;     /* false: tidy drops draws without triangles; true: the writer sees to them */
    bool levels;      /* holds levels of detail */
    /* what materials show once they are written; NULL: what base_color and base_texture say */
    ferry_bake_material *bake_material;
} ferry_caps;

/* ferry_format.flags. FOREIGN: read() or write() passes through a foreign library, which may crash, hang or
 * take what it likes: the program runs such jobs in a process of their own, with limits. The library calls
 * them in process. probe() never does so. SEVERAL: a model may be several files; read() adds those behind the
 * first to the scene, to be drawn after it. */
enum {
    FERRY_FORMAT_FOREIGN_READ = 1 << 0,
    FERRY_FORMAT_FOREIGN_WRITE = 1 << 1,
    FERRY_FORMAT_SEVERAL = 1 << 2,
    /* read() asks for files beside the input; without it ferry_sidecar() gives it none */
    FERRY_FORMAT_SIDE_FILES = 1 << 3,
};

/* What an animation and a model have in common. A bone is a joint below another one whose offset from it says
 * something. All 0: such files fit no other model. */
typedef struct ferry_fit {
    uint32_t count;        /* of what both must have as many: joints, shapes; 0: they go by names */
    uint32_t names, known; /* of materials in the file, each once; those of them that the model has */
    /* bones; how many begin as long as they are at rest, and how many far from it */
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
    /* name of the format whose settings for writing it shares; NULL: they are its own */
    const char *settings_of;
    /* What all lengths are multiplied by, which several outputs may have to share (`agreed_setting`): for
     * this prepared scene. Where the user sets it to `shared` or `shared:folder`, the program takes the
     * smallest of the run's or of a folder's models and sets it for each of them; to the format these words
     * are `auto`. May be NULL. */
    const char *agreed_setting;
    bool (*shared_setting)(ferry_job *job, const ferry_scene *scene, double *value);
    /* Reads `options.materials` (docs/materials.md) into memory of the job, one `uses` a rule; NULL after an
     * error. write() finds the result in ferry_rules() and counts what it makes of it. May be NULL: no such
     * rules. */
    void *(*read_rules)(ferry_job *job, const ferry_input *file, ferry_rule_use_list *uses);
    /* What those rules say of a draw's vertices when triangles go: `weights` of those that hang on each of
     * these nodes, 1: as ever, infinite: they stay. Counts rules that only speak about that. May be NULL. */
    void (*weigh_draw)(ferry_job *job, const ferry_scene *scene, uint32_t draw, const uint32_t *nodes,
                       uint32_t count, double *weights);
    /* FERRY_ROLE_ADD_ON, what moves a model: whether the file can move this scene, read or an outline, and
     * what speaks for it that it was made for it (`fit`), quietly. Of such files those that the evidence
     * gives to a model join it by themselves if they lie in one archive with it (docs/animations.md). NULL:
     * only by name on the command line. */
    bool (*matches)(ferry_job *job, ferry_window *in, const ferry_scene *scene, ferry_fit *fit);
    /* FERRY_ROLE_MODEL: as much of a model as `matches` looks at, quickly: nodes, the joints of its skin
     * without matrices, materials with nothing but their names, as many empty meshes and textures as there
     * are. What it says is not shown. NULL: other models of an archive are compared with those of this format
     * by their names only. */
    bool (*outline)(ferry_job *job, ferry_window *in, ferry_scene *scene);
    /* Recognises a foreign file that only looks like this format: a sentence for the user, or NULL. May be
     * NULL. */
    const char *(*foreign)(ferry_bytes bytes);
    /* Layouts of this format, "L0|L1|V4": one may be named behind a colon where the user names the format to
     * read ("t3dm:L7"), if the bytes do not tell, and to write. NULL: there is one. */
    const char *layouts;
    /* The setting whose value is the layout to write, one of `layouts`. NULL: there is no choice. */
    const char *layout_setting;
    uint32_t flags; /* FERRY_FORMAT_... */
    /* Loads the libraries that read() needs, which it would do by itself: a program that reads each file in a
     * process of its own calls this once before. What fails, read() reports. NULL: there are none. */
    void (*load)(void);
};

/* The value of a setting: the user's, or the default. Keys that no format knows are an error of
 * ferry_open(). */
FERRY_API const char *ferry_setting_text(const ferry_job *job, const char *key);
FERRY_API bool ferry_setting_is(const ferry_job *job, const char *key, const char *value);
FERRY_API double ferry_setting_number(const ferry_job *job, const char *key); /* NaN if it is a word */

/* Whether a setting of a pass or a built-in format may have this value. `allowed`: what it may have, as
 * ferry_setting.values; NULL, and true, if there is no such setting. */
FERRY_API bool ferry_setting_allows(const char *key, const char *value, const char **allowed);

/* The number of `agreed_setting` by which write() writes, told so that nobody has to ask shared_setting() for
 * it again; and that of the model that was saved last, 0 if none was told. */
FERRY_API void ferry_tell_setting(ferry_job *job, double value);
FERRY_API double ferry_saved_setting(const ferry_job *job);

/* What the target's read_rules() made; NULL: no rules. */
FERRY_API void *ferry_rules(const ferry_job *job);

/* The layout of the format that the user named for reading ("L7" of "t3dm:L7"); NULL: none. */
FERRY_API const char *ferry_from_layout(const ferry_job *job);

/* The settings of the passes, which belong to no format; ended by a NULL key. */
FERRY_API const ferry_setting *ferry_pass_settings(void);

/* The user's own callback for files beside the input; false if there is none or no such file, or the format
 * that reads does not say that it asks (FERRY_FORMAT_SIDE_FILES). */
FERRY_API bool ferry_sidecar(ferry_job *job, const char *name, ferry_bytes *bytes);

/* What messages call that file: what the user calls it, or `name`. */
FERRY_API const char *ferry_sidecar_name(ferry_job *job, const char *name);

/* The way to such a file that `name`, slashes leaning forward, most likely means, wherever it lies; NULL:
 * there is none, or no callback. */
FERRY_API const char *ferry_find_sidecar(ferry_job *job, const char *name);

#ifdef __cplusplus
}
#endif

#endif
