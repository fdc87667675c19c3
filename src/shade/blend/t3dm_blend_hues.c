/* t3dm_blend_hues.c: see t3dm_blend_hues.h. */
#include "shade/blend/t3dm_blend_hues.h"

#include <math.h>

#include "shade/blend/t3dm_blend_grounds.h"
#include "shade/t3dm_reference_state.h"

/* Shares of the strength that are tried: each three quarters of the one before, and some of them more than
 * all of it. */
enum { SHARES = 12, BEYOND = 3 };
#define NEXT_SHARE .75

/* What a share has to gain beside those tried before, in 255ths: the larger one of two that hardly differ. */
#define SMALLER_GAIN .2

/* What a colour times a hue or more than all of the strength has to, beside one hue and shares up to all: a
 * step of what is shown. */
#define PLAIN_GAIN 1

/* What a hue that turns has to, since it needs a picture of its own. */
#define TURNS_GAIN .5

/* x and y of 0 to 1 for which a x^2 + 2 b x y + c y^2 - 2 (right[0] x + right[1] y) is least: inside, if both
 * can be told apart, or on one of the four edges. */
static void least_of(double a, double b, double c, const double right[2], double *x, double *y) {
    double det = a * c - b * b, least = HUGE_VAL;
    const double edges[2] = {0, 1};
    for (int i = 0; i < 5; i++) {
        double u, v;
        if (i == 0) {
            u = det > 1e-9 * a * c ? (c * right[0] - b * right[1]) / det : -1;
            v = det > 1e-9 * a * c ? (a * right[1] - b * right[0]) / det : -1;
            if (!(u >= 0 && u <= 1 && v >= 0 && v <= 1)) continue;
        } else if (i < 3) {
            u = edges[i - 1];
            v = c > 0 ? fy_blend_within((right[1] - b * u) / c) : 1;
        } else {
            v = edges[i - 3];
            u = a > 0 ? fy_blend_within((right[0] - b * v) / a) : 1;
        }
        double value = a * u * u + 2 * b * u * v + c * v * v - 2 * (right[0] * u + right[1] * v);
        if (value >= least) continue;
        least = value;
        *x = u, *y = v;
    }
}

/* Both hues that suit a share best, by least squares over all grounds. */
static void fit_hues(const fy_blend_view *views, fy_blend_candidate *as) {
    double right[3][2] = {{0}}, both = 0, squares[2] = {0};
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_blend_light *l = &views[i].light;
        double alpha = fy_blend_alpha_of(as, l),
               weights[2] = {alpha * (1 - l->brightness), alpha * l->brightness};
        for (int end = 0; end < 2; end++) squares[end] += weights[end] * weights[end];
        both += weights[0] * weights[1];
        for (int g = 0; g < FY_BLEND_GROUNDS; g++)
            for (int k = 0; k < 3; k++)
                for (int end = 0; end < 2; end++)
                    right[k][end] += fy_blend_weights[g] * weights[end] *
                                     (views[i].wanted[g][k] - views[i].ground[g][k] * (1 - alpha));
    }
    for (int k = 0; k < 3; k++)
        least_of(squares[0], both, squares[1], right[k], &as->colors.weak[k], &as->colors.strong[k]);
}

void fy_blend_fit_hue(const fy_blend_view *views, fy_blend_candidate *as) {
    double products[3] = {0}, squares[3] = {0};
    if (as->turns) {
        fit_hues(views, as);
        return;
    }
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_blend_light *l = &views[i].light;
        double alpha = fy_blend_alpha_of(as, l);
        for (int g = 0; g < FY_BLEND_GROUNDS; g++)
            for (int k = 0; k < 3; k++) {
                double weight = as->tinted ? alpha * l->color[k] : alpha;
                squares[k] += fy_blend_weights[g] * weight * weight;
                products[k] += fy_blend_weights[g] * weight *
                               (views[i].wanted[g][k] - views[i].ground[g][k] * (1 - alpha));
            }
    }
    for (int k = 0; k < 3; k++) {
        double hue = squares[k] > 0 ? products[k] / squares[k] : 1,
               most = as->method == FY_BLEND_EVEN ? 2 : 1;
        as->hue[k] = hue < 0 ? 0 : hue > most ? most : hue;
    }
}

double fy_blend_full_share(const fy_blend_view *views, fy_blend_method method, bool constant) {
    fy_blend_candidate as = {.method = method, .share = 1};
    double alpha = fy_blend_alpha_of(&as, &views[0].light);
    return constant && alpha > 0 ? 1 / alpha : 1; /* which is 1 where the alpha is the share itself */
}

/* Three quarters of a share, and of that, so many times; of a negative number the other way. */
static double lessened(double share, int times) {
    for (int k = 0; k < times; k++) share *= NEXT_SHARE;
    for (int k = times; k < 0; k++) share /= NEXT_SHARE;
    return share;
}

fy_blend_candidate fy_blend_fit_share(const fy_blend_view *views, fy_blend_method method, bool constant,
                                      bool may_exceed) {
    fy_blend_candidate best = {.method = method};
    double least = HUGE_VAL, full = fy_blend_full_share(views, method, constant);
    for (int i = 0; i < 2 * SHARES; i++) {
        int step = i % SHARES;
        bool beyond = step >= SHARES - BEYOND;
        if (beyond && (constant || !may_exceed || method == FY_BLEND_EVEN)) continue;
        if (i < SHARES && method == FY_BLEND_EVEN) continue;
        int times = beyond ? SHARES - BEYOND - 1 - step : step;
        fy_blend_candidate next = {.method = method, .tinted = i >= SHARES, .share = lessened(full, times)};
        fy_blend_fit_hue(views, &next);
        double wanted = least - (next.tinted || beyond ? PLAIN_GAIN : SMALLER_GAIN),
               error = fy_blend_error_up_to(views, &next, wanted);
        if (error >= wanted) continue;
        least = error;
        best = next;
    }
    return best;
}

fy_blend_candidate fy_blend_fit_turning(const fy_blend_view *views, fy_blend_candidate plain) {
    fy_blend_candidate best = plain;
    double least = fy_blend_error(views, &plain) - TURNS_GAIN;
    for (int i = -1; i < SHARES - BEYOND; i++) { /* from a third more than all on */
        fy_blend_candidate next = {.method = FY_BLEND_SCREENED, .turns = true, .share = lessened(1, i)};
        fy_blend_fit_hue(views, &next);
        double error = fy_blend_error_up_to(views, &next, least);
        if (error >= least) continue;
        least = error - SMALLER_GAIN;
        best = next;
    }
    return best;
}

/* What even translucency leaves of a ground beside what it adds, by least squares for both at once: sums over
 * samples and grounds of what is added (a), of the ground (g) and of what the source adds to that (d). */
typedef struct even_sums {
    double aa, ag, gg, da, dg;
} even_sums;

static even_sums sum_even(const fy_blend_view *views, bool tinted, int k) {
    even_sums sums = {0};
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        for (int g = 0; g < FY_BLEND_GROUNDS; g++) {
            const double a = tinted ? views[i].light.color[k] : 1, ground = views[i].ground[g][k],
                         d = views[i].wanted[g][k] - ground, weight = fy_blend_weights[g];
            sums.aa += weight * a * a;
            sums.ag += weight * a * ground;
            sums.gg += weight * ground * ground;
            sums.da += weight * d * a;
            sums.dg += weight * d * ground;
        }
    return sums;
}

/* The least share, from one on, with which no colour that is wanted is brighter than white: what is added is
 * the colour times the share. */
static double least_share(const even_sums *of, double brightest, double share) {
    if (of->aa <= 0) return share;
    const double fixed = brightest * of->da / of->aa, more = brightest * of->ag / of->aa;
    if (fixed + more * share <= share) return share;
    return more < 1 ? fmin(1, fixed / (1 - more)) : 1;
}

static double brightest_of(const fy_blend_view *views, bool tinted, int k) {
    double most = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) most = fmax(most, views[i].light.color[k]);
    return tinted ? most : 1;
}

void fy_blend_fit_even_share(const fy_blend_view *views, fy_blend_candidate *as) {
    even_sums sums[3];
    double above = 0, below = 0, share;
    for (int k = 0; k < 3; k++) {
        const even_sums *of = &sums[k];
        sums[k] = sum_even(views, as->tinted, k);
        if (of->aa <= 0) continue;
        above -= of->dg - of->da * of->ag / of->aa;
        below += of->gg - of->ag * of->ag / of->aa;
    }
    if (below > 1e-9) as->share = fy_blend_within(above / below);
    share = as->share;
    for (int k = 0; k < 3; k++)
        as->share = fmax(as->share, least_share(&sums[k], brightest_of(views, as->tinted, k), share));
    fy_blend_fit_hue(views, as);
}
