/*
 * t3dm_blend_grounds.h: what candidates for a blend make of the samples over dark and bright grounds, and how
 * that differs from what the GameCube makes of them.
 */
#ifndef FERRY_SHADE_BLEND_T3DM_BLEND_GROUNDS_H
#define FERRY_SHADE_BLEND_T3DM_BLEND_GROUNDS_H

#include "machine/gx/gx_tev_formula.h"
#include "shade/blend/t3dm_blend_method.h"
#include "shade/t3dm_reference_state.h"

enum { FY_BLEND_GROUNDS = 5 };

/* How much each ground counts; 1 together. */
extern const double fy_blend_weights[FY_BLEND_GROUNDS];

/* What is drawn over a ground: colour, colour times alpha, alpha, and how strong that is. */
typedef struct fy_blend_light {
    double color[3], source[3], alpha, brightness, darkness;
} fy_blend_light;

/* A way to draw with its numbers. Translucency has an alpha that is a share of the light's strength, and as
 * its colour one hue, or the light's own colour times one, or what goes from one colour to another. */
typedef struct fy_blend_candidate {
    fy_blend_method method;
    bool tinted, turns; /* its own colour times `hue`; between `colors` by its brightness; else just `hue` */
    double hue[3], share;
    fy_blend_colors colors; /* of hues that turn, and of painted light */
    bool recolored; /* painted light in colours of another state, which need not lie between `colors` */
} fy_blend_candidate;

/* A sample over all grounds: asked for again and again, for each way and share. */
typedef struct fy_blend_view {
    fy_blend_light light;
    double ground[FY_BLEND_GROUNDS][3], wanted[FY_BLEND_GROUNDS][3]; /* before it is drawn, and after that */
} fy_blend_view;

/* Whether the source blends without its alpha. */
bool fy_blend_ignores_alpha(const fy_reference *reference);

/* The ground of that number, 0 to FY_BLEND_GROUNDS - 1, that a sample is seen before. */
void fy_blend_ground(const fy_sample *sample, int number, uint8_t out[3]);

/* What the GameCube makes of a ground. */
void fy_blend_source(const fy_reference *reference, const fy_sample *sample, const uint8_t ground[3],
                     double out[3]);

/* All samples over all grounds. NULL at the memory limit. */
const fy_blend_view *fy_blend_view_all(const fy_reference *reference);

/* The alpha and a component of the colour that a candidate with an alpha of its own draws. */
double fy_blend_alpha_of(const fy_blend_candidate *as, const fy_blend_light *l);
double fy_blend_color_of(const fy_blend_candidate *as, const fy_blend_light *l, int k);

/* Mean difference over all grounds by their weights, in 255ths. */
double fy_blend_error(const fy_blend_view *views, const fy_blend_candidate *as);

/* The same, not to its end once it is `enough`: no more is asked for. */
double fy_blend_error_up_to(const fy_blend_view *views, const fy_blend_candidate *as, double enough);

/* From now on the samples want the colour and the alpha of a candidate that has an alpha of its own. */
void fy_blend_want_candidate(fy_reference *reference, const fy_blend_candidate *as);

/* The same of any alphas, where the source shows anything: each sample wants the colour that comes nearest
 * with its own over all grounds. */
void fy_blend_want_colors(fy_reference *reference, const uint8_t alphas[FY_SAMPLES]);

static inline double fy_blend_largest(const double k[3]) {
    double most = k[0] > k[1] ? k[0] : k[1];
    return k[2] > most ? k[2] : most;
}

/* A constant colour as a node. */
static inline uint16_t fy_blend_constant(fy_tev *tev, const double k[3]) {
    return fy_tev_const(tev, k[0], k[1], k[2]);
}

static inline double fy_blend_within(double value) {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

#endif
