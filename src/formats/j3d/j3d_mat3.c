/*
 * j3d_mat3.c: MAT3 and its older form MAT2, the materials (docs/formats/j3d.md, "MAT3").
 *
 * A material is an entry full of indices into tables that all materials share. Only what the counts of the
 * entry cover is meant; indices behind them may be stale and then simply fall back to the defaults of the
 * engine. Codes are cut to what the hardware knows, so that whoever reads the scene may use them as they are.
 */
#include "formats/j3d/j3d_mat3.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_names.h"
#include "formats/j3d/j3d_tables.h"
#include "machine/gx/gx_summary.h"

enum table {
    ENTRIES,
    REMAP,
    NAMES,
    INDIRECT,
    CULL_MODES,
    MATERIAL_COLORS,
    CHANNEL_COUNTS,
    CHANNELS,
    AMBIENT_COLORS,
    LIGHTS,
    TEXGEN_COUNTS,
    TEXGENS,
    POST_TEXGENS,
    MATRICES,
    POST_MATRICES,
    TEXTURES,
    ORDERS,
    REGISTERS,
    KONSTS,
    STAGE_COUNTS,
    STAGES,
    SWAP_MODES,
    SWAP_TABLES,
    FOGS,
    ALPHA_COMPARES,
    BLENDS,
    Z_MODES,
    Z_LOCATIONS,
    DITHERS,
    NBT_SCALES,
    TABLES,
};

static const char *const table_names[TABLES] = {
    "entries",         "remap",
    "names",           "indirect",
    "cull modes",      "material colours",
    "channel counts",  "channels",
    "ambient colours", "lights",
    "texgen counts",   "texgens",
    "post texgens",    "texture matrices",
    "post matrices",   "textures",
    "TEV orders",      "TEV registers",
    "konst colours",   "stage counts",
    "TEV stages",      "swap modes",
    "swap tables",     "fogs",
    "alpha compares",  "blends",
    "z modes",         "z locations",
    "dithers",         "NBT scales",
};

static const uint16_t record_sizes[TABLES] = {
    [INDIRECT] = 0x138, [CULL_MODES] = 4,     [MATERIAL_COLORS] = 4, [CHANNEL_COUNTS] = 1,
    [CHANNELS] = 8,     [AMBIENT_COLORS] = 4, [LIGHTS] = 0x34,       [TEXGEN_COUNTS] = 1,
    [TEXGENS] = 4,      [POST_TEXGENS] = 4,   [MATRICES] = 0x64,     [POST_MATRICES] = 0x64,
    [TEXTURES] = 2,     [ORDERS] = 4,         [REGISTERS] = 8,       [KONSTS] = 4,
    [STAGE_COUNTS] = 1, [STAGES] = 0x14,      [SWAP_MODES] = 4,      [SWAP_TABLES] = 4,
    [FOGS] = 0x2c,      [ALPHA_COMPARES] = 8, [BLENDS] = 4,          [Z_MODES] = 4,
    [Z_LOCATIONS] = 1,  [DITHERS] = 1,        [NBT_SCALES] = 0x10,
};

/* Where an entry keeps its indices. 0: this version has none. */
typedef struct version {
    uint32_t size;
    uint16_t material_colors, channels, ambient_colors, lights, texgens, post_texgens, matrices,
        post_matrices, textures, konsts, konst_color, konst_alpha, orders, registers, stages, swap_modes,
        swap_tables, fog, alpha_compare, blend, nbt_scale;
} version;

static const version mat3 = {
    .size = 0x14c,
    .material_colors = 0x008,
    .channels = 0x00c,
    .ambient_colors = 0x014,
    .lights = 0x018,
    .texgens = 0x028,
    .post_texgens = 0x038,
    .matrices = 0x048,
    .post_matrices = 0x05c,
    .textures = 0x084,
    .konsts = 0x094,
    .konst_color = 0x09c,
    .konst_alpha = 0x0ac,
    .orders = 0x0bc,
    .registers = 0x0dc,
    .stages = 0x0e4,
    .swap_modes = 0x104,
    .swap_tables = 0x124,
    .fog = 0x144,
    .alpha_compare = 0x146,
    .blend = 0x148,
    .nbt_scale = 0x14a,
};

static const version mat2 = {
    .size = 0x138,
    .material_colors = 0x008,
    .channels = 0x00c,
    .texgens = 0x014,
    .post_texgens = 0x024,
    .matrices = 0x034,
    .post_matrices = 0x048,
    .textures = 0x070,
    .konsts = 0x080,
    .konst_color = 0x088,
    .konst_alpha = 0x098,
    .orders = 0x0a8,
    .registers = 0x0c8,
    .stages = 0x0d0,
    .swap_modes = 0x0f0,
    .swap_tables = 0x110,
    .fog = 0x130,
    .alpha_compare = 0x132,
    .blend = 0x134,
    .nbt_scale = 0x136,
};

enum { POST_MATRIX_COUNT = 20, LIGHT_COUNT = 8, NONE8 = 0xff, NONE16 = 0xffff };

/* One material while it is read. */
typedef struct reader {
    fy_j3d            *j3d;
    ferry_window       window; /* "MAT3.material[3]", all bytes of the block */
    const version     *version;
    uint64_t           offsets[TABLES];
    fy_j3d_remap       remap;
    bool               has_indirect;
    uint64_t           entry;
    bool               used; /* the counts cover what is being read: complaints are in order */
    ferry_gx_material *gx;
} reader;

/* ------------------------------------------------------------------------------------------------ records */

static uint32_t entry_u8(const reader *r, uint32_t at) {
    return r->window.data[r->entry + at];
}

static uint32_t entry_u16(const reader *r, uint32_t at) {
    return ferry_be16(r->window.data + r->entry + at);
}

/* MAT2 has neither of these. */
static bool has_table(const version *of, enum table table) {
    return of != &mat2 || (table != INDIRECT && table != AMBIENT_COLORS && table != LIGHTS);
}

/* Where the header keeps the offset of a table. */
static uint64_t field_of(const reader *r, enum table table) {
    uint64_t field = 0x0c;
    for (uint32_t t = 0; t < table; t++) field += has_table(r->version, (enum table)t) ? 4 : 0;
    return field;
}

/* Record `index` of a table, NULL for the default. A record that is needed but lies outside makes the window
 * bad; `named` is the place of the index. */
static const uint8_t *record(reader *r, enum table table, uint32_t index, uint32_t none, uint64_t named) {
    uint64_t size = record_sizes[table], at = r->offsets[table] + size * index;
    if (r->offsets[table] == 0 || index == none) return NULL;
    if (ferry_window_holds(&r->window, at, 1, size)) return r->window.data + at;
    if (r->used && ferry_window_ok(&r->window))
        fy_j3d_locate(&r->window, table_names[table], field_of(r, table), size * index, size, named, &at);
    return NULL;
}

static const uint8_t *record8(reader *r, enum table table, uint32_t at) {
    return record(r, table, entry_u8(r, at), NONE8, r->entry + at);
}

static const uint8_t *record16(reader *r, enum table table, uint32_t at) {
    return record(r, table, entry_u16(r, at), NONE16, r->entry + at);
}

/* A code of the hardware below `limit`, or `instead`. */
static uint8_t code(reader *r, const uint8_t *at, uint32_t limit, uint8_t instead, const char *id,
                    const char *what) {
    if (*at < limit) return *at;
    if (r->used)
        ferry_say_at(&r->window, (uint64_t)(at - r->window.data), FERRY_WARNING, id,
                     "unknown %s %u; %u taken", what, *at, instead);
    return instead;
}

/* The same where 0xFF is a value of its own. */
static uint8_t code_or_none(reader *r, const uint8_t *at, uint32_t limit, const char *id, const char *what) {
    return *at == NONE8 ? NONE8 : code(r, at, limit, NONE8, id, what);
}

static float number(reader *r, const uint8_t *at) {
    float value = ferry_bef32(at);
    if (fy_finite(value)) return value;
    if (r->used)
        ferry_say_at(&r->window, (uint64_t)(at - r->window.data), FERRY_WARNING, "j3d.material-not-finite",
                     "not a finite number; 0 taken");
    return 0;
}

static void numbers(reader *r, const uint8_t *at, uint32_t count, float *to) {
    for (uint32_t k = 0; k < count; k++) to[k] = number(r, at + 4 * (size_t)k);
}

static ferry_gx_color color(const uint8_t *b) {
    return (ferry_gx_color){b[0], b[1], b[2], b[3]};
}

/* -------------------------------------------------------------------------------------- counts and pixels */

static uint8_t count_of(reader *r, enum table table, uint32_t at, uint32_t most, const char *id,
                        const char *what) {
    const uint8_t *b = record8(r, table, at);
    return b ? code(r, b, most + 1, (uint8_t)most, id, what) : 0;
}

static void read_counts(reader *r) {
    ferry_gx_material *gx = r->gx;
    const uint8_t     *b;
    gx->mode = (uint8_t)entry_u8(r, 0);
    gx->cull = FERRY_GX_CULL_BACK;
    b = record8(r, CULL_MODES, 1);
    if (b && ferry_be32(b) <= FERRY_GX_CULL_ALL)
        gx->cull = b[3];
    else if (b)
        ferry_say_at(&r->window, (uint64_t)(b - r->window.data), FERRY_WARNING, "j3d.cull-mode",
                     "unknown cull mode %u; 2 (back) taken", ferry_be32(b));
    gx->channel_count = count_of(r, CHANNEL_COUNTS, 2, 2, "j3d.material-counts", "number of channels");
    gx->texgen_count =
        count_of(r, TEXGEN_COUNTS, 3, FERRY_GX_MAX_TEXGENS, "j3d.material-counts", "number of texgens");
    gx->stage_count =
        count_of(r, STAGE_COUNTS, 4, FERRY_GX_MAX_STAGES, "j3d.material-counts", "number of TEV stages");
    if (gx->stage_count == 0) gx->stage_count = 1;
    b = record8(r, Z_LOCATIONS, 5);
    gx->z_location = b && *b ? 1 : 0;
    b = record8(r, DITHERS, 7);
    gx->dither = !b || *b ? 1 : 0;
}

static void read_pixel(reader *r) {
    ferry_gx_material *gx = r->gx;
    const uint8_t     *b = record8(r, Z_MODES, 6);
    gx->z_test = !b || b[0] ? 1 : 0;
    gx->z_compare =
        b ? code(r, b + 1, 8, FERRY_GX_LEQUAL, "j3d.depth-compare", "depth comparison") : FERRY_GX_LEQUAL;
    gx->z_write = !b || b[2] ? 1 : 0;
    b = record16(r, ALPHA_COMPARES, r->version->alpha_compare);
    gx->alpha_compare0 =
        b ? code(r, b, 8, FERRY_GX_ALWAYS, "j3d.alpha-compare", "alpha comparison") : FERRY_GX_ALWAYS;
    gx->alpha_ref0 = b ? b[1] : 0;
    gx->alpha_op = b ? code(r, b + 2, 4, FERRY_GX_AND, "j3d.alpha-compare", "alpha operator") : FERRY_GX_AND;
    gx->alpha_compare1 =
        b ? code(r, b + 3, 8, FERRY_GX_ALWAYS, "j3d.alpha-compare", "alpha comparison") : FERRY_GX_ALWAYS;
    gx->alpha_ref1 = b ? b[4] : 0;
    b = record16(r, BLENDS, r->version->blend);
    gx->blend_mode =
        b ? code(r, b, 4, FERRY_GX_BLEND_NONE, "j3d.blend-mode", "blend mode") : FERRY_GX_BLEND_BLEND;
    gx->blend_src = b ? code(r, b + 1, 8, FERRY_GX_FACTOR_SRC_ALPHA, "j3d.blend-mode", "blend factor")
                      : FERRY_GX_FACTOR_SRC_ALPHA;
    gx->blend_dst = b ? code(r, b + 2, 8, FERRY_GX_FACTOR_INV_SRC_ALPHA, "j3d.blend-mode", "blend factor")
                      : FERRY_GX_FACTOR_INV_SRC_ALPHA;
    gx->blend_logic = b ? code(r, b + 3, 16, 5, "j3d.blend-mode", "logic operation") : 5;
}

static void read_fog(reader *r) {
    const uint8_t *b = record16(r, FOGS, r->version->fog);
    ferry_gx_fog  *fog = &r->gx->fog;
    if (!b) return;
    fog->present = true;
    fog->type = code(r, b, 16, 0, "j3d.fog-type", "fog type");
    fog->range_adjust = b[1] ? 1 : 0;
    fog->center = ferry_be16(b + 2);
    fog->start = number(r, b + 4);
    fog->end = number(r, b + 8);
    fog->near_plane = number(r, b + 12);
    fog->far_plane = number(r, b + 16);
    fog->color = color(b + 20);
    for (size_t k = 0; k < 10; k++) fog->adjust[k] = ferry_be16(b + 24 + 2 * k);
}

static void read_nbt_scale(reader *r) {
    r->used = false; /* bump mapping only, and never switched on: not worth a complaint */
    const uint8_t *b = record16(r, NBT_SCALES, r->version->nbt_scale);
    r->used = true;
    for (uint32_t k = 0; k < 3; k++) r->gx->nbt_scale[k] = 1;
    if (!b) return;
    r->gx->nbt_scale_enabled = b[0] == 1;
    numbers(r, b + 4, 3, r->gx->nbt_scale);
}

/* ------------------------------------------------------------------------------------ channels and lights */

static ferry_gx_channel read_channel(reader *r, const uint8_t *b) {
    if (!b)
        return (ferry_gx_channel){.diffuse = FERRY_GX_DIFFUSE_CLAMP,
                                  .attenuation = FERRY_GX_ATTENUATION_NONE};
    return (ferry_gx_channel){
        .lit = b[0] ? 1 : 0,
        .material_source =
            code(r, b + 1, 2, FERRY_GX_SOURCE_REGISTER, "j3d.channel-control", "material colour source"),
        .light_mask = b[2],
        .diffuse = code(r, b + 3, 3, FERRY_GX_DIFFUSE_CLAMP, "j3d.channel-control", "diffuse function"),
        .attenuation =
            code(r, b + 4, 3, FERRY_GX_ATTENUATION_NONE, "j3d.channel-control", "attenuation function"),
        .ambient_source = b[5] == NONE8 ? FERRY_GX_SOURCE_REGISTER
                                        : code(r, b + 5, 2, FERRY_GX_SOURCE_REGISTER, "j3d.channel-control",
                                               "ambient colour source"),
    };
}

static void read_channels(reader *r) {
    ferry_gx_material *gx = r->gx;
    const version     *v = r->version;
    for (uint32_t k = 0; k < 4; k++) {
        r->used = k / 2 < gx->channel_count;
        gx->channels[k] = read_channel(r, record16(r, CHANNELS, v->channels + 2 * k));
    }
    for (uint32_t k = 0; k < 2; k++) {
        r->used = k < gx->channel_count;
        const uint8_t *b = record16(r, MATERIAL_COLORS, v->material_colors + 2 * k);
        gx->material_colors[k] = b ? color(b) : (ferry_gx_color){255, 255, 255, 255};
        b = v->ambient_colors ? record16(r, AMBIENT_COLORS, v->ambient_colors + 2 * k) : NULL;
        gx->ambient_colors[k] = b ? color(b) : (ferry_gx_color){50, 50, 50, 50};
    }
    r->used = true;
}

/* Lights come from the program; those in the file are kept because they are there. */
static bool read_lights(reader *r) {
    ferry_gx_light lights[LIGHT_COUNT];
    uint32_t       count = 0;
    r->used = false;
    for (uint32_t k = 0; r->version->lights && k < LIGHT_COUNT; k++) {
        const uint8_t *b = record16(r, LIGHTS, r->version->lights + 2 * k);
        if (!b) continue;
        ferry_gx_light *light = &lights[count++];
        numbers(r, b, 3, light->position);
        numbers(r, b + 12, 3, light->direction);
        light->color = color(b + 24);
        numbers(r, b + 28, 3, light->angle_attenuation);
        numbers(r, b + 40, 3, light->distance_attenuation);
    }
    r->used = true;
    if (count == 0) return true;
    ferry_gx_light *kept = ferry_scene_new(r->j3d->scene, ferry_gx_light, count);
    if (!kept) return false;
    memcpy(kept, lights, count * sizeof *lights);
    r->gx->lights = kept;
    r->gx->light_count = count;
    return true;
}

/* ------------------------------------------------------------------------------------ texture coordinates */

static void read_texgens(reader *r) {
    ferry_gx_material *gx = r->gx;
    for (uint32_t k = 0; k < FERRY_GX_MAX_TEXGENS; k++) {
        r->used = k < gx->texgen_count;
        const uint8_t *b = record16(r, TEXGENS, r->version->texgens + 2 * k);
        gx->texgens[k] = (ferry_gx_texgen){FERRY_GX_TEXGEN_2X4, FERRY_GX_TG_TEX0, FERRY_GX_IDENTITY};
        if (b)
            gx->texgens[k] = (ferry_gx_texgen){
                code(r, b, FERRY_GX_TEXGEN_COLOR + 1, FERRY_GX_TEXGEN_2X4, "j3d.texgen", "texgen type"),
                code(r, b + 1, FERRY_GX_TG_COLOR1 + 1, FERRY_GX_TG_TEX0, "j3d.texgen", "texgen source"),
                code(r, b + 2, FERRY_GX_IDENTITY + 1, FERRY_GX_IDENTITY, "j3d.texgen", "texgen matrix"),
            };
        r->used = false;
        b = record16(r, POST_TEXGENS, r->version->post_texgens + 2 * k);
        gx->post_texgens[k] = b ? (ferry_gx_texgen){b[0], b[1], b[2]} : (ferry_gx_texgen){0, 0, NONE8};
    }
    r->used = true;
}

static void read_matrix(reader *r, const uint8_t *b, ferry_gx_texture_matrix *matrix) {
    static const uint8_t limit = 12;
    uint8_t              mode = b[1] & 0x7f;
    matrix->present = true;
    matrix->projection = code(r, b, 2, 1, "j3d.texture-matrix", "texture projection");
    matrix->mode = mode < limit ? mode : 0;
    if (mode >= limit && r->used)
        ferry_say_at(&r->window, (uint64_t)(b + 1 - r->window.data), FERRY_WARNING, "j3d.texture-matrix",
                     "unknown texture matrix mode %u; 0 taken", mode);
    matrix->maya = b[1] >> 7;
    numbers(r, b + 0x04, 3, matrix->center);
    numbers(r, b + 0x10, 2, matrix->scale);
    matrix->rotation = (int16_t)ferry_be16(b + 0x18);
    numbers(r, b + 0x1c, 2, matrix->translate);
    numbers(r, b + 0x24, 16, &matrix->effect[0][0]);
}

static bool names_matrix(const ferry_gx_material *gx, uint32_t k) {
    for (uint32_t t = 0; t < gx->texgen_count; t++)
        if (gx->texgens[t].matrix == 30 + 3 * k) return true;
    return false;
}

static bool read_post_matrices(reader *r) {
    ferry_gx_texture_matrix *kept = NULL;
    r->used = false;
    for (uint32_t k = 0; k < POST_MATRIX_COUNT; k++) {
        const uint8_t *b = record16(r, POST_MATRICES, r->version->post_matrices + 2 * k);
        if (!b) continue;
        if (!kept) kept = ferry_scene_new(r->j3d->scene, ferry_gx_texture_matrix, POST_MATRIX_COUNT);
        if (!kept) return false;
        read_matrix(r, b, &kept[k]);
    }
    r->used = true;
    r->gx->post_matrices = kept;
    r->gx->post_matrix_count = kept ? POST_MATRIX_COUNT : 0;
    return true;
}

static void read_matrices(reader *r) {
    for (uint32_t k = 0; k < FERRY_GX_MAX_MATRICES; k++) {
        r->used = names_matrix(r->gx, k);
        const uint8_t *b = record16(r, MATRICES, r->version->matrices + 2 * k);
        if (b) read_matrix(r, b, &r->gx->matrices[k]);
    }
    r->used = true;
}

/* --------------------------------------------------------------------------------------- TEV and textures */

/* `b` is the first of four inputs; `rest` the five bytes from the operation on. */
static ferry_gx_combine read_combine(reader *r, const uint8_t *b, const uint8_t *rest, uint32_t inputs,
                                     uint8_t zero) {
    ferry_gx_combine c = {
        .a = code(r, b, inputs, zero, "j3d.tev-stage", "TEV input"),
        .b = code(r, b + 1, inputs, zero, "j3d.tev-stage", "TEV input"),
        .c = code(r, b + 2, inputs, zero, "j3d.tev-stage", "TEV input"),
        .d = code(r, b + 3, inputs, zero, "j3d.tev-stage", "TEV input"),
        .op = code(r, rest, 16, 0, "j3d.tev-stage", "TEV operation"),
        .bias = code(r, rest + 1, 4, 0, "j3d.tev-stage", "TEV bias"),
        .scale = code(r, rest + 2, 4, 0, "j3d.tev-stage", "TEV scale"),
        .clamp = rest[3] ? 1 : 0,
        .destination = code(r, rest + 4, 4, 0, "j3d.tev-stage", "TEV register"),
    };
    if (c.op > 1 && c.op < 8) {
        if (r->used)
            ferry_say_at(&r->window, (uint64_t)(rest - r->window.data), FERRY_WARNING, "j3d.tev-stage",
                         "unknown TEV operation %u; 0 (add) taken", c.op);
        c.op = 0;
    }
    return c;
}

static bool combine_reads(const ferry_gx_combine *c, uint8_t input) {
    return c->a == input || c->b == input || c->c == input || c->d == input;
}

/* 0..7 are fractions, from `first` on constants; what lies between has no meaning. FF stands
 * for `instead`. */
static uint8_t selector(reader *r, uint64_t at, uint8_t first, uint8_t instead, bool read) {
    uint8_t value = r->window.data[at];
    if (value < 8 || (value >= first && value < 0x20)) return value;
    if (value != NONE8 && r->used && read)
        ferry_say_at(&r->window, at, FERRY_WARNING, "j3d.konst-selector", "unknown konst selector %u; %u taken",
                     value, instead);
    return instead;
}

static void read_konst_selectors(reader *r, uint32_t k, ferry_gx_stage *stage) {
    uint64_t color = r->entry + r->version->konst_color + k, alpha = r->entry + r->version->konst_alpha + k;
    stage->konst_color = selector(r, color, 0x0c, 0x0c, combine_reads(&stage->color, FERRY_GX_CC_KONST));
    stage->konst_alpha = selector(r, alpha, 0x10, 0x1c, combine_reads(&stage->alpha, FERRY_GX_CA_KONST));
}

static void read_stage(reader *r, uint32_t k) {
    ferry_gx_stage *stage = &r->gx->stages[k];
    const uint8_t  *b = record16(r, ORDERS, r->version->orders + 2 * k);
    stage->texgen =
        b ? code_or_none(r, b, FERRY_GX_MAX_TEXGENS, "j3d.tev-order", "texgen of a TEV order") : NONE8;
    stage->map =
        b ? code_or_none(r, b + 1, FERRY_GX_MAX_MAPS, "j3d.tev-order", "texture slot of a TEV order")
          : NONE8;
    stage->channel = b ? code_or_none(r, b + 2, 9, "j3d.tev-order", "channel of a TEV order") : NONE8;
    b = record16(r, STAGES, r->version->stages + 2 * k);
    if (b) {
        stage->color = read_combine(r, b + 1, b + 5, 16, FERRY_GX_CC_ZERO);
        stage->alpha = read_combine(r, b + 10, b + 14, 8, FERRY_GX_CA_ZERO);
    } else {
        stage->color = (ferry_gx_combine){
            FERRY_GX_CC_RASC, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_CPREV, 0, 0, 0, 1, 0};
        stage->alpha = (ferry_gx_combine){
            FERRY_GX_CA_RASA, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_APREV, 0, 0, 0, 1, 0};
    }
    read_konst_selectors(r, k, stage);
    b = record16(r, SWAP_MODES, r->version->swap_modes + 2 * k);
    stage->ras_swap = b ? code(r, b, 4, 0, "j3d.swap-table", "swap table number") : 0;
    stage->tex_swap = b ? code(r, b + 1, 4, 0, "j3d.swap-table", "swap table number") : 0;
}

static int16_t register_value(const uint8_t *b) {
    int16_t value = (int16_t)ferry_be16(b);
    return value < -1024 ? -1024 : value > 1023 ? 1023 : value;
}

/* The stages in use read register C0 + k as an input. The start value of the last one, PREV, is
 * not loaded. */
static bool reads_register(const ferry_gx_material *gx, uint32_t k) {
    uint8_t color = (uint8_t)(FERRY_GX_CC_C0 + 2 * k), alpha = (uint8_t)(FERRY_GX_CA_A0 + k);
    for (uint32_t i = 0; k < 3 && i < gx->stage_count; i++)
        if (combine_reads(&gx->stages[i].color, color) || combine_reads(&gx->stages[i].color, (uint8_t)(color + 1)) ||
            combine_reads(&gx->stages[i].alpha, alpha))
            return true;
    return false;
}

/* Selectors from 0C on are K0..K3, from 10 on their components, four times four. */
static bool reads_konst(const ferry_gx_material *gx, uint32_t k) {
    for (uint32_t i = 0; i < gx->stage_count; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        bool                  color = stage->konst_color >= 0x0c && stage->konst_color % 4 == k,
             alpha = stage->konst_alpha >= 0x10 && stage->konst_alpha % 4 == k;
        if ((color && combine_reads(&stage->color, FERRY_GX_CC_KONST)) ||
            (alpha && combine_reads(&stage->alpha, FERRY_GX_CA_KONST)))
            return true;
    }
    return false;
}

static bool reads_swap_table(const ferry_gx_material *gx, uint32_t k) {
    for (uint32_t i = 0; i < gx->stage_count; i++)
        if (gx->stages[i].ras_swap == k || gx->stages[i].tex_swap == k) return true;
    return false;
}

static void read_tev(reader *r) {
    ferry_gx_material *gx = r->gx;
    for (uint32_t k = 0; k < FERRY_GX_MAX_STAGES; k++) {
        r->used = k < gx->stage_count;
        read_stage(r, k);
    }
    for (uint32_t k = 0; k < 4; k++) {
        r->used = reads_register(gx, k);
        const uint8_t *b = record16(r, REGISTERS, r->version->registers + 2 * k);
        if (b)
            gx->registers[k] = (ferry_gx_color_s16){register_value(b), register_value(b + 2),
                                                    register_value(b + 4), register_value(b + 6)};
        r->used = reads_konst(gx, k);
        b = record16(r, KONSTS, r->version->konsts + 2 * k);
        gx->konst[k] = b ? color(b) : (ferry_gx_color){255, 255, 255, 255};
        r->used = reads_swap_table(gx, k);
        b = record16(r, SWAP_TABLES, r->version->swap_tables + 2 * k);
        for (uint32_t c = 0; c < 4; c++)
            gx->swap_tables[k][c] =
                b ? code(r, b + c, 4, (uint8_t)c, "j3d.swap-table", "swap component") : (uint8_t)c;
    }
    r->used = true;
}

static bool stage_names_slot(const ferry_gx_material *gx, uint32_t slot) {
    for (uint32_t k = 0; k < gx->stage_count; k++)
        if (gx->stages[k].map == slot) return true;
    for (uint32_t k = 0; gx->indirect_enabled && k < gx->indirect_stage_count; k++)
        if (gx->indirect_orders[k].map == slot) return true;
    return false;
}

/* Texture numbers become indices into the scene. A slot that nothing reads may hold anything. */
static void read_textures(reader *r) {
    uint32_t first = r->j3d->first_texture, count = r->j3d->scene->textures.count - first;
    for (uint32_t slot = 0; slot < FERRY_GX_MAX_MAPS; slot++) {
        r->used = stage_names_slot(r->gx, slot);
        r->gx->textures[slot] = FERRY_NONE;
        const uint8_t *b = record16(r, TEXTURES, r->version->textures + 2 * slot);
        uint32_t       texture = b ? ferry_be16(b) : NONE16;
        if (texture < count)
            r->gx->textures[slot] = first + texture;
        else if (r->used && (count > 0 || r->j3d->has[FY_J3D_TEX1])) /* a missing TEX1 is said once */
            ferry_say_at(
                &r->window, b ? (uint64_t)(b - r->window.data) : r->entry + r->version->textures + 2 * slot,
                FERRY_WARNING, "j3d.texture-missing", "slot %u is read, but has no texture%s; white taken",
                slot, texture == NONE16 ? "" : " of that number");
    }
    r->used = true;
}

/* ----------------------------------------------------------------------------------------------- indirect */

/* Tools write the offset of an empty table as that of its neighbour. */
static bool indirect_present(const reader *r) {
    uint64_t at = r->offsets[INDIRECT];
    if (at == 0 || at - r->offsets[NAMES] <= 4) return false;
    for (uint32_t t = 0; t < TABLES; t++)
        if (t != INDIRECT && r->offsets[t] == at) return false;
    return true;
}

static void read_indirect_use(reader *r, const uint8_t *b, ferry_gx_indirect_use *use) {
    *use = (ferry_gx_indirect_use){
        .stage = code(r, b, 4, 0, "j3d.indirect-stage", "indirect stage"),
        .format = code(r, b + 1, 4, 0, "j3d.indirect-stage", "indirect format"),
        .bias = code(r, b + 2, 8, 0, "j3d.indirect-stage", "indirect bias"),
        .matrix = code(r, b + 3, 12, 0, "j3d.indirect-stage", "indirect matrix"),
        .wrap_s = code(r, b + 4, 7, 0, "j3d.indirect-stage", "indirect wrap"),
        .wrap_t = code(r, b + 5, 7, 0, "j3d.indirect-stage", "indirect wrap"),
        .add_previous = b[6] ? 1 : 0,
        .unmodified_lod = b[7] ? 1 : 0,
        .alpha_select = code(r, b + 8, 4, 0, "j3d.indirect-stage", "indirect alpha select"),
    };
}

/* One block per material, not per entry. */
static void read_indirect(reader *r, uint32_t material) {
    ferry_gx_material *gx = r->gx;
    r->used = false;
    const uint8_t *b = r->has_indirect ? record(r, INDIRECT, material, FERRY_NONE, 0x18) : NULL;
    r->used = true;
    if (r->has_indirect && !b)
        ferry_say_at(&r->window, 0x18, FERRY_WARNING, "j3d.indirect-block",
                     "the indirect block of the material lies outside the block; none taken");
    for (uint32_t k = 0; k < 4; k++)
        gx->indirect_orders[k] = (ferry_gx_indirect_order){.texgen = NONE8, .map = NONE8};
    if (!b) return;
    gx->indirect_enabled = b[0] != 0;
    r->used = gx->indirect_enabled;
    gx->indirect_stage_count = code(r, b + 1, 5, 4, "j3d.indirect-stage", "number of indirect stages");
    for (uint32_t k = 0; k < 4; k++) {
        r->used = gx->indirect_enabled && k < gx->indirect_stage_count;
        const uint8_t *order = b + 0x04 + 4 * (size_t)k, *scale = b + 0x68 + 4 * (size_t)k;
        gx->indirect_orders[k] = (ferry_gx_indirect_order){
            .texgen = code_or_none(r, order, FERRY_GX_MAX_TEXGENS, "j3d.indirect-stage",
                                   "texgen of an indirect order"),
            .map = code_or_none(r, order + 1, FERRY_GX_MAX_MAPS, "j3d.indirect-stage",
                                "texture slot of an indirect order"),
            .scale_s = code(r, scale, 9, 0, "j3d.indirect-stage", "indirect scale"),
            .scale_t = code(r, scale + 1, 9, 0, "j3d.indirect-stage", "indirect scale"),
        };
    }
    r->used = gx->indirect_enabled;
    for (uint32_t k = 0; k < 3; k++) {
        const uint8_t *m = b + 0x14 + 0x1c * (size_t)k;
        numbers(r, m, 6, &gx->indirect_matrices[k].m[0][0]);
        gx->indirect_matrices[k].exponent = (int8_t)m[24];
    }
    for (uint32_t k = 0; k < FERRY_GX_MAX_STAGES; k++) {
        r->used = gx->indirect_enabled && k < gx->stage_count;
        read_indirect_use(r, b + 0x78 + 0xc * (size_t)k, &gx->stages[k].indirect);
    }
    r->used = true;
}

/* ---------------------------------------------------------------------------------------------- materials */

static bool read_gx(reader *r, uint32_t material) {
    r->used = true;
    read_counts(r);
    read_pixel(r);
    read_fog(r);
    read_nbt_scale(r);
    read_channels(r);
    read_texgens(r);
    read_matrices(r);
    read_tev(r);
    read_indirect(r, material);
    read_textures(r);
    return ferry_window_ok(&r->window) && read_lights(r) && read_post_matrices(r);
}

static void read_offsets(reader *r, ferry_window *block) {
    for (uint32_t t = 0; t < TABLES; t++)
        if (has_table(r->version, (enum table)t))
            r->offsets[t] = ferry_u32_at(block, field_of(r, (enum table)t));
    r->has_indirect = indirect_present(r);
}

/* Material i uses entry remap[i]. */
static bool find_entry(reader *r, uint32_t material, uint32_t *entry) {
    uint64_t named;
    *entry = fy_j3d_record(&r->remap, material, &named);
    return fy_j3d_locate(&r->window, table_names[ENTRIES], field_of(r, ENTRIES),
                         (uint64_t)r->version->size * *entry, r->version->size, named, &r->entry);
}

/* Materials of one entry share their state, as long as nothing in it goes by the material. */
static bool read_state(reader *r, uint32_t material, const ferry_gx_material **shared, uint32_t entries,
                       const ferry_gx_material **state) {
    uint32_t entry;
    if (!find_entry(r, material, &entry)) return false;
    bool share = !r->has_indirect && entry < entries;
    if (share && shared[entry]) {
        *state = shared[entry];
        return true;
    }
    r->gx = ferry_scene_new(r->j3d->scene, ferry_gx_material, 1);
    if (!r->gx || !read_gx(r, material)) return false;
    *state = r->gx;
    if (share) shared[entry] = r->gx;
    return true;
}

static bool read_all(reader *r, ferry_window *block, uint32_t count) {
    ferry_scene *scene = r->j3d->scene;
    fy_j3d_names names = fy_j3d_names_open(block, field_of(r, NAMES), count);
    uint64_t     room = block->size > r->offsets[ENTRIES] ? block->size - r->offsets[ENTRIES] : 0;
    uint32_t     entries = room / r->version->size < 0x10000 ? (uint32_t)(room / r->version->size) : 0x10000;
    const ferry_gx_material **shared =
        ferry_new(r->j3d->job, const ferry_gx_material *, entries ? entries : 1);
    if (!shared) return false;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_gx_material *state;
        r->window = ferry_window_part(block, "material", i);
        if (!read_state(r, i, shared, entries, &state)) return false;
        ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
        if (!material || !ferry_tick(r->j3d->job)) return false;
        material->name = fy_j3d_name(&names, scene, i, "material");
        material->gx = state;
        fy_gx_summarise(material);
    }
    return true;
}

bool fy_j3d_read_materials(fy_j3d *j3d) {
    fy_j3d_chunk which = j3d->has[FY_J3D_MAT3] ? FY_J3D_MAT3 : FY_J3D_MAT2;
    if (!j3d->has[which]) return true;
    ferry_window *block = &j3d->chunk[which];
    reader        r = {.j3d = j3d, .version = which == FY_J3D_MAT3 ? &mat3 : &mat2};
    uint32_t      count = ferry_u16_at(block, 8);
    if (!ferry_window_ok(block)) return false;
    if (count == 0) return true;
    read_offsets(&r, block);
    if (!ferry_window_ok(block)) return false;
    if (r.offsets[ENTRIES] == 0) {
        ferry_say_at(block, field_of(&r, ENTRIES), FERRY_WARNING, "j3d.no-material-entries",
                     "the table of entries is missing; there are no materials");
        return true;
    }
    if (!fy_j3d_read_remap(block, field_of(&r, REMAP), count, &r.remap)) return false;
    ferry_mark mark = ferry_job_mark(j3d->job);
    if (!read_all(&r, block, count)) return false;
    ferry_job_release(j3d->job, mark);
    return true;
}
