/*
 * t3dm_composite.h: one picture in place of several textures that lie on one set of texture coordinates, or
 * that are environment maps (docs/what-is-lost.md, "Composites").
 */
#ifndef FERRY_SHADE_T3DM_COMPOSITE_H
#define FERRY_SHADE_T3DM_COMPOSITE_H

#include "ferry64.h"
#include "machine/gx/gx_shader.h"
#include "shade/t3dm_reference_state.h"

/* In place of a set: the coordinates of the console's spherical effect, which follow from the normal as the
 * viewer sees it. */
enum { FY_COMPOSITE_SPHERE = FERRY_UV_SETS };

/* The part of the plane of texture coordinates that a picture shows: from[i] to from[i] + size[i]. */
typedef struct fy_composite_window {
    double from[2], size[2];
    bool repeats[2]; /* it is a period of what is shown; else all that the material's vertices reach */
} fy_composite_window;

/* What a picture is made of: the texture in a slot, and the texgen that it is looked up by. */
typedef struct fy_composite_layer {
    uint8_t map, texgen;
} fy_composite_layer;

enum { FY_COMPOSITE_LAYERS = FERRY_GX_MAX_STAGES + 4 };

typedef struct fy_composite {   /* of an fy_reference */
    ferry_gx_material gx;       /* as it was, and a last stage that passes on and reads the picture */
    const fy_gx_shader *source; /* what the stages read without it */
    uint8_t map, texgen;        /* of the picture */
    uint32_t set;               /* of texture coordinates, or FY_COMPOSITE_SPHERE */
    bool needs_alpha, grey;     /* as the parts were found */
    uint32_t reads;             /* of the parts */
    bool fixed;                 /* as of the parts */
    double difference;          /* of the material with the picture from the source, of 255 */
    unsigned matrices;          /* by which they could move apart, see fy_composite_matrices() */
    double stored;              /* what texture memory keeps from being seen of the picture, of 255 */
    fy_composite_window window;
    double reach[2]; /* how far from 0 the vertices' coordinates go along either axis */
    fy_composite_layer layers[FY_COMPOSITE_LAYERS]; /* what shifts others counts as one of them */
    unsigned layer_count;
} fy_composite;

/* The largest parts of a formula that follow textures on one set of coordinates alone. FY_TEV_NONE: none. */
typedef struct fy_composite_parts {
    uint16_t color, alpha; /* what is to be seen in the picture's colour and in its alpha */
    uint32_t set;          /* or FY_COMPOSITE_SPHERE */
    uint32_t reads;        /* different texture orders in them; an indirect one counts as two */
    /* one of them follows the light or the viewer, too: it is drawn as in mean light and in the middle of the
     * screen */
    bool fixed;
} fy_composite_parts;

/* False if there are none, or more than one picture could hold. `needs_alpha`: the alpha formula counts.
 * `grey`: only parts without a hue, which colours of the combiner are mixed by. After
 * fy_reference_start(). */
bool fy_composite_find(const fy_reference *reference, bool needs_alpha, bool grey, fy_composite_parts *parts);

/* The slot of the only picture that the parts read; FERRY_GX_MAX_MAPS: there are several, or it
 * is shifted. */
uint8_t fy_composite_only(const fy_reference *reference, const fy_composite_parts *parts);

/* The different texture orders that parts read. */
typedef struct fy_composite_reads {
    const fy_tev_node *seen[FERRY_GX_MAX_STAGES];
    unsigned count;
    bool indirect, fixed; /* one of them is shifted; follows something else than coordinates */
} fy_composite_reads;

/* Collects what the parts of a composite read. */
fy_composite_reads fy_composite_reads_of(const fy_reference *reference, const fy_composite_parts *parts);

/* Where coordinates of that set, or FY_COMPOSITE_SPHERE, come from. */
fy_tev_source fy_composite_source(uint32_t set);

/* How many indirect orders shift what is read: 0 to 4. */
unsigned fy_composite_indirect_count(const ferry_gx_material *gx);

/* `to->gx` of `from`, whose texture slots that nothing reads are FERRY_NONE, with texture `texture`. False:
 * there is no stage, slot, texgen or matrix left. */
bool fy_composite_fill_in(const ferry_gx_material *from, const fy_composite_parts *parts,
                          const fy_composite_window *window, uint32_t texture, fy_composite *to);

/* Puts the picture into the formulas of a reference evaluator that was started with
 * `reference->mode.composite`. */
void fy_composite_substitute(fy_reference *reference);

#endif
