/* export_fit.c: see export_fit.h. */
#include "formats/export/export_fit.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/export/export.h"
#include "shade/t3dm_reference_state.h"

/* What the choice before may differ more by, in 255ths: a simpler one, one without a picture of its own, one
 * with a texture. */
#define TEXTURED_GAIN .5
#define BAKE_GAIN 4
#define PLAIN_GAIN 12

static double unit(double value) {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

static void candidate_color(const fy_export_fit *fit, const fy_export_candidate *candidate,
                            const fy_export_sample *sample, double out[4]) {
    for (int k = 0; k < 4; k++) {
        out[k] = candidate->source < FY_EXPORT_SOURCES ? sample->texels[candidate->source][k] / 255.0 : 1;
        bool baked =
            candidate->colors != FERRY_NONE && (k < 3 ? candidate->color_rgb : candidate->color_alpha);
        if (baked) out[k] *= sample->colors[candidate->colors][k] / 255.0;
        if (k < 3 && fit->lit) out[k] *= sample->light;
    }
}

static void solve_factor(const fy_export_fit *fit, fy_export_candidate *candidate) {
    double product[4] = {0, 0, 0, 0}, square[4] = {0, 0, 0, 0};
    for (int i = 0; i < FY_SAMPLES; i++) {
        const fy_export_sample *sample = &fit->samples[i];
        double own[4];
        candidate_color(fit, candidate, sample, own);
        for (int k = 0; k < 4; k++) {
            product[k] += own[k] * (sample->wanted[k] / 255.0);
            square[k] += own[k] * own[k];
        }
    }
    for (int k = 0; k < 4; k++) candidate->factor[k] = square[k] > 0 ? unit(product[k] / square[k]) : 1;
}

/* Of a cutout what counts is whether pixels are drawn, and of these the colours. */
static void measure_candidate(const fy_export_fit *fit, fy_export_candidate *candidate) {
    double color = 0, alpha = 0;
    uint32_t seen = 0;
    for (int i = 0; i < FY_SAMPLES; i++) {
        const fy_export_sample *sample = &fit->samples[i];
        double own[4];
        candidate_color(fit, candidate, sample, own);
        for (int k = 0; k < 4; k++) own[k] = fy_unit_byte(unit(own[k] * candidate->factor[k]));
        bool cut = fit->alpha_mode == FERRY_ALPHA_CUTOUT;
        bool wanted = !cut || fit->drawn[sample->wanted[3]];
        bool drawn = !cut || own[3] >= fy_round(fit->cutoff);
        alpha += cut ? 255 * (wanted != drawn) : fabs(own[3] - sample->wanted[3]);
        if (!wanted) continue;
        seen++;
        for (int k = 0; k < 3; k++) color += fabs(own[k] - sample->wanted[k]) / 3;
    }
    candidate->color_error = seen ? color / seen : 0;
    candidate->alpha_error = fit->alpha_mode == FERRY_ALPHA_OPAQUE ? 0 : alpha / FY_SAMPLES;
}

void fy_export_fit_solve(const fy_export_fit *fit, fy_export_candidate *candidate) {
    solve_factor(fit, candidate);
    measure_candidate(fit, candidate);
}

static void try_candidate(const fy_export_fit *fit, fy_export_candidate *best,
                          fy_export_candidate candidate) {
    fy_export_fit_solve(fit, &candidate);
    double error = candidate.color_error + candidate.alpha_error,
           least = best->color_error + best->alpha_error;
    double gain = candidate.source == best->source || candidate.source < FY_EXPORT_BAKED ? TEXTURED_GAIN
                  : candidate.source == FY_EXPORT_BAKED                                  ? BAKE_GAIN
                                                                                         : PLAIN_GAIN;
    if (!(error < least - gain)) return;
    *best = candidate;
}

void fy_export_fit_try(const fy_export_fit *fit, uint32_t source, bool has_vertex_colors[FERRY_COLOR_SETS][2],
                       fy_export_candidate *best) {
    fy_export_candidate candidate = {.source = source, .colors = FERRY_NONE};
    try_candidate(fit, best, candidate);
    for (uint32_t set = 0; set < FERRY_COLOR_SETS; set++)
        for (unsigned parts = 1; parts < 4; parts++) {
            candidate.colors = set;
            candidate.color_rgb = parts & 1;
            candidate.color_alpha = parts >> 1;
            if ((!candidate.color_rgb || has_vertex_colors[set][0]) &&
                (!candidate.color_alpha || has_vertex_colors[set][1]))
                try_candidate(fit, best, candidate);
        }
}

void fy_export_take_candidate(fy_export_surface *surface, const fy_export_candidate *candidate) {
    surface->candidate = *candidate;
    surface->fitted = true;
    surface->colors = candidate->colors;
    surface->color_rgb = candidate->color_rgb;
    surface->color_alpha = candidate->color_alpha;
    surface->factor = (ferry_color){(float)candidate->factor[0], (float)candidate->factor[1],
                                    (float)candidate->factor[2], (float)candidate->factor[3]};
}

void fy_export_report_fit(const fy_export_fitter *f) {
    const fy_export_candidate *by = &f->surface->candidate;
    if (by->color_error <= FY_EXPORT_SEEN && by->alpha_error <= FY_EXPORT_SEEN) return;
    ferry_say(f->e->job, FERRY_LOSS, "gltf.material", f->e->file, f->path,
              "approximated by %s%s%s: mean difference in colour %.1f/255, in alpha %.1f/255",
              by->source == FERRY_NONE        ? "a colour"
              : by->source == FY_EXPORT_BAKED ? "a baked picture times a colour"
                                              : "one texture times a colour",
              by->colors == FERRY_NONE ? "" : " times vertex colours", f->fit.lit ? ", lit" : "",
              by->color_error, by->alpha_error);
}
