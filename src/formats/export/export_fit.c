/* export_fit.c: see export_fit.h. */
#include "formats/export/export_fit.h"

#include <math.h>

#include "ferry64.h"
#include "core/base/maths.h"
#include "formats/export/export.h"
#include "shade/t3dm_reference_state.h"

/* What the choice before may differ more by, in 255ths: a simpler one, one without a picture of its own, one
 * with a texture. */
#define GAIN .5
#define BAKE_GAIN 4
#define PLAIN_GAIN 12

static double unit(double value) {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

static void way_color(const fy_export_fit *fit, const fy_export_way *way, const fy_export_sample *sample,
                      double out[4]) {
    for (int k = 0; k < 4; k++) {
        out[k] = way->source < FY_EXPORT_SOURCES ? sample->texels[way->source][k] / 255.0 : 1;
        bool painted = way->colors != FERRY_NONE && (k < 3 ? way->color_rgb : way->color_alpha);
        if (painted) out[k] *= sample->colors[way->colors][k] / 255.0;
        if (k < 3 && fit->lit) out[k] *= sample->light;
    }
}

static void solve_factor(const fy_export_fit *fit, fy_export_way *way) {
    double product[4] = {0, 0, 0, 0}, square[4] = {0, 0, 0, 0};
    for (int i = 0; i < FY_SAMPLES; i++) {
        const fy_export_sample *sample = &fit->samples[i];
        double own[4];
        way_color(fit, way, sample, own);
        for (int k = 0; k < 4; k++) {
            product[k] += own[k] * (sample->wanted[k] / 255.0);
            square[k] += own[k] * own[k];
        }
    }
    for (int k = 0; k < 4; k++) way->factor[k] = square[k] > 0 ? unit(product[k] / square[k]) : 1;
}

/* Of a cutout what counts is whether pixels are drawn, and of these the colours. */
static void measure_way(const fy_export_fit *fit, fy_export_way *way) {
    double color = 0, alpha = 0;
    uint32_t seen = 0;
    for (int i = 0; i < FY_SAMPLES; i++) {
        const fy_export_sample *sample = &fit->samples[i];
        double own[4];
        way_color(fit, way, sample, own);
        for (int k = 0; k < 4; k++) own[k] = fy_unit_byte(unit(own[k] * way->factor[k]));
        bool cut = fit->alpha_mode == FERRY_ALPHA_CUTOUT;
        bool wanted = !cut || fit->drawn[sample->wanted[3]];
        bool drawn = !cut || own[3] >= fy_round(fit->cutoff);
        alpha += cut ? 255 * (wanted != drawn) : fabs(own[3] - sample->wanted[3]);
        if (!wanted) continue;
        seen++;
        for (int k = 0; k < 3; k++) color += fabs(own[k] - sample->wanted[k]) / 3;
    }
    way->color_error = seen ? color / seen : 0;
    way->alpha_error = fit->alpha_mode == FERRY_ALPHA_OPAQUE ? 0 : alpha / FY_SAMPLES;
}

void fy_export_fit_solve(const fy_export_fit *fit, fy_export_way *way) {
    solve_factor(fit, way);
    measure_way(fit, way);
}

static void try_way(const fy_export_fit *fit, fy_export_way *best, fy_export_way way) {
    fy_export_fit_solve(fit, &way);
    double error = way.color_error + way.alpha_error, least = best->color_error + best->alpha_error;
    double gain = way.source == best->source || way.source < FY_EXPORT_BAKED ? GAIN
                  : way.source == FY_EXPORT_BAKED                            ? BAKE_GAIN
                                                                             : PLAIN_GAIN;
    if (!(error < least - gain)) return;
    *best = way;
}

void fy_export_fit_try(const fy_export_fit *fit, uint32_t source,
                       bool vertex_color_groups[FERRY_COLOR_SETS][2], fy_export_way *best) {
    fy_export_way way = {.source = source, .colors = FERRY_NONE};
    try_way(fit, best, way);
    for (uint32_t set = 0; set < FERRY_COLOR_SETS; set++)
        for (unsigned parts = 1; parts < 4; parts++) {
            way.colors = set;
            way.color_rgb = parts & 1;
            way.color_alpha = parts >> 1;
            if ((!way.color_rgb || vertex_color_groups[set][0]) &&
                (!way.color_alpha || vertex_color_groups[set][1]))
                try_way(fit, best, way);
        }
}

void fy_export_take_way(fy_export_look *look, const fy_export_way *way) {
    look->way = *way;
    look->fitted = true;
    look->colors = way->colors;
    look->color_rgb = way->color_rgb;
    look->color_alpha = way->color_alpha;
    look->factor = (ferry_color){(float)way->factor[0], (float)way->factor[1], (float)way->factor[2],
                                 (float)way->factor[3]};
}
