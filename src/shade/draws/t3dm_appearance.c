/* t3dm_appearance.c: see t3dm_appearance.h. */
#include "shade/draws/t3dm_appearance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shade/search/t3dm_sharpen.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_reference_state.h"

void fy_appearance_source(const fy_reference *reference, fy_appearance *look) {
    for (unsigned i = 0; i < FY_SAMPLES; i++) memcpy(look->rgb[i], reference->samples[i].wanted, 3);
}

void fy_appearance_draw(const fy_reference *reference, const fy_fit *fit, uint64_t word,
                        fy_appearance *look) {
    const fy_ready_fit ready = fy_reference_ready(reference, fit, word);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t rgba[4];
        fy_reference_pixel(reference, &ready, &reference->samples[i], rgba);
        memcpy(look->rgb[i], rgba, 3);
    }
}

/* The console blends in 32 steps. What it cuts out is cut as the source's mask is. */
void fy_appearance_draw_over(const fy_reference *reference, const fy_fit *fit, uint64_t word,
                             fy_appearance *look) {
    const fy_ready_fit ready = fy_reference_ready(reference, fit, word);
    const bool sharp =
        fy_fit_cuts_from(fit); /* by a texel that is stored so as to be cut where the mask is */
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t rgba[4];
        if (reference->samples[i].back) continue;
        fy_reference_pixel(reference, &ready, &reference->samples[i], rgba);
        bool drawn = sharp ? reference->samples[i].wanted[3] >= 128 : rgba[3] >= reference->cover_from;
        int alpha = !reference->cover_from ? rgba[3] >> 3 : drawn ? 32 : 0;
        for (int k = 0; k < 3; k++)
            look->rgb[i][k] = (uint8_t)((look->rgb[i][k] * (32 - alpha) + rgba[k] * alpha) / 32);
    }
}

static double brightness(const uint8_t rgb[3]) {
    return .299 * rgb[0] + .587 * rgb[1] + .114 * rgb[2];
}

double fy_appearance_similarity(const fy_appearance *a, const fy_appearance *b,
                                const fy_appearance *picture) {
    const double c1 = .01 * 255 * .01 * 255, c2 = .03 * 255 * .03 * 255, n = FY_SAMPLES;
    double sum[2] = {0}, square[2] = {0}, product = 0, common = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double less = picture ? brightness(picture->rgb[i]) : 0, x = brightness(a->rgb[i]) - less,
               y = brightness(b->rgb[i]) - less;
        common += less;
        sum[0] += x, sum[1] += y;
        square[0] += x * x, square[1] += y * y, product += x * y;
    }
    double mean[2] = {sum[0] / n, sum[1] / n},
           own[2] = {square[0] / n - mean[0] * mean[0], square[1] / n - mean[1] * mean[1]};
    double shared = product / n - mean[0] * mean[1], first = mean[0] + common / n,
           second = mean[1] + common / n;
    return (2 * first * second + c1) / (first * first + second * second + c1) * (2 * shared + c2) /
           (own[0] + own[1] + c2);
}

double fy_appearance_tone_similarity(const fy_appearance *a, const fy_appearance *b) {
    const double c1 = .01 * 255 * .01 * 255, c2 = .03 * 255 * .03 * 255, n = FY_SAMPLES;
    double tone = 0;
    for (int k = 0; k < 3; k++) {
        double sum[2] = {0}, square[2] = {0};
        for (unsigned i = 0; i < FY_SAMPLES; i++) {
            double x = a->rgb[i][k], y = b->rgb[i][k];
            sum[0] += x, sum[1] += y;
            square[0] += x * x, square[1] += y * y;
        }
        double mean[2] = {sum[0] / n, sum[1] / n},
               own[2] = {square[0] / n - mean[0] * mean[0], square[1] / n - mean[1] * mean[1]};
        tone += (2 * mean[0] * mean[1] + c1) / (mean[0] * mean[0] + mean[1] * mean[1] + c1) *
                (2 * sqrt(own[0] * own[1]) + c2) / (own[0] + own[1] + c2) / 3;
    }
    return tone;
}

double fy_appearance_difference(const fy_appearance *a, const fy_appearance *b) {
    double sum = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        for (int k = 0; k < 3; k++) sum += abs(a->rgb[i][k] - b->rgb[i][k]);
    return sum / (3.0 * FY_SAMPLES);
}
