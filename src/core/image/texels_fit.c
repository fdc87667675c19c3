/* texels_fit.c: see texels_fit.h. */
#include "core/image/texels_fit.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"

/* How much the plain mean counts: the filter nearly leaves a texel open whose neighbours are drawn half and
 * half. */
#define OPEN 0.05

/* Products of the weights that the bilinear filter draws the source's texels with: of new texels, and of each
 * with the next, which is the first behind the last. */
typedef struct products {
    uint32_t size;
    double *own, *next;
    double *pivots, *ring; /* of the elimination; the answer to what closes the ring */
    double corner, gamma;
} products;

/* Elimination of three diagonals. */
static void eliminate(const products *of, double *line) {
    const uint32_t last = of->size - 1;
    for (uint32_t i = 1; i <= last; i++) line[i] -= line[i - 1] * of->next[i - 1] / of->pivots[i - 1];
    line[last] /= of->pivots[last];
    for (uint32_t i = last; i-- > 0;) line[i] = (line[i] - of->next[i] * line[i + 1]) / of->pivots[i];
}

/* What closes the ring is taken out, and put back by Sherman and Morrison. */
static void close_ring(products *of) {
    const uint32_t last = of->size - 1;
    of->corner = of->next[last];
    if (last == 1) of->next[0] += of->corner, of->corner = 0;
    of->gamma = -of->own[0];
    if (of->corner != 0) {
        of->own[0] -= of->gamma;
        of->own[last] -= of->corner * of->corner / of->gamma;
    }
    for (uint32_t i = 0; i <= last; i++)
        of->pivots[i] = of->own[i] - (i ? of->next[i - 1] * of->next[i - 1] / of->pivots[i - 1] : 0);
    if (of->corner == 0) return;
    of->ring[0] = of->gamma;
    of->ring[last] = of->corner;
    eliminate(of, of->ring);
}

static bool find_products(ferry_job *job, uint32_t from, uint32_t to, ferry_wrap wrap, products *of) {
    *of = (products){.size = to,
                     .own = ferry_new(job, double, to),
                     .next = ferry_new(job, double, to),
                     .pivots = ferry_new(job, double, to),
                     .ring = ferry_new(job, double, to)};
    if (!of->own || !of->next || !of->pivots || !of->ring) return false;
    for (uint32_t i = 0; i < to; i++) of->own[i] = OPEN;
    for (uint32_t k = 0; k < from; k++) {
        fy_spot at = fy_texels_spot(k, from, to, wrap);
        double part = (double)at.part, rest = 1 - part;
        of->own[at.low] += at.low == at.high ? 1 : rest * rest;
        if (at.low == at.high) continue;
        of->own[at.high] += part * part;
        of->next[at.low] += part * rest;
    }
    close_ring(of);
    return true;
}

static bool keep_equations(ferry_job *job, const products *of, fy_texels_line *fit) {
    const uint32_t last = of->size - 1;
    *fit = (fy_texels_line){.size = of->size,
                            .before = ferry_new(job, float, of->size),
                            .own = ferry_new(job, float, of->size),
                            .behind = ferry_new(job, float, of->size)};
    if (!fit->before || !fit->own || !fit->behind) return false;
    for (uint32_t i = 0; i <= last; i++) {
        fit->before[i] = i ? (float)(of->next[i - 1] / of->pivots[i - 1]) : 0;
        fit->own[i] = (float)(1 / of->pivots[i]);
        fit->behind[i] = i < last ? (float)(of->next[i] / of->pivots[i]) : 0;
    }
    if (of->corner == 0) return true;
    const double over = of->corner / of->gamma, share = 1 / (1 + of->ring[0] + over * of->ring[last]);
    fit->ring = ferry_new(job, float, of->size);
    fit->first = (float)share;
    fit->last = (float)(over * share);
    for (uint32_t i = 0; fit->ring && i <= last; i++) fit->ring[i] = (float)of->ring[i];
    return fit->ring != NULL;
}

/* What the filter draws a source texel with of a new one. A source texel beyond an end is one where a picture
 * repeats; else the texels at the ends are drawn alone beyond their middles. */
static double drawn_with(int64_t source, uint32_t from, uint32_t texel, uint32_t to, ferry_wrap wrap) {
    const double at = ((double)source + .5) * to / from - .5;
    if (wrap != FERRY_WRAP_REPEAT) {
        if (source < 0 || source >= from) return 0;
        if ((at <= 0 && texel == 0) || (at >= to - 1 && texel == to - 1)) return 1;
    }
    return fmax(1 - fabs(at - texel), 0);
}

/* The share of a new texel's area that a source texel covers. */
static double covered(uint32_t texel, int64_t source, double scale) {
    const double left = fmax(texel * scale, (double)source),
                 right = fmin((texel + 1) * scale, (double)source + 1);
    return right > left ? (right - left) / scale : 0;
}

bool fy_texels_fit(ferry_job *job, uint32_t from, uint32_t to, ferry_wrap wrap, fy_taps *taps,
                   fy_texels_line *fit) {
    const double scale = (double)from / to;
    products of;
    taps->count = (uint32_t)(2 * scale) + 1; /* nothing counts that is a new texel away */
    taps->shared = 0;
    taps->first = ferry_new(job, int32_t, to);
    taps->weights = ferry_new(job, float, (size_t)to * taps->count);
    if (!taps->first || !taps->weights || !find_products(job, from, to, wrap, &of) ||
        !keep_equations(job, &of, fit))
        return false;
    for (uint32_t i = 0; i < to; i++) {
        taps->first[i] = (int32_t)floor((i + .5) * scale - .5 - scale) + 1;
        for (uint32_t k = 0; k < taps->count; k++) {
            const int64_t source = taps->first[i] + (int64_t)k;
            taps->weights[(size_t)i * taps->count + k] =
                (float)(drawn_with(source, from, i, to, wrap) + OPEN * covered(i, source, scale));
        }
    }
    return true;
}
