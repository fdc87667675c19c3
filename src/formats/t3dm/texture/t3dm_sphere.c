/*
 * t3dm_sphere.c: the console's spherical effect in place of an environment map (docs/formats/t3dm.md,
 * "Environment maps"; docs/formats/n64_drawing.md, "Vertices").
 *
 * The effect makes S = W/2 (1 + x) and T = W/2 - H/2 y of a view-space normal, each moved by W/2 times z and
 * the place on the screen. W and H are what the file calls the size of texture A: numbers, not texels. With
 * them, the tile's shifts and its low edges a map of any positive scale and offset can be had. Among the
 * shifts that do it, those are taken by which the picture moves least where the model is away from the middle
 * of the screen.
 */
#include "formats/t3dm/texture/t3dm_sphere.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "shade/t3dm_uv.h"

/* Normals towards the viewer, evenly spread over the disc that they are seen as. */
#define STEPS 7
#define MOST_NORMALS ((2 * STEPS + 1) * (2 * STEPS + 1))

/* Packed normals come out that much short on average: 31/32, 63/64 and 31/32 for x, y and z. */
#define PACKED .97

/* What the effect may be given: less is coarse, more leaves the 16 bits of S and T at the screen's edges. */
#define LEAST_SIZE 16.0
#define MOST_SIZE 768.0

enum {
    LEAST_SHIFT = -5,
    MOST_SHIFT = 10
}; /* of a tile: times 32 to a 1,024th, mip levels go on from there */

/* Places on the screen, as the effect takes them into account: .64 is the edge. */
static const double places[][2] = {{0, 0}, {.25, .25}, {-.25, .25}, {.25, -.25}, {-.25, -.25}};
enum { PLACES = sizeof places / sizeof *places };

typedef struct normals {
    unsigned count;
    double at[MOST_NORMALS][3];
    double wanted[2]
                 [MOST_NORMALS]; /* texels that the source's machine shows, their middles at whole numbers */
} normals;

/* One axis of the texture and of what is wanted on it: slope * n + offset, n being x or -y of the normal. */
typedef struct axis {
    uint32_t size;
    ferry_wrap wrap;
    int most_shift;
    double half; /* of a texel; 0 if points are sampled */
    double slope, offset, least, most;
} axis;

/* One way of having it. */
typedef struct method {
    double size; /* that the effect is given */
    double error;
    ferry_rdp_axis tile;
} method;

static void spread_normals(normals *n) {
    n->count = 0;
    for (int y = -STEPS; y <= STEPS; y++)
        for (int x = -STEPS; x <= STEPS; x++) {
            double at[2] = {x / (STEPS + .5), y / (STEPS + .5)}, left = 1 - at[0] * at[0] - at[1] * at[1];
            if (left <= 0) continue;
            double *to = n->at[n->count++];
            to[0] = at[0], to[1] = at[1], to[2] = sqrt(left);
        }
}

static double along(const double normal[3], int number) {
    return number ? -normal[1] : normal[0];
}

static void ask(normals *n, const fy_uv_map *map, const axis axes[2]) {
    for (unsigned i = 0; i < n->count; i++) {
        double out[3];
        for (int r = 0; r < 3; r++)
            out[r] = map->m[r][0] * n->at[i][0] + map->m[r][1] * n->at[i][1] + map->m[r][2] * n->at[i][2] +
                     map->m[r][3];
        double divisor = fabs(out[2]) > 1e-9 ? out[2] : 1;
        for (int k = 0; k < 2; k++) n->wanted[k][i] = out[k] / divisor * axes[k].size - axes[k].half;
    }
}

/* Least squares; normals that face the viewer count most, as perspective maps run away at the rim. */
static void fit_line(const normals *n, int number, axis *a) {
    double weight = 0, sum = 0, products = 0, squares = 0;
    a->least = a->most = n->wanted[number][0];
    for (unsigned i = 0; i < n->count; i++) {
        double w = n->at[i][2] * n->at[i][2], x = along(n->at[i], number), y = n->wanted[number][i];
        weight += w, sum += w * y;
        products += w * x * y, squares += w * x * x;
        a->least = y < a->least ? y : a->least;
        a->most = y > a->most ? y : a->most;
    }
    a->slope = products / squares;
    a->offset = sum / weight;
}

/* ------------------------------------------------------------------------------------------ one way */

static double modulo(double value, double period) {
    return value - floor(value / period) * period;
}

/* Which texel of the picture a coordinate shows, 0..size. */
static double fold_coordinate(const axis *a, double at, bool clamp, bool mirror) {
    double c = at + a->half;
    if (clamp) return c < 0 ? 0 : c > a->size ? a->size : c;
    if (!mirror) return modulo(c, a->size);
    c = modulo(c, 2.0 * a->size);
    return c > a->size ? 2.0 * a->size - c : c;
}

/* Texels from what is wanted of a normal to what is shown. */
static double distance(const axis *a, double wanted, double shown, const ferry_rdp_axis *tile) {
    double from = fold_coordinate(a, wanted, a->wrap == FERRY_WRAP_CLAMP, a->wrap == FERRY_WRAP_MIRROR);
    double off = fabs(from - fold_coordinate(a, shown, tile->clamp, tile->mirror));
    bool round = a->wrap == FERRY_WRAP_REPEAT && !tile->mirror && off > a->size / 2.0;
    return round ? a->size - off : off;
}

/* `shrunk`: by the tile's shift. */
static double shown_at(const method *w, int number, double width, double shrunk, const double normal[3],
                       const double place[2]) {
    double made =
        width / 2 + PACKED * w->size / 2 * along(normal, number) + width / 2 * normal[2] * place[number];
    return made / shrunk - (double)w->tile.low;
}

static void measure_way(const normals *n, int number, const axis *a, double width, method *w) {
    double shrunk = fy_pow(2, w->tile.shift);
    w->error = 0;
    for (unsigned p = 0; p < PLACES; p++)
        for (unsigned i = 0; i < n->count; i++)
            w->error += distance(a, n->wanted[number][i],
                                 shown_at(w, number, width, shrunk, n->at[i], places[p]), &w->tile);
    w->error /= (double)n->count * PLACES;
}

/* The tile's low edge: quarters of a texel, not negative, its high edge below 1,024. */
static float low_edge(const axis *a, double low, bool clamp, bool mirror) {
    double most = 1024.0 - a->size, period = mirror ? 2.0 * a->size : a->size;
    low = floor(low * 4 + .5) / 4;
    if (!clamp) low = modulo(low, period);
    return (float)(low < 0 || most < 0 ? 0 : low > most ? most : low);
}

static bool one_repeat(const axis *a) {
    return floor((a->least + a->half) / a->size + 1e-3) == floor((a->most + a->half) / a->size - 1e-3);
}

/* The line that the console's effect has to follow, which never falls: where the picture shall be laid on the
 * other way round, repeats that are mirrored show it so. */
static ferry_rdp_axis turn_round(axis *a) {
    ferry_rdp_axis tile = {.clamp = a->wrap == FERRY_WRAP_CLAMP, .mirror = a->wrap == FERRY_WRAP_MIRROR};
    if (a->slope >= 0) return tile;
    bool doubles = (a->size & (a->size - 1)) == 0 && one_repeat(a);
    if (!tile.mirror && !doubles) {
        a->slope = 0;
        return tile;
    }
    double repeat = tile.mirror ? 0 : floor((a->offset + a->half) / a->size) * a->size;
    a->offset = 2 * (a->size - a->half) - (a->offset - repeat);
    a->slope = -a->slope;
    return (ferry_rdp_axis){.mirror = true};
}

/* The size that makes a slope at a shift; 0: another shift does better. */
static double size_at(const axis *a, double slope, int shift) {
    double size = floor(2 * slope * fy_pow(2, shift) + .5);
    if (size > MOST_SIZE) return shift == LEAST_SHIFT ? MOST_SIZE : 0;
    if (size < LEAST_SIZE) return shift == a->most_shift ? (size < 1 ? 1 : size) : 0;
    return size;
}

/* `width`: what the effect is given, 0: that follows now. */
static void try_tile(const normals *n, int number, const axis *a, double width, double slope, method made,
                     method *best) {
    ferry_rdp_axis *tile = &made.tile;
    made.size = size_at(a, slope, tile->shift);
    if (made.size <= 0) return;
    if (width == 0) width = made.size;
    double middle = width / 2 / fy_pow(2, tile->shift);
    tile->low = low_edge(a, middle - a->offset, tile->clamp, tile->mirror);
    measure_way(n, number, a, width, &made);
    if (best->error < 0 || made.error < best->error) *best = made;
}

/* The best way at one shift. What is clamped cannot have a negative offset: a steeper slope may be nearer.
 * What does not reach the borders may repeat as well, and mirrored repeats show beyond a border nearly what
 * the border shows. */
static void try_shift(const normals *n, int number, const axis *a, const ferry_rdp_axis *tile, double width,
                      int shift, method *best) {
    method made = {.tile = *tile};
    double slope = a->slope / PACKED;
    made.tile.shift = (int8_t)shift;
    try_tile(n, number, a, width, slope, made, best);
    if (!tile->clamp) return;
    if (!number && a->offset > slope) try_tile(n, number, a, width, a->offset, made, best);
    if (a->size & (a->size - 1)) return;
    made.tile.clamp = false;
    made.tile.mirror = !one_repeat(a);
    try_tile(n, number, a, width, slope, made, best);
}

static method best_t(const normals *n, const axis *a, const ferry_rdp_axis *tile, double width) {
    method best = {.error = -1};
    for (int shift = LEAST_SHIFT; shift <= a->most_shift; shift++)
        try_shift(n, 1, a, tile, width, shift, &best);
    return best;
}

/* ------------------------------------------------------------------------------------------- both axes */

/* The smallest of as many mip levels as there can be is shifted by 10 at most. */
static int most_shift(const uint32_t size[2]) {
    uint32_t longest = size[0] > size[1] ? size[0] : size[1];
    int shift = MOST_SHIFT;
    for (; longest > 2 && shift > 0; longest /= 2) shift--;
    return shift;
}

static double mean_distance(const normals *n, const axis axes[2], const method methods[2]) {
    double sum = 0, shrunk[2] = {fy_pow(2, methods[0].tile.shift), fy_pow(2, methods[1].tile.shift)};
    for (unsigned i = 0; i < n->count; i++) {
        double off[2];
        for (int k = 0; k < 2; k++)
            off[k] = distance(&axes[k], n->wanted[k][i],
                              shown_at(&methods[k], k, methods[0].size, shrunk[k], n->at[i], places[0]),
                              &methods[k].tile);
        sum += sqrt(off[0] * off[0] + off[1] * off[1]);
    }
    return sum / n->count;
}

fy_sphere fy_t3dm_sphere(const fy_uv_map *map, const uint32_t size[2], const ferry_wrap wraps[2],
                         bool filtered) {
    normals n;
    axis axes[2];
    ferry_rdp_axis tiles[2];
    method best[2] = {{.error = -1}, {.error = -1}};
    bool turned[2];
    spread_normals(&n);
    for (int k = 0; k < 2; k++)
        axes[k] = (axis){.size = size[k] ? size[k] : 1,
                         .wrap = wraps[k],
                         .most_shift = most_shift(size),
                         .half = filtered ? .5 : 0};
    ask(&n, map, axes);
    for (int k = 0; k < 2; k++) {
        fit_line(&n, k, &axes[k]);
        turned[k] = axes[k].slope < 0;
        tiles[k] = turn_round(&axes[k]);
    }
    for (int shift = LEAST_SHIFT; shift <= axes[0].most_shift; shift++) {
        method s = {.error = -1};
        try_shift(&n, 0, &axes[0], &tiles[0], 0, shift, &s);
        if (s.error < 0) continue;
        method t = best_t(&n, &axes[1], &tiles[1], s.size);
        if (best[0].error >= 0 && s.error + t.error >= best[0].error + best[1].error) continue;
        best[0] = s, best[1] = t;
    }
    return (fy_sphere){.width = (uint16_t)best[0].size,
                       .height = (uint16_t)best[1].size,
                       .s = best[0].tile,
                       .t = best[1].tile,
                       .turned = {turned[0] && tiles[0].mirror, turned[1] && tiles[1].mirror},
                       .error = mean_distance(&n, axes, best)};
}
