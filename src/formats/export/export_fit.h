/*
 * export_fit.h: a texture times vertex colours times a factor that differs least from what a machine draws,
 * over imagined pixels (docs/formats/gltf.md, "Materials"; docs/what-is-lost.md, "How differences are
 * measured").
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_FIT_H
#define FERRY_FORMATS_EXPORT_EXPORT_FIT_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "formats/export/export.h"
#include "shade/t3dm_reference_state.h"

/* What may be the texture: what a stage or a tile reads, or a picture baked of all. */
enum { FY_EXPORT_BAKED = FERRY_GX_MAX_STAGES, FY_EXPORT_SOURCES };

/* What is told: a mean difference, in 255ths. */
#define FY_EXPORT_SEEN 1.5

struct fy_export_sample {
    uint8_t wanted[4]; /* what the machine draws */
    uint8_t texels[FY_EXPORT_SOURCES][4];
    uint8_t colors[2][4]; /* of the vertex, without light */
    double light;         /* that falls on it, 0..1 */
};

typedef struct fy_export_fit {
    fy_export_sample *samples; /* FY_SAMPLES */
    bool lit;
    ferry_alpha_mode alpha_mode;
    double cutoff;   /* 255ths; of a cutout */
    bool drawn[256]; /* by the alpha that the machine has; of a cutout */
} fy_export_fit;

/* Factors by least squares for the texture and the colours of `way`, and what is left. */
void fy_export_fit_solve(const fy_export_fit *fit, fy_export_candidate *candidate);

/* Takes `source` with the vertex colours that there are, if one such way is nearer than `best` by what it
 * costs. `has_vertex_colors`: by set, whether the vertices have colours, and alphas, that count. */
void fy_export_fit_try(const fy_export_fit *fit, uint32_t source, bool has_vertex_colors[FERRY_COLOR_SETS][2],
                       fy_export_candidate *best);

/* One material at hand. */
typedef struct fy_export_fitter {
    fy_export *e;
    fy_reference *reference; /* of the GameCube */
    uint32_t material;
    const ferry_material *from;
    const uint32_t *draws; /* that have the material */
    uint32_t draw_count;
    fy_vertex_summary facts;
    fy_export_fit fit;
    fy_export_surface *surface; /* holds the summary */
    const char *path;
} fy_export_fitter;

/* Tells by how much the surface differs, if that is seen. */
void fy_export_report_fit(const fy_export_fitter *f);

/* Makes a candidate the surface. */
void fy_export_take_candidate(fy_export_surface *surface, const fy_export_candidate *candidate);

#endif
