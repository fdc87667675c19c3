/*
 * j3d_builder.h: J3D files from a plain description, for fixtures and tests (docs/formats/j3d.md).
 *
 * Written from the description of the format and apart from the reader, so that each can catch the other's
 * mistakes. A model is filled in with the jb_ functions or by hand, jb_build() makes the bytes, and jb_at()
 * finds a field in them by name, to break it on purpose. Everything aborts on misuse: a builder that goes on
 * with a wrong file would hide mistakes.
 */
#ifndef FERRY_TESTS_J3D_BUILDER_H
#define FERRY_TESTS_J3D_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ferry64_gx.h"

typedef enum jb_kind { JB_BMD2, JB_BMD3, JB_BDL3, JB_BDL4, JB_BMT3 } jb_kind;

/* The thirteen arrays of VTX1, in the order of its header. */
enum { JB_POS, JB_NRM, JB_NBT, JB_CLR0, JB_CLR1, JB_TEX0, JB_ARRAYS = JB_TEX0 + 8 };

/* Attribute codes that descriptors use. */
enum {
    JB_A_MATRIX = 0,
    JB_A_TEXMATRIX0 = 1,
    JB_A_POS = 9,
    JB_A_NRM = 10,
    JB_A_CLR0 = 11,
    JB_A_CLR1 = 12,
    JB_A_TEX0 = 13,
    JB_A_NBT = 25,
};

enum { JB_DIRECT = 1, JB_INDEX8 = 2, JB_INDEX16 = 3 };
enum { JB_U8, JB_S8, JB_U16, JB_S16, JB_F32 };
enum { JB_RGB565, JB_RGB8, JB_RGBX8, JB_RGBA4, JB_RGBA6, JB_RGBA8 };
enum {
    JB_QUADS = 0x80,
    JB_TRIANGLES = 0x90,
    JB_STRIP = 0x98,
    JB_FAN = 0xA0,
    JB_LINES = 0xA8,
    JB_LINE_STRIP = 0xB0,
    JB_POINTS = 0xB8
};

typedef struct jb_array {
    bool present; /* has an entry in the format list */
    bool no_data; /* has no array: only for direct use */
    uint32_t attribute, count_code, type;
    uint8_t shift;
    double *values;           /* all components of all elements; colours: r g b a, 0..255 */
    uint32_t count, capacity; /* elements */
} jb_array;

typedef struct jb_joint {
    const char *name;
    uint16_t kind;
    uint8_t compensate;
    double scale[3];
    int16_t rotation[3]; /* 65536: a full turn */
    double translate[3];
    double radius, min[3], max[3];
    int parent; /* -1: a root */
} jb_joint;

typedef struct jb_influence {
    uint16_t joint;
    float weight;
} jb_influence;

typedef struct jb_envelope {
    jb_influence *influences;
    uint32_t count;
} jb_envelope;

typedef struct jb_draw_matrix {
    uint8_t weighted;
    uint16_t index; /* joint or envelope */
} jb_draw_matrix;

typedef struct jb_corner {
    uint8_t slot; /* matrix slot of the packet, 0..9 */
    uint8_t texture_matrix[8];
    uint16_t index[JB_ARRAYS]; /* element of each array */
    uint16_t nbt3[2]; /* elements of binormal and tangent, where each of the three has its own index */
} jb_corner;

typedef struct jb_primitive {
    uint8_t opcode;
    uint32_t first, count; /* corners of the shape */
} jb_primitive;

typedef struct jb_packet {
    uint16_t use_matrix;
    uint16_t table[10];
    uint32_t table_count;
    uint32_t first, count; /* primitives of the shape */
} jb_packet;

typedef struct jb_descriptor {
    uint32_t attribute, how;
} jb_descriptor;

typedef struct jb_shape {
    uint8_t matrix_type; /* 0 single, 1 billboard, 2 y-billboard, 3 multiple */
    jb_descriptor descriptors[24];
    uint32_t descriptor_count;
    jb_packet *packets;
    uint32_t packet_count, packet_capacity;
    jb_primitive *primitives;
    uint32_t primitive_count, primitive_capacity;
    jb_corner *corners;
    uint32_t corner_count, corner_capacity;
    double radius, min[3], max[3];
} jb_shape;

/* Items of a material that are left out: the index in its entry is FF or FFFF. */
enum {
    JB_NO_CULL = 1 << 0,
    JB_NO_CHANNEL_COUNT = 1 << 1,
    JB_NO_TEXGEN_COUNT = 1 << 2,
    JB_NO_STAGE_COUNT = 1 << 3,
    JB_NO_Z_LOCATION = 1 << 4,
    JB_NO_Z_MODE = 1 << 5,
    JB_NO_DITHER = 1 << 6,
    JB_NO_MATERIAL_COLORS = 1 << 7,
    JB_NO_CHANNELS = 1 << 8,
    JB_NO_AMBIENT_COLORS = 1 << 9,
    JB_NO_TEXGENS = 1 << 10,
    JB_NO_REGISTERS = 1 << 11,
    JB_NO_KONST = 1 << 12,
    JB_NO_KONST_SELECTORS = 1 << 13,
    JB_NO_ORDERS = 1 << 14,
    JB_NO_STAGES = 1 << 15,
    JB_NO_SWAP_MODES = 1 << 16,
    JB_NO_SWAP_TABLES = 1 << 17,
    JB_NO_ALPHA_COMPARE = 1 << 18,
    JB_NO_BLEND = 1 << 19,
    JB_NO_NBT_SCALE = 1 << 20,
    JB_NO_ANYTHING = (1 << 21) - 1,
};

typedef struct jb_material {
    const char *name;
    ferry_gx_material gx; /* textures[]: TEX1 numbers */
    uint32_t absent;      /* JB_NO_* */
    int entry_of;         /* shares the entry of this earlier material; -1: has its own */
} jb_material;

typedef struct jb_texture {
    const char *name;
    ferry_gx_texel format;
    ferry_gx_palette palette_format;
    uint32_t width, height, level_count;
    uint8_t wrap_s, wrap_t, min_filter, mag_filter, hint, anisotropy, bias_clamp, edge_lod;
    int8_t min_lod, max_lod;
    int16_t lod_bias;
    uint8_t stored_levels; /* what the header says */
    uint8_t *image;        /* encoded, all levels */
    size_t image_size;
    uint8_t *palette; /* encoded */
    uint32_t palette_count;
    uint8_t *shown;           /* what the console shows: r g b a of all levels, one after the other */
    int image_of, palette_of; /* shares the bytes of this earlier texture; -1: has its own */
} jb_texture;

typedef struct jb_draw {
    uint32_t joint, material, shape;
} jb_draw;

typedef struct jb_record {
    uint16_t opcode, value;
} jb_record;

enum { JB_NONE = 0xFFFFFFFF };

/* Chunks that can be left out. */
enum {
    JB_OMIT_INF1 = 1 << 0,
    JB_OMIT_VTX1 = 1 << 1,
    JB_OMIT_EVP1 = 1 << 2,
    JB_OMIT_DRW1 = 1 << 3,
    JB_OMIT_JNT1 = 1 << 4,
    JB_OMIT_SHP1 = 1 << 5,
    JB_OMIT_MAT3 = 1 << 6,
    JB_OMIT_TEX1 = 1 << 7,
};

typedef struct jb_model {
    uint16_t scaling_rule;
    bool flat_hierarchy;  /* tools nest less than the console's exporter; both mean the same */
    jb_record *hierarchy; /* instead of the one made from joints and draws */
    uint32_t hierarchy_count;
    jb_array arrays[JB_ARRAYS];
    jb_joint *joints;
    uint32_t joint_count, joint_capacity;
    double (*inverse_binds)[12]; /* NULL: the joints at rest */
    jb_envelope *envelopes;
    uint32_t envelope_count, envelope_capacity;
    jb_draw_matrix *draw_matrices;
    uint32_t draw_matrix_count, draw_matrix_capacity;
    jb_shape *shapes;
    uint32_t shape_count, shape_capacity;
    jb_material *materials;
    uint32_t material_count, material_capacity;
    jb_texture *textures;
    uint32_t texture_count, texture_capacity;
    jb_draw *draws; /* at a joint: in this order */
    uint32_t draw_count, draw_capacity;
    bool reverse_joints, reverse_shapes, reverse_entries; /* remap tables that are no identity */
    bool decoys;       /* every table of MAT3 starts with a record that nobody uses */
    bool indirect;     /* MAT3 holds indirect blocks */
    bool placeholders; /* inverse binds of joints that no envelope names are the identity */
    const uint8_t *mdl3;
    size_t mdl3_size;
    const char *unknown_tag; /* a chunk that nobody knows */
    uint32_t omit;           /* JB_OMIT_* */
    bool textures_last;      /* MDL3 before TEX1 is usual; true: after it */
} jb_model;

/* ------------------------------------------------------------------------------- describing a model */

jb_model *jb_model_new(void);
void jb_model_free(jb_model *model);

/* Declares an array of VTX1. */
void jb_declare(jb_model *model, int array, uint32_t count_code, uint32_t type, uint8_t shift);

/* Components per element, and the element just added: its number. */
uint32_t jb_components(int array, uint32_t count_code);
uint16_t jb_value(jb_model *model, int array, const double *components);

/* What the console reads for one component (colours: 0..255) after the array's rounding. */
double jb_shown(const jb_model *model, int array, uint32_t element, uint32_t component);

uint32_t jb_joint_add(jb_model *model, const char *name, int parent);
uint16_t jb_envelope_add(jb_model *model, uint32_t count, const jb_influence *influences);
uint16_t jb_draw_matrix_add(jb_model *model, uint8_t weighted, uint16_t index);
uint32_t jb_shape_add(jb_model *model, uint8_t matrix_type);
void jb_describe(jb_model *model, uint32_t shape, uint32_t attribute, uint32_t how);
void jb_packet_add(jb_model *model, uint32_t shape, uint16_t use_matrix, uint32_t count,
                   const uint16_t *table);
void jb_primitive_add(jb_model *model, uint32_t shape, uint8_t opcode, uint32_t count,
                      const jb_corner *corners);

/* A primitive of a shape of several matrices: corner k hangs on draw matrix `matrices[k]`. Slots are handed
 * out, and a new packet is opened when the ten are full; `carry`: matrices that stay in their slot are
 * written as FFFF. */
void jb_primitive_pack(jb_model *model, uint32_t shape, uint8_t opcode, uint32_t count, jb_corner *corners,
                       const uint16_t *matrices, bool carry);

/* A material with the console's defaults: one stage that passes the rasterised colour. */
uint32_t jb_material_add(jb_model *model, const char *name);
ferry_gx_material jb_gx_default(void);

/* A texture from r g b a of all its levels. Palettes are made of the colours in order of appearance. */
uint32_t jb_texture_add(jb_model *model, const char *name, ferry_gx_texel format,
                        ferry_gx_palette palette_format, uint32_t width, uint32_t height, uint32_t levels,
                        const uint8_t *rgba);
uint32_t jb_texture_share(jb_model *model, const char *name, uint32_t image_of);
void jb_draw_add(jb_model *model, uint32_t joint, uint32_t material, uint32_t shape);

/* World matrices of the joints at rest (docs/formats/j3d.md, "World matrices"), rows of 3x4. */
void jb_worlds(const jb_model *model, double (*worlds)[12]);

/* False if singular. */
bool jb_invert(const double m[12], double inverse[12]);
void jb_multiply(const double a[12], const double b[12], double product[12]);

/* The inverse bind matrices that the file holds, as written (rounded to float). */
void jb_inverse_binds(const jb_model *model, double (*inverse_binds)[12]);

/* -------------------------------------------------------------------------------------------- bytes */

typedef struct jb_mark {
    char name[56];
    size_t at;
} jb_mark;

typedef struct jb_file {
    uint8_t *data;
    size_t size, capacity;
    jb_mark *marks;
    uint32_t mark_count, mark_capacity;
} jb_file;

jb_file jb_build(const jb_model *model, jb_kind kind);
void jb_file_free(jb_file *file);

/* A stand-alone BTI file of one of the textures. */
jb_file jb_build_bti(const jb_model *model, uint32_t texture);

/* Offset of a chunk ("SHP1"), table ("MAT3.stages") or record ("SHP1.shape[2]", "SHP1.shape[2].list[0]").
 * Aborts if there is none of that name. */
size_t jb_at(const jb_file *file, const char *name);

void jb_set8(jb_file *file, size_t at, uint32_t value);
void jb_set16(jb_file *file, size_t at, uint32_t value);
void jb_set32(jb_file *file, size_t at, uint32_t value);
uint32_t jb_get32(const jb_file *file, size_t at);

/* Cuts the file's end off and says so in its header. */
void jb_truncate(jb_file *file, size_t size);

#endif
