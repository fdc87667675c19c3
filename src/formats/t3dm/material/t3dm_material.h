/*
 * t3dm_material.h: what the files of the material half share (docs/what-is-lost.md, "Materials").
 */
#ifndef FERRY_FORMATS_T3DM_MATERIAL_H
#define FERRY_FORMATS_T3DM_MATERIAL_H

#include "shade/t3dm_combiner.h"
#include "shade/t3dm_states.h"
#include "formats/t3dm/texture/t3dm_textures.h"

/* --------------------------------------------------------------------------------------- pixel modes */

typedef enum fy_alpha_test {
    FY_ALPHA_TEST_NONE,
    FY_ALPHA_TEST_INVISIBLE,
    FY_ALPHA_TEST_THRESHOLD
} fy_alpha_test;

/* The alpha compare as a threshold: alpha >= *threshold is drawn. *exact is false where the record asks for
 * something that no threshold can say. */
fy_alpha_test fy_t3dm_alpha_test(const ferry_gx_material *gx, uint16_t *threshold, bool *exact);

/* Whether the record draws a pixel of that alpha. */
bool fy_t3dm_alpha_passes(const ferry_gx_material *gx, uint8_t alpha);

typedef struct fy_t3dm_blend {
    bool drop; /* leaves the picture as it is, or cannot be shown in any way */
    bool translucent;
    uint32_t blender;
    bool opaque_alpha; /* alpha counts as 1 */
    bool cutout;       /* drawn where the texture's alpha is high */
    const char *asks;  /* what the console does not have and t3dm_blend.h is to find the nearest way for; NULL */
    const char *loss;  /* what else is not the same; NULL: nothing */
} fy_t3dm_blend;

fy_t3dm_blend fy_t3dm_blend_of(const ferry_gx_material *gx);

/* ------------------------------------------------------------------------------- texture coordinates */

typedef enum fy_uv_kind {
    FY_UV_NONE,
    FY_UV_SET,
    FY_UV_POSITION, /* in model space at rest */
    FY_UV_NORMAL,   /* the same: the light or the place decides, not the viewer */
    FY_UV_SPHERE,   /* the normal as the viewer sees it */
} fy_uv_kind;

typedef struct fy_uv_map {
    fy_uv_kind kind;
    uint32_t set;
    double m[3][4];   /* rows s, t and the divisor q of (u, v, 0, 1), or of the position or normal */
    const char *loss; /* what the texgen does that this does not; NULL: nothing */
} fy_uv_map;

fy_uv_map fy_t3dm_uv_map(const ferry_gx_material *gx, uint8_t texgen);

/* How texture B's coordinates follow from those of texture A on one axis: c' = c * 2^-shift - low, in texels.
 */
typedef struct fy_tile_step {
    int shift;
    double low;
} fy_tile_step;

/* False if no shift and offset does it. `size_a`, `size_b`: texels along the axis (0: s, 1: t). */
bool fy_t3dm_tile_step(const fy_uv_map *a, const fy_uv_map *b, int axis, uint32_t size_a, uint32_t size_b,
                       fy_tile_step *step);

/* What makes the console's spherical effect lay on a texture like an environment map. */
typedef struct fy_sphere {
    uint16_t width, height; /* what the effect takes for the texture's size */
    ferry_rdp_axis s, t;    /* shift, low, mirror and clamp only */
    bool turned[2];         /* s and t: the picture lies there the other way round, in a mirrored repeat */
    double error;           /* mean distance in texels over normals, in the middle of the screen */
} fy_sphere;

/* `map`: FY_UV_SPHERE. `size`, `wraps`: the texture's, s and t. */
fy_sphere fy_t3dm_sphere(const fy_uv_map *map, const uint32_t size[2], const ferry_wrap wraps[2],
                         bool filtered);

/* ------------------------------------------------------------------------------------------- shading */

#define FY_SAMPLES 384

/* More of them that combiners must not wrap around for: fully lit, with the brightest texels that are found. */
#define FY_BRIGHT_SAMPLES 8

/* Ambient light of the scene that differences are measured in; the rest comes from one directional light. */
#define FY_AMBIENT (50 / 255.0)

/* One imagined pixel: texels, and the vertex with and without light. */
typedef struct fy_sample {
    fy_tev_inputs lit, plain;
    double towards;    /* how far it faces the directional light, 0..1 */
    uint8_t wanted[4]; /* what the source's machine draws */
} fy_sample;

typedef struct fy_shading {
    fy_fit fit;
    uint64_t word;
    bool fitted;                     /* the very formula; else `changes` tells what became of it */
    double color_error, alpha_error; /* mean, in 255ths */
    char changes[192];
} fy_shading;

/* What all texels of an image have in common; looked for once an image. */
typedef struct fy_image_facts {
    bool known;
    bool grey;        /* r = g = b */
    bool alpha_grey;  /* and a = r as well */
    uint8_t least[4]; /* of each component */
} fy_image_facts;

/* Texture coordinates of all vertices that a material is drawn with, where they are one. */
typedef struct fy_flat_set {
    bool met, moves; /* any vertex; it has no such set, or another place */
    ferry_vec2 at, low, high; /* of the first vertex; of all, where the set is there */
    bool wild;                /* some are missing, no numbers, or beyond all use */
} fy_flat_set;

typedef struct fy_flat {
    fy_flat_set sets[FERRY_UV_SETS];
} fy_flat;

/* All that one material's mapping needs to know; the nodes of `tev` are used for one material after the
 * other. */
typedef struct fy_shader {
    ferry_job *job;
    const ferry_scene *scene;
    const char *name; /* of the output, for messages; NULL: none */
    const fy_states *states; /* what clips make of the material; NULL: nothing */
    const ferry_gx_material *gx; /* with white in place of material colours that clips change: no vertex follows them */
    ferry_gx_material whitened;
    bool skinned; /* hangs on joints: a character rather than terrain */
    fy_tev tev;
    fy_fit_rules rules;
    fy_uv_map maps[FERRY_GX_MAX_TEXGENS + 1]; /* by texgen; the last for none */
    fy_sample *samples;                       /* FY_SAMPLES */
    fy_sample bright[FY_BRIGHT_SAMPLES];
    fy_image_facts *images;                   /* of the scene; for all materials */
    fy_image_facts slots[FERRY_GX_MAX_MAPS];  /* of all pictures that a slot ever has */
    const struct fy_composite *composite;     /* t3dm_composite.h; NULL: none */
    uint16_t threshold;                       /* of a cutout's texels; 0: not a cutout */
    uint32_t searches;                        /* made for this model */
    bool cuts;                                /* the threshold is baked: alpha is all or nothing */
    fy_flat flat;
    bool compares;                            /* the cutout comes from an alpha compare, not from blending */
} fy_shader;

/* The vertices that a material is drawn with. */
typedef struct fy_vertex_facts {
    ferry_color colors[2][32];
    unsigned count[2]; /* 0: that set does not exist */
    float min_alpha[2];
    bool skinned;
    fy_flat flat;
} fy_vertex_facts;

/* Takes a mesh into account that the material is drawn with; `min_alpha` begins at 1. */
void fy_vertex_facts_learn(const ferry_mesh *mesh, fy_vertex_facts *facts);

/* Folds the formula of `gx`, which is the material at rest or another of its states, and prepares samples. One material
 * after the other; fy_shader_end() after the last. Coordinates and pairs are those at rest. */
bool fy_shader_start(fy_shader *shader, const ferry_gx_material *gx, const fy_vertex_facts *facts);

/* FY_SAMPLES samples of another state than the one that was started with. */
void fy_shader_fill(const fy_shader *shader, const ferry_gx_material *state, const fy_vertex_facts *facts,
                    fy_sample *samples);

/* Gives the memory back, but for what was learned of images. */
void fy_shader_end(fy_shader *shader);

/* Finds a combiner for colour formula `color` and alpha formula `alpha` (FY_TEV_NONE: free). Never fails. */
void fy_shader_solve(fy_shader *shader, uint16_t color, uint16_t alpha, fy_shading *shading);

/* A sample's texel as a texture slot shows it; components that the slot does not read are 255. */
void fy_shader_texel(const fy_shader *shader, const fy_fit_texture *texture, const fy_sample *sample,
                     uint8_t out[4]);

/* What the combiner reads for a sample. */
void fy_shader_inputs(const fy_shader *shader, const fy_fit *fit, const fy_sample *sample, fy_rdp_inputs *inputs);

/* The console's pixel for a sample. */
void fy_shader_pixel(const fy_shader *shader, const fy_fit *fit, uint64_t word, const fy_sample *sample,
                     uint8_t out[4]);

/* Mean differences of all samples to the source, of 255: of colours, and of alphas, where a cutout's are drawn or not. */
void fy_shader_measure(const fy_shader *shader, const fy_fit *fit, uint64_t word, double *color, double *alpha);

/* Whether the source draws a pixel of a cutout with that alpha. */
bool fy_shader_draws(const fy_shader *shader, uint8_t alpha);

/* What the one light of the samples makes of a white vertex that faces it so far, 0..1. */
double fy_shader_light(double towards);

fy_uv_map *fy_shader_map(fy_shader *shader, uint8_t texgen);

/* Of the pictures in a texture slot; NULL: there is none. After fy_shader_start(). */
const fy_image_facts *fy_shader_image(const fy_shader *shader, uint8_t map);

#endif
