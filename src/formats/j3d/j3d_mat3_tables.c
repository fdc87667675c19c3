/* j3d_mat3_tables.c: see j3d_mat3_tables.h. */
#include "formats/j3d/j3d_mat3_tables.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "formats/j3d/j3d_tables.h"

const char *const fy_mat3_table_names[FY_MAT3_TABLES] = {
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

static const uint16_t record_sizes[FY_MAT3_TABLES] = {
    [FY_MAT3_INDIRECT] = 0x138,   [FY_MAT3_CULL_MODES] = 4,    [FY_MAT3_MATERIAL_COLORS] = 4,
    [FY_MAT3_CHANNEL_COUNTS] = 1, [FY_MAT3_CHANNELS] = 8,      [FY_MAT3_AMBIENT_COLORS] = 4,
    [FY_MAT3_LIGHTS] = 0x34,      [FY_MAT3_TEXGEN_COUNTS] = 1, [FY_MAT3_TEXGENS] = 4,
    [FY_MAT3_POST_TEXGENS] = 4,   [FY_MAT3_MATRICES] = 0x64,   [FY_MAT3_POST_MATRICES] = 0x64,
    [FY_MAT3_TEXTURES] = 2,       [FY_MAT3_ORDERS] = 4,        [FY_MAT3_REGISTERS] = 8,
    [FY_MAT3_KONSTS] = 4,         [FY_MAT3_STAGE_COUNTS] = 1,  [FY_MAT3_STAGES] = 0x14,
    [FY_MAT3_SWAP_MODES] = 4,     [FY_MAT3_SWAP_TABLES] = 4,   [FY_MAT3_FOGS] = 0x2c,
    [FY_MAT3_ALPHA_COMPARES] = 8, [FY_MAT3_BLENDS] = 4,        [FY_MAT3_Z_MODES] = 4,
    [FY_MAT3_Z_LOCATIONS] = 1,    [FY_MAT3_DITHERS] = 1,       [FY_MAT3_NBT_SCALES] = 0x10,
};

const fy_mat3_version fy_mat3_versions[2] = {
    {
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
    },
    {
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
    },
};

uint32_t fy_mat3_entry_u8(const fy_mat3_reader *r, uint32_t at) {
    return r->window.data[r->entry + at];
}

static uint32_t fy_mat3_entry_u16(const fy_mat3_reader *r, uint32_t at) {
    return ferry_be16(r->window.data + r->entry + at);
}

bool fy_mat3_has_table(const fy_mat3_version *of, fy_mat3_table table) {
    return of != &fy_mat3_versions[1] ||
           (table != FY_MAT3_INDIRECT && table != FY_MAT3_AMBIENT_COLORS && table != FY_MAT3_LIGHTS);
}

uint64_t fy_mat3_field_of(const fy_mat3_reader *r, fy_mat3_table table) {
    uint64_t field = 0x0c;
    for (uint32_t t = 0; t < table; t++) field += fy_mat3_has_table(r->version, (fy_mat3_table)t) ? 4 : 0;
    return field;
}

const uint8_t *fy_mat3_record(fy_mat3_reader *r, fy_mat3_table table, uint32_t index, uint32_t none,
                              uint64_t named) {
    uint64_t size = record_sizes[table], at = r->offsets[table] + size * index;
    if (r->offsets[table] == 0 || index == none) return NULL;
    if (ferry_window_holds(&r->window, at, 1, size)) return r->window.data + at;
    if (r->used && ferry_window_ok(&r->window))
        fy_j3d_locate(&r->window, fy_mat3_table_names[table], fy_mat3_field_of(r, table), size * index, size,
                      named, &at);
    return NULL;
}

const uint8_t *fy_mat3_record8(fy_mat3_reader *r, fy_mat3_table table, uint32_t at) {
    return fy_mat3_record(r, table, fy_mat3_entry_u8(r, at), FY_MAT3_NONE8, r->entry + at);
}

const uint8_t *fy_mat3_record16(fy_mat3_reader *r, fy_mat3_table table, uint32_t at) {
    return fy_mat3_record(r, table, fy_mat3_entry_u16(r, at), FY_MAT3_NONE16, r->entry + at);
}

uint8_t fy_mat3_code(fy_mat3_reader *r, const uint8_t *at, uint32_t limit, uint8_t instead, const char *id,
                     const char *what) {
    if (*at < limit) return *at;
    if (r->used)
        ferry_say_at(&r->window, (uint64_t)(at - r->window.data), FERRY_WARNING, id, "unknown %s %u; used %u",
                     what, *at, instead);
    return instead;
}

uint8_t fy_mat3_code_or_none(fy_mat3_reader *r, const uint8_t *at, uint32_t limit, const char *id,
                             const char *what) {
    return *at == FY_MAT3_NONE8 ? FY_MAT3_NONE8 : fy_mat3_code(r, at, limit, FY_MAT3_NONE8, id, what);
}

float fy_mat3_number(fy_mat3_reader *r, const uint8_t *at) {
    float value = ferry_bef32(at);
    if (fy_finite(value)) return value;
    if (r->used)
        ferry_say_at(&r->window, (uint64_t)(at - r->window.data), FERRY_WARNING, "j3d.material-not-finite",
                     "not a finite number; used 0");
    return 0;
}

void fy_mat3_numbers(fy_mat3_reader *r, const uint8_t *at, uint32_t count, float *to) {
    for (uint32_t k = 0; k < count; k++) to[k] = fy_mat3_number(r, at + 4 * (size_t)k);
}

ferry_gx_color fy_mat3_color(const uint8_t *b) {
    return (ferry_gx_color){b[0], b[1], b[2], b[3]};
}
