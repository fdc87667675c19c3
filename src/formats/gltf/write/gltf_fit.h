/*
 * gltf_fit.h: a texture times vertex colours times a factor that differs least from what a machine draws,
 * over imagined pixels (docs/formats/gltf.md, "Materials"; docs/what-is-lost.md, "How differences are
 * measured").
 */
#ifndef FERRY_FORMATS_GLTF_FIT_H
#define FERRY_FORMATS_GLTF_FIT_H

#include "formats/gltf/write/gltf_writer.h"
#include "formats/t3dm/material/t3dm_material.h"

/* What may be the texture: what a stage or a tile reads, or a picture baked of all. */
enum { FY_GLTF_BAKED = FERRY_GX_MAX_STAGES, FY_GLTF_SOURCES };

/* What is told: a mean difference, in 255ths. */
#define FY_GLTF_SEEN 1.5

struct fy_gltf_sample {
    uint8_t wanted[4]; /* what the machine draws */
    uint8_t texels[FY_GLTF_SOURCES][4];
    uint8_t colors[2][4]; /* of the vertex, without light */
    double light;         /* that falls on it, 0..1 */
};

typedef struct fy_gltf_fit {
    fy_gltf_sample *samples; /* FY_SAMPLES */
    bool lit;
    ferry_alpha_mode alpha_mode;
    double cutoff;   /* 255ths; of a cutout */
    bool drawn[256]; /* by the alpha that the machine has; of a cutout */
} fy_gltf_fit;

/* Factors by least squares for the texture and the colours of `way`, and what is left. */
void fy_gltf_fit_solve(const fy_gltf_fit *fit, fy_gltf_way *way);

/* Takes `source` with the vertex colours that there are, if one such way is nearer than `best` by what it
 * costs. `paints`: by set, whether the vertices have colours, and alphas, that count. */
void fy_gltf_fit_try(const fy_gltf_fit *fit, uint32_t source, bool paints[FERRY_COLOR_SETS][2],
                     fy_gltf_way *best);

/* -------------------------------------------------------------------------------------------- machines */

/* One material at hand. */
typedef struct fy_gltf_fitter {
    fy_gltf *g;
    fy_shader *shader; /* of the GameCube */
    uint32_t material;
    const ferry_material *from;
    const uint32_t *draws; /* that have the material */
    uint32_t draw_count;
    fy_vertex_facts facts;
    fy_gltf_fit fit;
    fy_gltf_look *look; /* holds the summary */
    const char *path;
} fy_gltf_fitter;

/* Replaces the look by the one that differs least; what is left is told. False: an error was said. */
bool fy_gltf_fit_gx(fy_gltf_fitter *f);
bool fy_gltf_fit_rdp(fy_gltf_fitter *f);

/* Readies `f` to take up moments of a material that was fitted before. */
bool fy_gltf_resume_gx(fy_gltf_fitter *f);

/* Samples of a moment's state. */
void fy_gltf_fill_gx(fy_gltf_fitter *f, const ferry_gx_material *state);
void fy_gltf_fill_rdp(fy_gltf_fitter *f, const ferry_rdp_material *state);

/* From coordinates of vertices to those of the look's texture, at a moment. False: the look has none that
 * moves. */
bool fy_gltf_map_gx(const fy_gltf_look *look, const ferry_gx_material *state, double to[2][3]);
bool fy_gltf_map_rdp(const fy_gltf_look *look, const ferry_rdp_material *state, double to[2][3]);

/* gltf_material.c: a fitter for material `number`, which stands for `shader`'s job. False at the memory
 * limit. */
bool fy_gltf_open_fitter(fy_gltf *g, fy_shader *shader, uint32_t number, fy_gltf_fitter *f);

#endif
