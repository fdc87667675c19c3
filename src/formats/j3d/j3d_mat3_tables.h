/* j3d_mat3_tables.h: the tables that the materials of MAT3 and MAT2 share, and one record of them
 * (docs/formats/j3d.md, "MAT3"). */
#ifndef FERRY_FORMATS_J3D_J3D_MAT3_TABLES_H
#define FERRY_FORMATS_J3D_J3D_MAT3_TABLES_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/j3d/j3d.h"

typedef enum fy_mat3_table {
    FY_MAT3_ENTRIES,
    FY_MAT3_REMAP,
    FY_MAT3_NAMES,
    FY_MAT3_INDIRECT,
    FY_MAT3_CULL_MODES,
    FY_MAT3_MATERIAL_COLORS,
    FY_MAT3_CHANNEL_COUNTS,
    FY_MAT3_CHANNELS,
    FY_MAT3_AMBIENT_COLORS,
    FY_MAT3_LIGHTS,
    FY_MAT3_TEXGEN_COUNTS,
    FY_MAT3_TEXGENS,
    FY_MAT3_POST_TEXGENS,
    FY_MAT3_MATRICES,
    FY_MAT3_POST_MATRICES,
    FY_MAT3_TEXTURES,
    FY_MAT3_ORDERS,
    FY_MAT3_REGISTERS,
    FY_MAT3_KONSTS,
    FY_MAT3_STAGE_COUNTS,
    FY_MAT3_STAGES,
    FY_MAT3_SWAP_MODES,
    FY_MAT3_SWAP_TABLES,
    FY_MAT3_FOGS,
    FY_MAT3_ALPHA_COMPARES,
    FY_MAT3_BLENDS,
    FY_MAT3_Z_MODES,
    FY_MAT3_Z_LOCATIONS,
    FY_MAT3_DITHERS,
    FY_MAT3_NBT_SCALES,
    FY_MAT3_TABLES,
} fy_mat3_table;

/* What an entry says where it names no record. */
enum { FY_MAT3_NONE8 = 0xff, FY_MAT3_NONE16 = 0xffff };

/* Where an entry keeps its indices. 0: this version has none. */
typedef struct fy_mat3_version {
    uint32_t size;
    uint16_t material_colors, channels, ambient_colors, lights, texgens, post_texgens, matrices,
        post_matrices, textures, konsts, konst_color, konst_alpha, orders, registers, stages, swap_modes,
        swap_tables, fog, alpha_compare, blend, nbt_scale;
} fy_mat3_version;

extern const fy_mat3_version fy_mat3_versions[2]; /* MAT3, MAT2 */
extern const char *const fy_mat3_table_names[FY_MAT3_TABLES];

/* One material while it is read. */
typedef struct fy_mat3_reader {
    fy_j3d *j3d;
    ferry_window window; /* "MAT3.material[3]", all bytes of the block */
    const fy_mat3_version *version;
    uint64_t offsets[FY_MAT3_TABLES];
    fy_j3d_remap remap;
    bool has_indirect;
    uint64_t entry;
    bool used; /* the counts cover what is being read: complaints are in order */
    ferry_gx_material *gx;
} fy_mat3_reader;

/* A byte of the entry, which is known to lie inside. */
uint32_t fy_mat3_entry_u8(const fy_mat3_reader *r, uint32_t at);

/* MAT2 has neither of these. */
bool fy_mat3_has_table(const fy_mat3_version *of, fy_mat3_table table);

/* Where the header keeps the offset of a table. */
uint64_t fy_mat3_field_of(const fy_mat3_reader *r, fy_mat3_table table);

/* Record `index` of a table, NULL for the default. A record that is needed but lies outside makes the window
 * bad; `named` is the place of the index. */
const uint8_t *fy_mat3_record(fy_mat3_reader *r, fy_mat3_table table, uint32_t index, uint32_t none,
                              uint64_t named);

/* The same, of the index that stands at `at` in the entry, as a byte or as two. */
const uint8_t *fy_mat3_record8(fy_mat3_reader *r, fy_mat3_table table, uint32_t at);
const uint8_t *fy_mat3_record16(fy_mat3_reader *r, fy_mat3_table table, uint32_t at);

/* A code of the hardware below `limit`, or `instead`. */
uint8_t fy_mat3_code(fy_mat3_reader *r, const uint8_t *at, uint32_t limit, uint8_t instead, const char *id,
                     const char *what);

/* The same where 0xFF is a value of its own. */
uint8_t fy_mat3_code_or_none(fy_mat3_reader *r, const uint8_t *at, uint32_t limit, const char *id,
                             const char *what);

/* 0 for what is not finite. */
float fy_mat3_number(fy_mat3_reader *r, const uint8_t *at);
void fy_mat3_numbers(fy_mat3_reader *r, const uint8_t *at, uint32_t count, float *to);

/* Four bytes: red, green, blue, alpha. */
ferry_gx_color fy_mat3_color(const uint8_t *b);

#endif
