/* t3dm_reference_state.h: the state of the reference evaluator: what the source draws of one material on
 * sample pixels. */
#ifndef FERRY_SHADE_T3DM_REFERENCE_STATE_H
#define FERRY_SHADE_T3DM_REFERENCE_STATE_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_states.h"
#include "shade/t3dm_uv.h"
#include "view/survey.h"

#define FY_SAMPLES 384

/* More of them that combiners must not wrap around for: fully lit, with the brightest texels that are
 * found. */
#define FY_BRIGHT_SAMPLES 8

/* Sets of samples of a material that are remembered, if clips change it: some 70 KB each. */
#define FY_KNOWN_SAMPLES 14

/* Ambient light of the scene that differences are measured in; the rest comes from one directional light. */
#define FY_AMBIENT (50 / 255.0)

/* The range of what a mask compares, over samples; low = high: there is none. */
typedef struct fy_dissolve {
    double low, high;
} fy_dissolve;

/* One imagined pixel: texels, and the vertex with and without light. */
typedef struct fy_sample {
    fy_tev_inputs lit, plain;
    double towards;    /* how far it faces the directional light, 0..1 */
    uint8_t wanted[4]; /* what the source's machine draws */
    uint8_t ground[3]; /* what the frame buffer holds before, r g b */
    bool over;         /* that is of the model; else it may be anything */
    bool through;      /* of translucent parts of the model alone: it may be brighter */
    bool back;         /* a two-sided surface from behind: second draws leave it out */
    bool shows;        /* the source draws it: its alpha is not 0, and passes its alpha compare */
    float weight;      /* how much of it is seen, 0..1: not where an alpha test fails, less by translucency */
    float hidden;      /* how much of it a second draw covers, 0..1 */
} fy_sample;

/* How the console is to draw a material. */
typedef enum fy_draws { FY_DRAWS_OPAQUE, FY_DRAWS_CUTOUT, FY_DRAWS_MIXED } fy_draws;

/* What all texels of an image have in common; looked for once an image. */
typedef struct fy_image_summary {
    bool known;
    bool grey;        /* r = g = b */
    bool alpha_grey;  /* and a = r as well */
    uint8_t least[4]; /* of each component */
} fy_image_summary;

/* Texture coordinates of all vertices that a material is drawn with, where they are one. */
typedef struct fy_constant_uv_set {
    bool met, moves;          /* any vertex; it has no such set, or another place */
    ferry_vec2 at, low, high; /* of the first vertex; of all, where the set is there */
    bool wild;                /* some are missing, no numbers, or beyond all use */
} fy_constant_uv_set;

typedef struct fy_constant_uv {
    fy_constant_uv_set sets[FERRY_UV_SETS];
} fy_constant_uv;

/* Sums over the vertices that a material is drawn with, by which one set of coordinates follows from another:
 * products of (u, v, 1) with itself, and with another set's coordinates. Counted from an origin. */
typedef struct fy_related_sums {
    double own[FERRY_UV_SETS][3][3], shared[FERRY_UV_SETS][FERRY_UV_SETS][2][3];
    ferry_vec2 origins[FERRY_UV_SETS];
    uint32_t count, sets; /* vertices; sets that all of them have, by bit */
} fy_related_sums;

/* Sets that follow from set `by`, by bit, as functions of (u, v, 1). */
typedef struct fy_related_uv {
    uint32_t by, sets;
    double m[FERRY_UV_SETS][2][3];
} fy_related_uv;

/* The start of a block of memory that is kept up to the end of a material. */
typedef struct fy_kept {
    struct fy_kept *next;
} fy_kept;

/* What a material's formula is read as. A trial that changes it restores all of it. */
typedef struct fy_reference_mode {
    const fy_states *states; /* what clips make of the material; NULL: nothing */
    bool one_moment;         /* it follows them, but its formula is of one moment: constants are folded */
    fy_dissolve dissolve;    /* if it has a range, its mask is what the console compares (t3dm_dissolve.h) */
    const struct fy_composite *composite; /* t3dm_composite.h; NULL: none */
    const struct fy_split *split;         /* t3dm_split.h: the draw of two that this is; NULL: of one */
    bool full_light;                      /* ramps are what they are in full light */
    uint8_t at_vertices; /* slots of textures, by bit, that vertices hold (t3dm_vertex_texture.h) */
} fy_reference_mode;

/* All that one material's mapping needs to know; the nodes of `tev` are used for one material after the
 * other. */
typedef struct fy_reference {
    ferry_job *job;
    const ferry_scene *scene;
    const char *name; /* of the output, for messages; NULL: none */
    fy_reference_mode mode;
    /* with white in place of material colours that clips change: no vertex follows them */
    const ferry_gx_material *gx;
    const ferry_gx_material *shown; /* what the source draws instead, with other environment maps; NULL: gx */
    ferry_gx_material whitened;
    bool skinned; /* hangs on joints: a character rather than terrain */
    fy_tev tev;
    fy_fit_rules rules;
    fy_uv_map maps[FERRY_GX_MAX_TEXGENS + 1]; /* by texgen; the last for none */
    fy_sample *samples;                       /* FY_SAMPLES */
    const fy_survey *survey;                  /* of the model */
    const fy_seen_pixel *seen;                /* the pixels that the material is seen on */
    uint32_t seen_count;                      /* 0: samples are imagined */
    fy_tev_inputs *sources;                   /* FY_SAMPLES: what the source reads there; NULL: not kept */
    double drawn;                             /* samples that pass the alpha test; all, if none does */
    fy_sample bright[FY_BRIGHT_SAMPLES];
    fy_image_summary *images;                  /* of the scene; for all materials */
    fy_image_summary slots[FERRY_GX_MAX_MAPS]; /* of all pictures that a slot ever has */
    /* of a split, nodes: how many there were before; the whole formula, the part's, how much of the second
     * draw is seen */
    uint16_t unsplit, whole, part, cover;
    uint16_t cover_from; /* the least alpha, 1..255, of a second draw that is cut out; 0: it blends */
    uint16_t threshold;  /* of a cutout's texels; 0: not a cutout */
    uint16_t edge;       /* the threshold that they get, if it is another one; 0: it is not */
    bool keeps_textures; /* even those that show one colour: rules name them */
    uint32_t searches;   /* made for this model */
    bool thorough;       /* searches try several times as much */
    fy_draws draws;      /* how the console is to draw it */
    bool cuts;           /* the threshold is baked: alpha is all or nothing */
    fy_constant_uv constant_uv;
    fy_related_uv related;            /* of the texgens' maps: sets that are read as another one */
    struct fy_search_answer *answers; /* search/t3dm_search_memory.c */
    uint32_t answer_count, answer_capacity;
    struct fy_known_samples *known[FY_KNOWN_SAMPLES]; /* t3dm_sample_memory.c */
    unsigned next_known;
    fy_kept *solved; /* search/t3dm_solve_memory.c */
    unsigned solved_count;
    bool compares; /* the cutout comes from an alpha compare, not from blending */
} fy_reference;

/* Whether the console is to compare what a mask of the source compares. */
static inline bool fy_dissolves(const fy_reference *reference) {
    return reference->mode.dissolve.high > reference->mode.dissolve.low;
}

enum { FY_BRIGHT_COLORS = 4 };

/* The vertices that a material is drawn with. */
typedef struct fy_vertex_summary {
    ferry_color colors[2][32];
    unsigned count[2];                       /* 0: that set does not exist */
    ferry_color bright[2][FY_BRIGHT_COLORS]; /* with the most red, green, blue, and of all three */
    float min_alpha[2];
    bool skinned;
    fy_constant_uv constant_uv;
    fy_related_sums related; /* zeros: not looked for */
} fy_vertex_summary;

#endif
