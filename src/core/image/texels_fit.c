/*
 * texels_fit.c: pictures that shrink by less than half (docs/what-is-lost.md, "Textures").
 *
 * Between two sizes that are near each other no two new texels lie alike between those of the source, so that
 * one filter for all of them would make waves. Each has weights of its own, by least squares.
 */
#include "core/image/texels_fit.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/texels_spot.h"

/* How much the plain mean counts: the filter nearly leaves a texel open whose neighbours are drawn half and
 * half. */
#define OPEN 0.05
enum { WINDOW = 32 }; /* source texels beyond which weights are nothing */

/* Products of the weights that the bilinear filter draws the source's texels with: of new texels, and of each
 * with the next, which is the first behind the last. */
typedef struct products {
    uint32_t size;
    double *own, *next;
    double *pivots, *bent; /* of the elimination; the answer to what closes the ring */
    double corner, gamma;
} products;

/* Lines that are worked on at once: each number waits for a division of the one before it. */
enum { LINES = 8 };

/* Elimination of three diagonals, of `count` lines side by side. Nothing comes before `first`. */
static inline void eliminate(const products *of, double *lines, uint32_t count, uint32_t first) {
    uint32_t last = of->size - 1;
    for (uint32_t i = first + 1; i < of->size; i++)
        for (uint32_t k = 0; k < count; k++)
            lines[i * (size_t)count + k] -=
                lines[(i - 1) * (size_t)count + k] * of->next[i - 1] / of->pivots[i - 1];
    for (uint32_t k = 0; k < count; k++) lines[last * (size_t)count + k] /= of->pivots[last];
    for (uint32_t i = last; i-- > 0;)
        for (uint32_t k = 0; k < count; k++) {
            double *at = &lines[i * (size_t)count + k];
            *at = (*at - of->next[i] * at[count]) / of->pivots[i];
        }
}

/* What closes the ring is taken out, and put back by Sherman and Morrison. */
static void solve_rings(const products *of, double *lines, uint32_t first) {
    uint32_t last = of->size - 1;
    eliminate(of, lines, LINES, first);
    if (of->corner == 0) return;
    double over = of->corner / of->gamma, parts[LINES];
    for (uint32_t k = 0; k < LINES; k++)
        parts[k] =
            (lines[k] + over * lines[last * (size_t)LINES + k]) / (1 + of->bent[0] + over * of->bent[last]);
    for (uint32_t i = 0; i <= last; i++)
        for (uint32_t k = 0; k < LINES; k++) lines[i * (size_t)LINES + k] -= parts[k] * of->bent[i];
}

static void close_ring(products *of) {
    uint32_t last = of->size - 1;
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
    of->bent[0] = of->gamma;
    of->bent[last] = of->corner;
    eliminate(of, of->bent, 1, 0);
}

static bool find_products(ferry_job *job, uint32_t from, uint32_t to, ferry_wrap wrap, products *of) {
    *of = (products){.size = to,
                     .own = ferry_new(job, double, to),
                     .next = ferry_new(job, double, to),
                     .pivots = ferry_new(job, double, to),
                     .bent = ferry_new(job, double, to)};
    if (!of->own || !of->next || !of->pivots || !of->bent) return false;
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

/* The share of a texel's own area that a source texel covers. */
static double covered(uint32_t texel, uint32_t source, double scale) {
    double left = fmax(texel * scale, source), right = fmin((texel + 1) * scale, source + 1.0);
    return right > left ? (right - left) / scale : 0;
}

/* Window of a texel: all of a short row; else around it, over the edges where the picture repeats. */
static int32_t window_of(uint32_t texel, double scale, uint32_t from, uint32_t count, ferry_wrap wrap) {
    int32_t first = (int32_t)((texel + .5) * scale) - (int32_t)(count / 2);
    if (count == from) return 0;
    if (wrap == FERRY_WRAP_REPEAT || first < 0) return wrap == FERRY_WRAP_REPEAT ? first : 0;
    return first > (int32_t)(from - count) ? (int32_t)(from - count) : first;
}

/* New texels that a source texel may lie on: those beside the one that its left edge is in. */
enum { NEAR = 3 };

/* How a source texel lies to the new ones. */
typedef struct place {
    fy_spot at;
    uint32_t first, count;
    double covered[NEAR]; /* of `count` new texels from `first` on */
} place;

static place *find_places(ferry_job *job, uint32_t from, uint32_t to, ferry_wrap wrap) {
    place *places = ferry_new(job, place, from);
    double scale = (double)from / to;
    for (uint32_t source = 0; places && source < from; source++) {
        place *of = &places[source];
        uint32_t near = (uint32_t)(source / scale);
        of->at = fy_texels_spot(source, from, to, wrap);
        of->first = near ? near - 1 : 0;
        for (uint32_t n = of->first; n < to && n <= near + 1; n++)
            of->covered[of->count++] = covered(n, source, scale);
    }
    return places;
}

/* Weights of a texel, which add up to 1. `mixed`: what it takes of the sums of all new texels, every LINES
 * numbers. */
static void weigh_texel(const fy_taps *made, uint32_t texel, const double *mixed, const place *places,
                        uint32_t from, ferry_wrap wrap) {
    float *weights = made->weights + (size_t)texel * made->count;
    double sum = 0;
    for (uint32_t k = 0; k < made->count; k++) {
        const place *of = &places[fy_texels_wrapped(made->first[texel] + (int64_t)k, from, wrap)];
        double weight = mixed[LINES * (size_t)of->at.low] * (1 - (double)of->at.part) +
                        mixed[LINES * (size_t)of->at.high] * (double)of->at.part;
        for (uint32_t n = 0; n < of->count; n++)
            weight += OPEN * mixed[LINES * ((size_t)of->first + n)] * of->covered[n];
        weights[k] = (float)weight;
        sum += weight;
    }
    for (uint32_t k = 0; k < made->count; k++) weights[k] = (float)((double)weights[k] / sum);
}

bool fy_texels_fit(ferry_job *job, uint32_t from, uint32_t to, ferry_wrap wrap, fy_taps *made) {
    double *mixed = ferry_new(job, double, (size_t)to *LINES);
    const place *places = find_places(job, from, to, wrap);
    products of;
    made->count = from < WINDOW ? from : WINDOW;
    made->shared = 0;
    made->first = ferry_new(job, int32_t, to);
    made->weights = ferry_new(job, float, (size_t)to * made->count);
    if (!mixed || !places || !made->first || !made->weights || !find_products(job, from, to, wrap, &of))
        return false;
    for (uint32_t first = 0; first < to; first += LINES) {
        uint32_t count = to - first < LINES ? to - first : LINES;
        memset(mixed, 0, (size_t)to * LINES * sizeof *mixed);
        for (uint32_t k = 0; k < count; k++) mixed[(first + k) * (size_t)LINES + k] = 1;
        solve_rings(&of, mixed, first);
        for (uint32_t i = first; i < first + count; i++) {
            made->first[i] = window_of(i, (double)from / to, from, made->count, wrap);
            weigh_texel(made, i, mixed + (i - first), places, from, wrap);
        }
    }
    return true;
}
