/*
 * ferry64_rdp.h: a material of the Nintendo 64 as a T3DM file of layout L9 or newer stores it
 * (docs/formats/t3dm.md).
 */
#ifndef FERRY64_RDP_H
#define FERRY64_RDP_H

#include <stdbool.h>
#include <stdint.h>

/* Draw flags. */
enum {
    FERRY_RDP_DEPTH = 0x01,
    FERRY_RDP_TEXTURED = 0x02,
    FERRY_RDP_SHADED = 0x04,
    FERRY_RDP_CULL_FRONT = 0x08,
    FERRY_RDP_CULL_BACK = 0x10,
    FERRY_RDP_UNLIT = 0x10000,
};

/* Other modes: value bits, and the mask every writer should use. A frame starts with depth write on; a mask
 * may name that bit too (docs/formats/t3dm.md, "Depth write"). */
#define FERRY_RDP_ALPHA_COMPARE UINT64_C(0x0000000000000001)
#define FERRY_RDP_Z_WRITE UINT64_C(0x0000000000000020) /* only under a mask that names it */
#define FERRY_RDP_Z_INTERSECTING UINT64_C(0x0000000000000400)
#define FERRY_RDP_Z_TRANSPARENT UINT64_C(0x0000000000000800)
#define FERRY_RDP_Z_DECAL UINT64_C(0x0000000000000C00)
#define FERRY_RDP_BILINEAR UINT64_C(0x0000200000000000)
#define FERRY_RDP_MEDIAN UINT64_C(0x0000300000000000)
#define FERRY_RDP_MODE_MASK UINT64_C(0x0000300000000C01)

/* Blender words. */
#define FERRY_RDP_BLEND_NONE UINT32_C(0)
#define FERRY_RDP_BLEND_MULTIPLY UINT32_C(0x00500040)
#define FERRY_RDP_BLEND_ADD UINT32_C(0x005A0040)

/* "Colours to apply" bits. */
enum { FERRY_RDP_SET_PRIM = 1, FERRY_RDP_SET_ENV = 2, FERRY_RDP_SET_BLEND = 4 };

/* Vertex effects. */
enum {
    FERRY_RDP_EFFECT_NONE,
    FERRY_RDP_EFFECT_SPHERICAL_UV,
    FERRY_RDP_EFFECT_CEL_COLOR,
    FERRY_RDP_EFFECT_CEL_ALPHA,
    FERRY_RDP_EFFECT_OUTLINE,
    FERRY_RDP_EFFECT_UV_OFFSET,
};

/* Texel formats, as texture memory and sprite files number them: class << 2 | size. */
typedef enum ferry_rdp_texel {
    FERRY_RDP_RGBA16 = 2,
    FERRY_RDP_RGBA32 = 3,
    FERRY_RDP_YUV16 = 6,
    FERRY_RDP_CI4 = 8,
    FERRY_RDP_CI8 = 9,
    FERRY_RDP_IA4 = 12,
    FERRY_RDP_IA8 = 13,
    FERRY_RDP_IA16 = 14,
    FERRY_RDP_I4 = 16,
    FERRY_RDP_I8 = 17,
} ferry_rdp_texel;

typedef struct ferry_rdp_axis {
    float low, high; /* texels */
    int8_t mask;     /* log2(size), not read by the runtime */
    int8_t shift;    /* -5..10 */
    uint8_t mirror, clamp;
} ferry_rdp_axis;

typedef struct ferry_rdp_tile {
    uint32_t reference; /* non-zero: the game supplies the texture */
    uint32_t texture;   /* index into scene.textures, UINT32_MAX: unused slot */
    uint32_t hash;      /* of the path, as stored */
    uint16_t width, height;
    ferry_rdp_axis s, t;
} ferry_rdp_tile;

typedef struct ferry_rdp_material {
    uint64_t combiner; /* 0: the runtime leaves all state alone */
    uint64_t other_mode, other_mode_mask;
    uint32_t blender;
    uint32_t flags;
    uint8_t fog;    /* 0 unchanged, 1 off, 2 on */
    uint8_t colors; /* FERRY_RDP_SET_* */
    uint8_t effect;
    /* of layouts L2 to L8: blending and alpha compare stay as the object before left them */
    bool alpha_unchanged;
    uint8_t prim[4], env[4], blend[4];
    ferry_rdp_tile tiles[2];
} ferry_rdp_material;

#endif
