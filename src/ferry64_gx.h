/*
 * ferry64_gx.h: the GameCube's graphics state, as far as model files describe it.
 *
 * Codes keep the hardware's numbers; the enumerations name them (docs/formats/j3d.md, "GX enumerations";
 * texel formats: docs/formats/gx_textures.md). Shared by J3D and The Thousand-Year Door.
 */
#ifndef FERRY64_GX_H
#define FERRY64_GX_H

#include <stdbool.h>
#include <stdint.h>

#define FERRY_GX_MAX_STAGES 16
#define FERRY_GX_MAX_TEXGENS 8
#define FERRY_GX_MAX_MAPS 8
#define FERRY_GX_MAX_MATRICES 10

typedef enum ferry_gx_texel {
    FERRY_GX_I4 = 0,
    FERRY_GX_I8 = 1,
    FERRY_GX_IA4 = 2,
    FERRY_GX_IA8 = 3,
    FERRY_GX_RGB565 = 4,
    FERRY_GX_RGB5A3 = 5,
    FERRY_GX_RGBA8 = 6,
    FERRY_GX_C4 = 8,
    FERRY_GX_C8 = 9,
    FERRY_GX_C14X2 = 10,
    FERRY_GX_CMPR = 14,
} ferry_gx_texel;

typedef enum ferry_gx_palette {
    FERRY_GX_PALETTE_IA8 = 0,
    FERRY_GX_PALETTE_RGB565 = 1,
    FERRY_GX_PALETTE_RGB5A3 = 2,
} ferry_gx_palette;

typedef enum ferry_gx_cull {
    FERRY_GX_CULL_NONE,
    FERRY_GX_CULL_FRONT,
    FERRY_GX_CULL_BACK,
    FERRY_GX_CULL_ALL
} ferry_gx_cull;

typedef enum ferry_gx_compare {
    FERRY_GX_NEVER,
    FERRY_GX_LESS,
    FERRY_GX_EQUAL,
    FERRY_GX_LEQUAL,
    FERRY_GX_GREATER,
    FERRY_GX_NEQUAL,
    FERRY_GX_GEQUAL,
    FERRY_GX_ALWAYS,
} ferry_gx_compare;

typedef enum ferry_gx_alpha_op { FERRY_GX_AND, FERRY_GX_OR, FERRY_GX_XOR, FERRY_GX_XNOR } ferry_gx_alpha_op;

typedef enum ferry_gx_blend_mode {
    FERRY_GX_BLEND_NONE,
    FERRY_GX_BLEND_BLEND,
    FERRY_GX_BLEND_LOGIC,
    FERRY_GX_BLEND_SUBTRACT,
} ferry_gx_blend_mode;

typedef enum ferry_gx_factor {
    FERRY_GX_FACTOR_ZERO,
    FERRY_GX_FACTOR_ONE,
    FERRY_GX_FACTOR_OTHER_COLOR, /* source factor: destination colour; destination factor: source colour */
    FERRY_GX_FACTOR_INV_OTHER_COLOR,
    FERRY_GX_FACTOR_SRC_ALPHA,
    FERRY_GX_FACTOR_INV_SRC_ALPHA,
    FERRY_GX_FACTOR_DST_ALPHA,
    FERRY_GX_FACTOR_INV_DST_ALPHA,
} ferry_gx_factor;

/* TEV colour inputs. */
enum {
    FERRY_GX_CC_CPREV,
    FERRY_GX_CC_APREV,
    FERRY_GX_CC_C0,
    FERRY_GX_CC_A0,
    FERRY_GX_CC_C1,
    FERRY_GX_CC_A1,
    FERRY_GX_CC_C2,
    FERRY_GX_CC_A2,
    FERRY_GX_CC_TEXC,
    FERRY_GX_CC_TEXA,
    FERRY_GX_CC_RASC,
    FERRY_GX_CC_RASA,
    FERRY_GX_CC_ONE,
    FERRY_GX_CC_HALF,
    FERRY_GX_CC_KONST,
    FERRY_GX_CC_ZERO,
};

/* TEV alpha inputs. */
enum {
    FERRY_GX_CA_APREV,
    FERRY_GX_CA_A0,
    FERRY_GX_CA_A1,
    FERRY_GX_CA_A2,
    FERRY_GX_CA_TEXA,
    FERRY_GX_CA_RASA,
    FERRY_GX_CA_KONST,
    FERRY_GX_CA_ZERO,
};

/* Sources of a texgen. */
enum {
    FERRY_GX_TG_POSITION = 0,
    FERRY_GX_TG_NORMAL = 1,
    FERRY_GX_TG_BINORMAL = 2,
    FERRY_GX_TG_TANGENT = 3,
    FERRY_GX_TG_TEX0 = 4, /* .. 11: TEX7 */
    FERRY_GX_TG_TEXCOORD0 = 12,
    FERRY_GX_TG_COLOR0 = 19,
    FERRY_GX_TG_COLOR1 = 20,
};

enum {
    FERRY_GX_TEXGEN_3X4 = 0,
    FERRY_GX_TEXGEN_2X4 = 1,
    FERRY_GX_TEXGEN_BUMP0 = 2, /* .. 9 */
    FERRY_GX_TEXGEN_COLOR = 10,
    FERRY_GX_IDENTITY = 60, /* matrix number of "no matrix" */
};

enum { FERRY_GX_ATTENUATION_SPECULAR, FERRY_GX_ATTENUATION_SPOT, FERRY_GX_ATTENUATION_NONE };
enum { FERRY_GX_DIFFUSE_NONE, FERRY_GX_DIFFUSE_SIGNED, FERRY_GX_DIFFUSE_CLAMP };
enum { FERRY_GX_SOURCE_REGISTER, FERRY_GX_SOURCE_VERTEX };

typedef struct ferry_gx_color {
    uint8_t r, g, b, a;
} ferry_gx_color;

/* TEV register: -1024..1023. */
typedef struct ferry_gx_color_s16 {
    int16_t r, g, b, a;
} ferry_gx_color_s16;

typedef struct ferry_gx_channel {
    uint8_t lit;             /* 0: colour = material colour */
    uint8_t material_source; /* FERRY_GX_SOURCE_* */
    uint8_t light_mask;
    uint8_t diffuse;        /* FERRY_GX_DIFFUSE_* */
    uint8_t attenuation;    /* FERRY_GX_ATTENUATION_* */
    uint8_t ambient_source; /* FERRY_GX_SOURCE_* */
} ferry_gx_channel;

typedef struct ferry_gx_light {
    float position[3], direction[3];
    ferry_gx_color color;
    float angle_attenuation[3], distance_attenuation[3];
} ferry_gx_light;

typedef struct ferry_gx_texgen {
    uint8_t type, source, matrix; /* matrix 30 + 3k: texture matrix k; 60: identity */
} ferry_gx_texgen;

typedef struct ferry_gx_texture_matrix {
    bool present;
    uint8_t projection; /* 0: 3x4, divided by q; 1: 2x4 */
    uint8_t mode;       /* 0..11, see docs/formats/j3d.md, "Texture matrix" */
    bool maya;
    float center[3];
    float scale[2];
    int16_t rotation; /* 65536 = a full turn */
    float translate[2];
    float effect[4][4]; /* row by row */
} ferry_gx_texture_matrix;

/* One half (colour or alpha) of a TEV stage: reg = clamp((d op lerp(a, b, c) + bias) * scale). */
typedef struct ferry_gx_combine {
    uint8_t a, b, c, d; /* colour: FERRY_GX_CC_*, alpha: FERRY_GX_CA_* */
    uint8_t op;         /* 0 add, 1 subtract, 8..15 compare */
    uint8_t bias;       /* 0 none, 1 +0.5, 2 -0.5 */
    uint8_t scale;      /* 0 x1, 1 x2, 2 x4, 3 x0.5 */
    uint8_t clamp;
    uint8_t destination; /* 0 PREV, 1..3 C0..C2 */
} ferry_gx_combine;

typedef struct ferry_gx_indirect_use {
    uint8_t stage, format, bias, matrix, wrap_s, wrap_t, add_previous, unmodified_lod, alpha_select;
} ferry_gx_indirect_use;

typedef struct ferry_gx_stage {
    uint8_t texgen;  /* 0xFF: none */
    uint8_t map;     /* texture slot, 0xFF: none */
    uint8_t channel; /* rasterised colour: 4 COLOR0A0, 5 COLOR1A1, 6 zero, 0xFF none ... */
    ferry_gx_combine color, alpha;
    uint8_t konst_color, konst_alpha; /* selectors */
    uint8_t ras_swap, tex_swap;       /* swap table numbers, 0..3 */
    ferry_gx_indirect_use indirect;
} ferry_gx_stage;

typedef struct ferry_gx_indirect_matrix {
    float m[2][3];
    int8_t exponent;
} ferry_gx_indirect_matrix;

typedef struct ferry_gx_indirect_order {
    uint8_t texgen, map, scale_s, scale_t;
} ferry_gx_indirect_order;

typedef struct ferry_gx_fog {
    bool present;
    uint8_t type, range_adjust;
    uint16_t center;
    float start, end, near_plane, far_plane;
    ferry_gx_color color;
    uint16_t adjust[10];
} ferry_gx_fog;

/* Everything a J3D material says. Array elements beyond the counts hold whatever the file resolves to, or the
 * default. */
typedef struct ferry_gx_material {
    uint8_t mode; /* 1 opaque, 2 alpha-tested, 4 translucent, as stored */
    uint8_t cull; /* ferry_gx_cull */
    uint8_t channel_count;
    uint8_t texgen_count;
    uint8_t stage_count; /* 1..16 */
    uint8_t z_location;  /* 1: depth compared before texturing */
    uint8_t dither;
    ferry_gx_color material_colors[2];
    ferry_gx_color ambient_colors[2];
    ferry_gx_channel channels[4]; /* COLOR0, ALPHA0, COLOR1, ALPHA1 */
    uint32_t light_count;
    const ferry_gx_light *lights;
    ferry_gx_texgen texgens[FERRY_GX_MAX_TEXGENS];
    /* stored, not used by the engine; matrix 0xFF: none */
    ferry_gx_texgen post_texgens[FERRY_GX_MAX_TEXGENS];
    ferry_gx_texture_matrix matrices[FERRY_GX_MAX_MATRICES];
    uint32_t post_matrix_count;
    const ferry_gx_texture_matrix *post_matrices; /* stored, not used by the engine */
    /* index into scene.textures by slot; FERRY_NONE (UINT32_MAX) */
    uint32_t textures[FERRY_GX_MAX_MAPS];
    /* bit k: games put a copy of the frame buffer in the place of slot k's picture, so that what is behind
     * the model is seen through it (docs/formats/j3d.md, "Frame buffer") */
    uint8_t frame_buffer_slots;
    ferry_gx_color_s16 registers[4]; /* C0, C1, C2, CPREV */
    ferry_gx_color konst[4];
    ferry_gx_stage stages[FERRY_GX_MAX_STAGES];
    uint8_t swap_tables[4][4]; /* source component (0 r .. 3 a) of r, g, b, a */
    bool indirect_enabled;
    uint8_t indirect_stage_count;
    ferry_gx_indirect_order indirect_orders[4];
    ferry_gx_indirect_matrix indirect_matrices[3];
    ferry_gx_fog fog;
    uint8_t alpha_compare0, alpha_ref0, alpha_op, alpha_compare1, alpha_ref1;
    uint8_t blend_mode, blend_src, blend_dst, blend_logic;
    uint8_t z_test, z_compare, z_write;
    bool nbt_scale_enabled;
    float nbt_scale[3];
} ferry_gx_material;

#endif
