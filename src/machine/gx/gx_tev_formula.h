/*
 * gx_tev_formula.h: the nodes of folded TEV formulas: building with folding, values
 * (docs/what-is-lost.md, "Materials").
 */
#ifndef FERRY_MACHINE_GX_GX_TEV_FORMULA_H
#define FERRY_MACHINE_GX_GX_TEV_FORMULA_H

#include "ferry64.h"
#include "ferry64_gx.h"

/* Nodes a formula may have; sixteen stages with everything in use need fewer than half. */
#define FY_TEV_MAX_NODES 1024

/* No node. */
#define FY_TEV_NONE UINT16_MAX

typedef enum fy_tev_op {
    FY_TEV_CONST,   /* k */
    FY_TEV_TEX,     /* a texel of slot `map`, seen through `swizzle` */
    FY_TEV_RAS,     /* the rasterised colour of `channel`, seen through `swizzle`, times k, at most 1 */
    FY_TEV_ADD,     /* a + b */
    FY_TEV_SUB,     /* a - b */
    FY_TEV_MUL,     /* a * b; a constant stands in b */
    FY_TEV_LERP,    /* a + (b - a) * c */
    FY_TEV_COMPARE, /* test(a, b) ? c : 0; `test` is the stage's operation, 8..15 */
    /* the light a * b over ground c, added or screened (test 1), as translucency that looks the same there:
     * its least alpha, and its colour. Image editors call that "colour to alpha". */
    FY_TEV_COVER,
    FY_TEV_PAINT,
    FY_TEV_ALONG, /* where on the line from b, 0, to c, 1, the point is that is nearest to a */
    FY_TEV_WRAP,  /* the lower eight bits of a; b and c are a, too */
    FY_TEV_PASS,  /* 1 where an alpha of a passes the material's alpha compare, else 0; b and c are a, too */
} fy_tev_op;

/* Where a texture's coordinates come from. */
typedef enum fy_tev_source {
    FY_TEV_UV,   /* the vertex's UVs, with or without a matrix */
    FY_TEV_ENV,  /* environment: the normal */
    FY_TEV_PROJ, /* projection: the position */
    FY_TEV_RAMP, /* a lit colour looked up: toon shading */
    FY_TEV_FLAT, /* no texgen at all */
} fy_tev_source;

typedef struct fy_tev_node {
    uint8_t op;         /* fy_tev_op */
    uint8_t swizzle[3]; /* source component (0 r .. 3 a) of r, g, b */
    uint8_t map, texgen;
    uint8_t source;   /* fy_tev_source */
    bool indirect;    /* the coordinates are shifted by another texture */
    uint8_t channel;  /* 0, 1 */
    bool lit, vertex; /* RAS: light takes part; the vertex colour takes part */
    bool looked_up;   /* RAS: no channel but texture `map` by `texgen`, looked up at the vertices */
    uint8_t test;
    uint16_t a, b, c;
    /* TEX: the texels are those of node `baked` - 1, which follows this texture alone; 0: as they are */
    uint16_t baked;
    double k[3]; /* 1 = 255 */
    /* CONST: what clips change of what it was made of, FY_TEV_MOVES_...; k is of one moment then */
    uint32_t moves;
} fy_tev_node;

typedef struct fy_tev_moves {
    uint32_t colors; /* FY_TEV_MOVES_... */
    /* at the moment; the folded material has 255 in place of what moves: vertices cannot follow it */
    ferry_gx_color material_colors[2];
} fy_tev_moves;

/* A material's formula. Equal nodes are the same node: numbers can be compared. */
typedef struct fy_tev {
    const ferry_gx_material *gx;
    fy_tev_node *nodes; /* FY_TEV_MAX_NODES */
    uint16_t count;
    uint16_t color, alpha; /* roots; an alpha formula has three equal components */
    bool overflow;         /* too many nodes: some terms read as zero */
    bool masked;           /* what is blended is 0 where the alpha compare fails (fy_tev_mask()) */
    fy_tev_moves moves;
} fy_tev;

/* What one pixel brings along. */
typedef struct fy_tev_inputs {
    uint8_t texels[FERRY_GX_MAX_STAGES]
                  [4];    /* by stage: what its texture order reads, before the swap table */
    uint8_t raster[2][4]; /* channels after lighting */
} fy_tev_inputs;

/* Building blocks of formulas, folding as they go (`x * 1`, `lerp(0, b, c)`, ...). */
uint16_t fy_tev_const(fy_tev *tev, double r, double g, double b);
uint16_t fy_tev_moving(fy_tev *tev, const double k[3], uint32_t moves);
uint16_t fy_tev_leaf(fy_tev *tev, const fy_tev_node *node);
uint16_t fy_tev_add(fy_tev *tev, uint16_t a, uint16_t b);
uint16_t fy_tev_sub(fy_tev *tev, uint16_t a, uint16_t b);
uint16_t fy_tev_mul(fy_tev *tev, uint16_t a, uint16_t b);
uint16_t fy_tev_lerp(fy_tev *tev, uint16_t a, uint16_t b, uint16_t c);
uint16_t fy_tev_along(fy_tev *tev, uint16_t a, uint16_t b, uint16_t c);

/* FY_TEV_WRAP, and FY_TEV_PASS. */
uint16_t fy_tev_wrap(fy_tev *tev, uint16_t a);
uint16_t fy_tev_pass(fy_tev *tev, uint16_t a);

/* FY_TEV_COVER or FY_TEV_PAINT. */
uint16_t fy_tev_painted(fy_tev *tev, fy_tev_op op, bool screens, const uint16_t light[2], uint16_t ground);

/* The values of these nodes: of `light` over `ground`, and on the line from b to c. */
double fy_tev_cover(const double light[3], const double ground[3], bool screens);
void fy_tev_paint(const double light[3], const double ground[3], bool screens, double out[3]);
double fy_tev_place(const double a[3], const double b[3], const double c[3]);

/* Whether a node is that constant in all components, at all times; and whether it is x * (1 - c), which is
 * lerp(x, 0, c). */
bool fy_tev_is_all(const fy_tev *tev, uint16_t at, double value);
bool fy_tev_is_inverse(const fy_tev *tev, uint16_t at);

/* A copy of formula `root`, built anew from the leaves up: map(user, tev, node) is called for each node, with
 * its arguments already mapped, and returns another node or the same. */
uint16_t fy_tev_replace(fy_tev *tev, uint16_t root, uint16_t (*map)(void *user, fy_tev *tev, uint16_t node),
                        void *user);

/* True if all three components of the formula are always the same. */
bool fy_tev_is_scalar(const fy_tev *tev, uint16_t root);

/* The value of a folded formula (no clamping but at the end), for inputs as fy_tev_run() takes them. A texel
 * is read from the first stage that reads the leaf's texture by its texgen. */
void fy_tev_value(const fy_tev *tev, uint16_t root, const fy_tev_inputs *inputs, double out[3]);

/* True if `test` holds for any leaf of the formula. */
bool fy_tev_any(const fy_tev *tev, uint16_t root, bool (*test)(const fy_tev_node *leaf, const void *user),
                const void *user);

/* Calls visit(leaf, user) for each leaf of the formula. */
void fy_tev_each(const fy_tev *tev, uint16_t root, void (*visit)(const fy_tev_node *leaf, void *user),
                 void *user);

/* Whether clips change a constant of the formula. */
bool fy_tev_moves_in(const fy_tev *tev, uint16_t root);

/* True if both formulas are built alike of the same leaves. */
bool fy_tev_same(const fy_tev *x, uint16_t a, const fy_tev *y, uint16_t b);

/* Marks the nodes 0 .. root that formula `root` is made of. */
void fy_tev_reach(const fy_tev *tev, uint16_t root, bool used[FY_TEV_MAX_NODES]);

#endif
