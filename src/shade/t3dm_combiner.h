/*
 * t3dm_combiner.h: the fitting of a folded TEV formula into the colour combiner of the Nintendo 64
 * (docs/what-is-lost.md, "Materials"). The combiner itself is rdp_combiner.h.
 */
#ifndef FERRY_SHADE_T3DM_COMBINER_H
#define FERRY_SHADE_T3DM_COMBINER_H

#include "ferry64_gx.h"
#include "machine/rdp/rdp_combiner.h"

#define FY_FIT_NO_COMPONENT 0xFF

/* What a formula wants to see in a texture slot: a GX map by a texgen, its colour through a swizzle, one
 * component as alpha. */
typedef struct fy_fit_texture {
    bool used;
    uint8_t map, texgen, source; /* fy_tev_source */
    uint8_t swizzle[3];          /* FY_FIT_NO_COMPONENT: colour not read */
    uint8_t alpha;               /* FY_FIT_NO_COMPONENT: alpha not read */
    uint16_t baked, baked_alpha; /* as fy_tev_node.baked, of colour and of alpha */
} fy_fit_texture;

/* What the first cycle's alpha of a fit that dissolves has to reach: more than the console's dither adds,
 * which is 7 at most. */
enum { FY_DISSOLVE_LEAST = 8 };

/* A way to compute a formula. */
typedef struct fy_fit {
    fy_rdp_cycle cycles[2];
    bool two_cycles;
    uint16_t shade, shade_alpha; /* nodes that the vertices must carry; FY_TEV_NONE */
    double prim[4], env[4];
    uint8_t has_prim, has_env; /* 1: colour, 2: alpha */
    uint32_t moves[2][2];      /* of PRIM and ENV, colour and alpha: what clips change of them (gx_tev.h) */
    fy_fit_texture textures[2];
    bool pinned[2]; /* colour / alpha of cycle 2 really compute */
    bool dissolves; /* the first cycle's alpha is compared (samples/t3dm_dissolve.h) */
} fy_fit;

/* What is known about the material's textures. */
typedef struct fy_fit_rules {
    bool grey[FERRY_GX_MAX_MAPS];       /* r = g = b in every texel */
    bool alpha_grey[FERRY_GX_MAX_MAPS]; /* and a = r as well */
    /* Whether the two may share a vertex's one UV pair; first is slot A. */
    bool (*pair)(const void *user, const fy_fit_texture *first, const fy_fit_texture *second);
    const void *user;
} fy_fit_rules;

/* How a formula follows the vertices: not at all, by their colours alone, or by their colours times light. */
typedef enum fy_fit_shade { FY_FIT_NOT_SHADE, FY_FIT_CONSTANT, FY_FIT_VERTEX, FY_FIT_LIT } fy_fit_shade;

#endif
