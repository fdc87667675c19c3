/*
 * t3dm_textures.h: which texel format, size and file each texture of a T3DM model gets (docs/formats/t3dm.md,
 * "Textures"; docs/what-is-lost.md, "Textures").
 */
#ifndef FERRY_FORMATS_T3DM_TEXTURES_H
#define FERRY_FORMATS_T3DM_TEXTURES_H

#include "core/base/order.h"
#include "core/image/quantise.h"
#include "machine/gx/gx_tev.h"
#include "formats/t3dm/t3dm.h"
#include "shade/t3dm_importance.h"

typedef enum fy_sprite_format {
    FY_SPRITE_I4,
    FY_SPRITE_CI4,
    FY_SPRITE_IA4,
    FY_SPRITE_I8,
    FY_SPRITE_IA8,
    FY_SPRITE_CI8,
    FY_SPRITE_RGBA16,
    FY_SPRITE_IA16,
    FY_SPRITE_RGBA32,
    FY_SPRITE_FORMATS,
} fy_sprite_format;

const char *fy_sprite_format_name(fy_sprite_format format); /* "ci4": what mksprite looks for in file names */
bool fy_sprite_has_palette(fy_sprite_format format);
bool fy_sprite_is_grey(fy_sprite_format format);
uint32_t fy_sprite_bits(fy_sprite_format format); /* of a texel */

/* Bytes of texture memory that one level takes, palettes apart, and the most there may be. */
uint32_t fy_sprite_tmem(fy_sprite_format format, uint32_t width, uint32_t height);
uint32_t fy_sprite_tmem_limit(fy_sprite_format format);

/* A picture in a sprite format. `error` is its fy_texels_difference() to the picture it was made from. */
typedef struct fy_sprite {
    fy_sprite_format format;
    fy_texels texels;
    fy_palette palette; /* CI4 and CI8 */
    uint8_t *indices;
    double error;
    bool faithful; /* nothing but the rounding of the format's own component widths was lost */
} fy_sprite;

/* As fy_sprite_encode(), but does not measure. */
bool fy_sprite_convert(ferry_job *job, const fy_texels *source, const fy_importance *importance,
                       fy_sprite_format format, fy_sprite *sprite);

/* `source` in `format`, at its own size. False at the memory limit (reported). */
bool fy_sprite_encode(ferry_job *job, const fy_texels *source, fy_texel_needs needs, fy_sprite_format format,
                      fy_sprite *sprite);

enum { FY_SHRINKER_LEVELS = 5 };

/* Makes other sizes of one picture. */
typedef struct fy_shrinker {
    ferry_job *job;
    fy_texel_wraps wraps;
    bool alpha_is_grey;
    fy_texels levels[FY_SHRINKER_LEVELS]; /* each half of the last, as far as needed; the first is the picture */
} fy_shrinker;

fy_shrinker fy_shrinker_of(ferry_job *job, const fy_texels *source, fy_texel_wraps wraps, fy_texel_needs needs);

/* The picture at a size: cut-outs keep their coverage, and where colour and alpha are one brightness they stay
 * one. False at the memory limit (reported). */
bool fy_shrink(fy_shrinker *by, uint32_t width, uint32_t height, fy_texels *made);

/* Whether alpha and all of the colour that is read are the same value in each texel. */
bool fy_texels_alpha_is_grey(const fy_texels *of, fy_texel_needs needs);

/* What the console and others demand of a texture. */
typedef struct fy_texture_limits {
    uint32_t budget; /* share of the 4,096 bytes; a palette or 32 bits halve it */
    bool pair; /* one of two in a material: no palette, no 32 bits; sides that do not repeat are only halved,
                  since the other's coordinates must follow by a shift */
    fy_texel_wraps wraps;
    uint32_t least_rows;             /* fy_texture_least_rows() */
    uint32_t formats;                /* a bit for each allowed fy_sprite_format; 0: by content */
    uint32_t width, height, most;    /* as in fy_texture_wish */
    const fy_importance *importance; /* of the picture's parts; NULL: all alike */
} fy_texture_limits;

/* Whether a size can be drawn at all: powers of two where it repeats, enough rows and columns. */
bool fy_texture_size_is_legal(const fy_texture_limits *limits, uint32_t width, uint32_t height);

/* Chooses format and size: the smallest format that loses nothing, else what looks least different. False at
 * the memory limit (reported). */
bool fy_sprite_choose(ferry_job *job, const fy_texels *source, fy_texel_needs needs,
                      const fy_texture_limits *limits, fy_sprite *sprite);

/* `sprite`, chosen for `source`, made once more in an ordered dither, at the same size and in the same
 * format. Its error is measured anew. Formats of eight bits a component and exact palettes stay. False at the
 * memory limit (reported). */
bool fy_sprite_dither(ferry_job *job, const fy_texels *source, fy_texel_needs needs, fy_texel_wraps wraps,
                      fy_sprite *sprite, bool *dithered);

/* The sprite as a PNG that mksprite turns into the very format. */
bool fy_sprite_png(ferry_job *job, const char *file, const fy_sprite *sprite, ferry_bytes *png);

/* ----------------------------------------------------------------------------------------- the store */

#define FY_NO_COMPONENT 0xFF

/* What somebody asks of a texture: sizes in texels. What the console cannot draw is not done but reported. */
typedef struct fy_texture_wish {
    bool has_format;
    fy_sprite_format format;
    uint32_t width, height; /* 0: free */
    uint32_t most;          /* longest side; 0: free */
} fy_texture_wish;

/* Texels that are not the picture's own but a formula's over them. */
typedef struct fy_texture_bake {
    const fy_tev *formula;
    uint16_t color, alpha; /* nodes; FY_TEV_NONE: as it is */
} fy_texture_bake;

/* What a material reads of a texture. */
typedef struct fy_texture_use {
    uint32_t texture;                /* of the scene; it has an image */
    uint8_t swizzle[3];              /* source component of r, g, b; FY_NO_COMPONENT: colour is not read */
    uint8_t alpha;                   /* source component of alpha; FY_NO_COMPONENT: not read */
    uint16_t threshold;              /* 0: alpha as it is; else alpha from here on becomes 255, below 0 */
    const fy_importance *importance; /* of the picture's parts, while it is made; NULL: all alike */
    fy_texture_bake bake;            /* formula NULL: nothing is baked */
    ferry_wrap wrap_s, wrap_t;
    bool whole; /* not to be halved by mirroring: the runtime makes coordinates from the stored size */
    fy_texture_wish wish;
} fy_texture_use;

/* Works the formula out for `count` texels. False at the memory limit (reported). */
bool fy_texture_bake_run(ferry_job *job, const fy_texture_bake *bake, const uint8_t *from, size_t count,
                         uint8_t *to);

bool fy_texture_bake_same(const fy_texture_bake *a, const fy_texture_bake *b);

typedef struct fy_texture_file {
    const char *path; /* "rom:/x.ci4.sprite" */
    uint32_t hash;
} fy_texture_file;

/* How a picture came to be what it is. */
typedef struct fy_texture_made {
    fy_sprite sprite;
    uint32_t from_width, from_height;
    bool mirrored[2];    /* half of it is stored, across or down: the tile has to mirror */
    double mirror_error; /* fy_texels_difference() of both halves to their mean */
    bool legal;          /* its own size could be drawn, texture memory apart */
    bool dithered;
} fy_texture_made;

/* One picture with the files it was written to: usually one; more where the runtime must take two uses for
 * different ones. */
typedef struct fy_texture_export {
    fy_texture_use use;
    uint32_t image, budget;
    bool pair;
    fy_texture_made made;
    uint32_t extra_levels; /* mip levels to store behind it, the hidden one counts too */
    const char *stem;
    uint32_t numbers; /* behind the stem, tried so far */
    fy_texture_file *files;
    uint32_t file_count, file_capacity;
} fy_texture_export;

/* The picture of a use as the console is to have it. `made` lies in the job's work memory. False at the
 * memory limit (reported). */
bool fy_texture_make(ferry_job *job, const ferry_image *image, const fy_texture_use *use, uint32_t budget,
                     bool pair, fy_texture_made *made);

/* What came out when a share of the texture memory was tried. */
typedef struct fy_texture_trial {
    fy_texture_use use;
    uint32_t image, budget, bytes;
    double error;
    bool faithful;
} fy_texture_trial;

/* A file to be written. */
typedef struct fy_texture_output {
    uint32_t export;
    const char *stem; /* its name without folder and endings */
} fy_texture_output;

/* The folder of textures for the model `name`, and the one below rom:/ that a setting names. Both end in / unless empty. */
const char *fy_t3dm_rom_files(ferry_job *job, const char *name);
const char *fy_t3dm_rom_folder(ferry_job *job, const char *key);

typedef struct fy_texture_store {
    ferry_job *job;
    const ferry_scene *scene;
    const char *name; /* of the output */
    fy_texture_output *outputs;
    uint32_t output_count, output_capacity;
    fy_texture_export *exports;
    uint32_t count, capacity;
    fy_texture_trial *trials;
    uint32_t trial_count, trial_capacity;
    fy_image_draws draws;   /* found when first needed */
    fy_texture_file *paths; /* all of them, own and foreign */
    uint32_t path_count, path_capacity;
    fy_order by_hash, by_name; /* paths */
    fy_order by_stem;          /* exports, one for each name and format: it has the numbers */
} fy_texture_store;

/* The runtime's hash of a path. */
uint32_t fy_t3dm_path_hash(const char *path);

/* Makes a path known that comes from elsewhere, so that no own one is taken for it. */
bool fy_texture_store_reserve(fy_texture_store *store, const char *path, uint32_t hash);

/* The exports of one material's one or two textures, chosen so that they fit texture memory together. */
bool fy_texture_store_add(fy_texture_store *store, const fy_texture_use *uses, unsigned count,
                          uint32_t exports[2]);

/* The export of a texture beside one that is not made here: half of the memory, and none of what two cannot
 * have. */
bool fy_texture_store_add_beside(fy_texture_store *store, const fy_texture_use *use, uint32_t *export);

/* Copy number `copy` of an export under a name of its own; copy 0 is the picture itself. */
bool fy_texture_store_file(fy_texture_store *store, uint32_t index, uint32_t copy, fy_texture_file *file);

/* Rows that every level of an export must have: the library's tile edges overflow below eight where a texture
 * is clamped across and repeats down. */
uint32_t fy_texture_least_rows(const fy_texture_use *use);

/* Makes all files as `t3dm.sprites` says, in the order in which they got their names. */
bool fy_texture_store_write(const fy_texture_store *store, ferry_file_list *files, uint32_t **exports);

#endif
