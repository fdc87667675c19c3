/*
 * t3dm_combiner.h: the colour combiner of the Nintendo 64: its word, its arithmetic, and the fitting of a
 * folded TEV formula into it (docs/formats/t3dm.md, "Combiner word"; docs/what-is-lost.md, "Materials").
 */
#ifndef FERRY_FORMATS_T3DM_COMBINER_H
#define FERRY_FORMATS_T3DM_COMBINER_H

#include "formats/gx/gx_tev.h"

/* Slot numbers common to all inputs. */
enum {
    FY_RDP_COMBINED = 0,
    FY_RDP_TEX0 = 1,
    FY_RDP_TEX1 = 2,
    FY_RDP_PRIM = 3,
    FY_RDP_SHADE = 4,
    FY_RDP_ENV = 5,
    FY_RDP_ONE = 6,          /* colour A and D; alpha A, B and D */
    FY_RDP_ZERO_AB = 8,      /* colour A and B */
    FY_RDP_ZERO_C = 16,      /* colour C */
    FY_RDP_ZERO = 7,         /* colour D; all of alpha */
    FY_RDP_TEX0_ALPHA = 8,   /* colour C */
    FY_RDP_TEX1_ALPHA = 9,   /* colour C */
    FY_RDP_PRIM_ALPHA = 10,  /* colour C */
    FY_RDP_SHADE_ALPHA = 11, /* colour C */
    FY_RDP_ENV_ALPHA = 12,   /* colour C */
};

/* (a - b) * c + d; a cycle has one for colour and one for alpha. */
typedef struct fy_rdp_equation {
    uint8_t a, b, c, d;
} fy_rdp_equation;

typedef struct fy_rdp_cycle {
    fy_rdp_equation color, alpha;
} fy_rdp_cycle;

/* A one-cycle word repeats its cycle in both halves. */
uint64_t fy_rdp_encode(const fy_rdp_cycle cycles[2], bool two_cycles);
bool fy_rdp_decode(uint64_t word, fy_rdp_cycle cycles[2]); /* true: two cycles */

/* Whether the word reads, in a cycle that runs, slot `slot` of FY_RDP_TEX0 .. FY_RDP_ENV: in colour or as
 * alpha. TEX0 and TEX1 mean the textures of slot A and B whichever name the second cycle gives them. */
bool fy_rdp_reads_color(uint64_t word, uint8_t slot);
bool fy_rdp_reads_alpha(uint64_t word, uint8_t slot);

typedef struct fy_rdp_inputs {
    uint8_t tex0[4], tex1[4], prim[4], env[4], shade[4];
} fy_rdp_inputs;

/* What the hardware's combiner makes of one pixel, bit for bit. */
void fy_rdp_combine(uint64_t word, const fy_rdp_inputs *inputs, uint8_t out[4]);

/* ------------------------------------------------------------------------------------------- fitting */

#define FY_FIT_NO_COMPONENT 0xFF

/* What a formula wants to see in a texture slot: a GX map by a texgen, its colour through a swizzle, one
 * component as alpha. */
typedef struct fy_fit_texture {
    bool used;
    uint8_t map, texgen, source; /* fy_tev_source */
    uint8_t swizzle[3];          /* FY_FIT_NO_COMPONENT: colour not read */
    uint8_t alpha;               /* FY_FIT_NO_COMPONENT: alpha not read */
} fy_fit_texture;

/* A way to compute a formula. */
typedef struct fy_fit {
    fy_rdp_cycle cycles[2];
    bool two_cycles;
    uint16_t shade, shade_alpha; /* nodes that the vertices must carry; FY_TEV_NONE */
    double prim[4], env[4];
    uint8_t has_prim, has_env; /* 1: colour, 2: alpha */
    fy_fit_texture textures[2];
    bool pinned[2]; /* colour / alpha of cycle 2 really compute */
} fy_fit;

/* What is known about the material's textures. */
typedef struct fy_fit_rules {
    bool grey[FERRY_GX_MAX_MAPS];       /* r = g = b in every texel */
    bool alpha_grey[FERRY_GX_MAX_MAPS]; /* and a = r as well */
    /* Whether the two may share a vertex's one UV pair; first is slot A. */
    bool (*pair)(const void *user, const fy_fit_texture *first, const fy_fit_texture *second);
    const void *user;
} fy_fit_rules;

/* Fits colour formula `color` and alpha formula `alpha` (FY_TEV_NONE: any alpha will do, it becomes 1). False
 * if no way is known. Deterministic; prefers one cycle, then fewer constants. */
bool fy_fit_formula(fy_tev *tev, uint16_t color, uint16_t alpha, const fy_fit_rules *rules, fy_fit *fit);

uint64_t fy_fit_word(const fy_fit *fit);

/* How a formula follows the vertices: not at all, by their colours alone, or by their colours times light. */
typedef enum fy_fit_shade { FY_FIT_NOT_SHADE, FY_FIT_CONSTANT, FY_FIT_VERTEX, FY_FIT_LIT } fy_fit_shade;

fy_fit_shade fy_fit_shade_of(const fy_tev *tev, uint16_t node);

#endif
