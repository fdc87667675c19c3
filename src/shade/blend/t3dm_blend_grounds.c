/* t3dm_blend_grounds.c: see t3dm_blend_grounds.h. */
#include "shade/blend/t3dm_blend_grounds.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"

/* Grounds that a pixel may be seen before where the model has nothing behind it. The brightest is nearly
 * white: a sum that wraps around there turns a glow before the sky into dark blotches. */
static const uint8_t grounds[FY_BLEND_GROUNDS] = {51, 102, 128, 153, 250};

/* Mean grounds count most: they are the likeliest. */
const double fy_blend_weights[FY_BLEND_GROUNDS] = {.1, .2, .35, .2, .15};

void fy_blend_ground(const fy_sample *sample, int number, uint8_t out[3]) {
    const uint8_t any = grounds[number];
    bool lifts = sample->through && number == FY_BLEND_GROUNDS - 1; /* light before the brightest ground */
    for (int k = 0; k < 3; k++) {
        out[k] = sample->over ? sample->ground[k] : any;
        if (lifts && out[k] < any) out[k] = any;
    }
}

bool fy_blend_ignores_alpha(const fy_reference *reference) {
    const ferry_gx_material *gx = reference->gx;
    return gx->blend_mode == FERRY_GX_BLEND_SUBTRACT || gx->blend_src == FERRY_GX_FACTOR_ONE;
}

static fy_blend_light light_of(const fy_reference *reference, const fy_sample *sample) {
    fy_blend_light l = {.alpha = fy_blend_ignores_alpha(reference) ? 1 : sample->wanted[3] / 255.0,
                        .darkness = 1};
    /* Without its alpha there is none that the console could compare: what fails is drawn, and differs. */
    if (!fy_blend_ignores_alpha(reference) && !fy_gx_alpha_passes(reference->gx, sample->wanted[3]))
        return (fy_blend_light){0};
    for (int k = 0; k < 3; k++) {
        l.color[k] = sample->wanted[k] / 255.0;
        l.source[k] = l.color[k] * l.alpha;
        l.darkness -= sample->wanted[k] / 765.0;
    }
    l.brightness = fy_blend_largest(l.source);
    return l;
}

static double between(const fy_blend_colors *colors, int k, double place) {
    return colors->weak[k] + (colors->strong[k] - colors->weak[k]) * place;
}

static double painted_color(const fy_blend_candidate *as, const fy_blend_light *l, int k) {
    const fy_blend_colors *colors = &as->colors;
    double color[3];
    fy_tev_paint(l->source, colors->ground, colors->screens, color);
    if (as->recolored) return color[k];
    return between(colors, k, fy_tev_place(color, colors->weak, colors->strong));
}

double fy_blend_alpha_of(const fy_blend_candidate *as, const fy_blend_light *l) {
    if (as->method == FY_BLEND_PAINTED) return fy_tev_cover(l->source, as->colors.ground, as->colors.screens);
    if (as->method == FY_BLEND_EVEN) return as->share;
    return fmin(1, as->share * (as->method == FY_BLEND_FILTERED ? l->darkness : l->brightness));
}

double fy_blend_color_of(const fy_blend_candidate *as, const fy_blend_light *l, int k) {
    if (as->method == FY_BLEND_PAINTED) return painted_color(as, l, k);
    if (as->turns) return between(&as->colors, k, l->brightness);
    return as->tinted ? fmin(1, as->hue[k] * l->color[k]) : as->hue[k];
}

/* What a candidate draws of a sample, the same over all grounds. */
typedef struct drawn {
    double light[3], through; /* what it adds, and the share of the ground that stays */
} drawn;

static drawn draw(const fy_blend_candidate *as, const fy_blend_light *l) {
    drawn d = {{l->source[0], l->source[1], l->source[2]}, 1 - l->alpha};
    if (as->method == FY_BLEND_MIXED || as->method == FY_BLEND_ADDED) return d;
    const double alpha = fy_blend_alpha_of(as, l);
    for (int k = 0; k < 3; k++) d.light[k] = fy_blend_color_of(as, l, k) * alpha;
    d.through = 1 - alpha;
    return d;
}

static double blended(const fy_blend_candidate *as, const drawn *d, int k, double ground) {
    const double sum = d->light[k] + ground;
    if (as->method == FY_BLEND_ADDED) return sum > 1 ? sum - 1 : sum;
    return d->light[k] + ground * d->through;
}

void fy_blend_source(const fy_reference *reference, const fy_sample *sample, const uint8_t ground[3],
                     double out[3]) {
    uint8_t there[4] = {ground[0], ground[1], ground[2], 255};
    if (fy_gx_alpha_passes(reference->gx, sample->wanted[3]))
        fy_gx_blend(reference->gx, sample->wanted, there);
    for (int k = 0; k < 3; k++) out[k] = there[k] / 255.0;
}

const fy_blend_view *fy_blend_view_all(const fy_reference *reference) {
    fy_blend_view *views = ferry_new(reference->job, fy_blend_view, FY_SAMPLES);
    for (unsigned i = 0; views && i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference->samples[i];
        views[i].light = light_of(reference, sample);
        for (int g = 0; g < FY_BLEND_GROUNDS; g++) {
            uint8_t ground[3];
            fy_blend_ground(sample, g, ground);
            fy_blend_source(reference, sample, ground, views[i].wanted[g]);
            for (int k = 0; k < 3; k++) views[i].ground[g][k] = ground[k] / 255.0;
        }
    }
    return views;
}

double fy_blend_error_up_to(const fy_blend_view *views, const fy_blend_candidate *as, double enough) {
    double sum = 0;
    for (unsigned i = 0; i < FY_SAMPLES && sum * 255 / (FY_SAMPLES * 3) < enough; i++) {
        const drawn d = draw(as, &views[i].light);
        for (int g = 0; g < FY_BLEND_GROUNDS; g++)
            for (int k = 0; k < 3; k++)
                sum += fy_blend_weights[g] *
                       fabs(views[i].wanted[g][k] - blended(as, &d, k, views[i].ground[g][k]));
    }
    return sum * 255 / (FY_SAMPLES * 3);
}

double fy_blend_error(const fy_blend_view *views, const fy_blend_candidate *as) {
    return fy_blend_error_up_to(views, as, HUGE_VAL);
}

void fy_blend_want_colors(fy_reference *reference, const uint8_t alphas[FY_SAMPLES]) {
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        fy_sample *sample = &reference->samples[i];
        const double alpha = fmax(alphas[i], 1) / 255;
        double mean[3] = {0};
        for (int g = 0; g < FY_BLEND_GROUNDS; g++) {
            uint8_t ground[3];
            double wanted[3];
            fy_blend_ground(sample, g, ground);
            fy_blend_source(reference, sample, ground, wanted);
            for (int k = 0; k < 3; k++)
                mean[k] += fy_blend_weights[g] * (wanted[k] - ground[k] / 255.0 * (1 - alpha));
        }
        for (int k = 0; k < 3; k++) sample->wanted[k] = fy_unit_byte(mean[k] / alpha);
        sample->wanted[3] = sample->shows ? alphas[i] : 0;
    }
}

void fy_blend_want_candidate(fy_reference *reference, const fy_blend_candidate *as) {
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        fy_blend_light l = light_of(reference, &reference->samples[i]);
        for (int k = 0; k < 3; k++)
            reference->samples[i].wanted[k] = fy_unit_byte(fy_blend_color_of(as, &l, k));
        reference->samples[i].wanted[3] = fy_unit_byte(fy_blend_alpha_of(as, &l));
    }
}
