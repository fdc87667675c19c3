/*
 * near_ground.c: looks of a player who stands on a model (docs/rendering.md, "Near views").
 *
 * Triangles that face up are put in the order of a curve that fills the plane; places at even shares of their
 * weight along it are spread over the ground as its detail is.
 */
#include "view/near_ground.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "view/cameras.h"
#include "view/surface.h"

#define UPWARD 0.7   /* y of a normal that one can stand on */
#define LARGE 40.0   /* diagonals of the box in median edges: what is walked on has more */
#define WALKABLE 0.2 /* share of the surface that faces up, at least */
#define HEADROOM 1.3 /* eye heights that have to be free above the ground */
#define ROOM 1.5     /* and before the eye */
#define HORIZON 60.0 /* as far as one looks for something to look at */
#define AHEAD 4.0F   /* how far away the target is, in eye heights */
#define DOWN 0.15F   /* how far the look goes down, as a tangent */

enum { WAYS = 8, TRIES = 24 };

/* ----------------------------------------------------------------------------------------- the ground */

/* Area of a triangle, up to the square of a common edge. */
static double weight_of(const fy_surface *surface, uint32_t triangle, double edge, bool *upward) {
    ferry_vec3 normal = fy_surface_normal(surface, triangle);
    double length = fy_vec3_length(normal), area = length / 2;
    *upward = (double)normal.y > UPWARD * length && surface->cull[triangle] != FERRY_CULL_FRONT;
    return area < edge * edge ? area : edge * edge;
}

bool fy_is_ground(const fy_surface *surface, double edge) {
    ferry_vec3 size = fy_vec3_sub(surface->box.max, surface->box.min);
    double up = 0, all = 0, wide = fy_vec3_length((ferry_vec3){size.x, 0, size.z});
    if (!(fy_vec3_length(size) > LARGE * edge) || (double)size.y > wide) return false;
    for (uint32_t t = 0; t < surface->count; t++) {
        bool upward;
        double weight = weight_of(surface, t, edge, &upward);
        all += weight;
        up += upward ? weight : 0;
    }
    return up > WALKABLE * all;
}

/* A triangle that faces up. */
typedef struct floor_piece {
    uint32_t key; /* its place on the curve */
    uint32_t triangle;
    double weight;
} floor_piece;

typedef struct ground {
    ferry_job *job;
    const fy_surface *surface;
    double eye;
    floor_piece *pieces;
    uint32_t count;
    double weight;
} ground;

static ferry_vec3 middle_of(const fy_surface *surface, uint32_t triangle) {
    const ferry_vec3 *p = &surface->corners[3 * (size_t)triangle];
    return fy_vec3_scale(fy_vec3_add(fy_vec3_add(p[0], p[1]), p[2]), 1 / 3.0F);
}

static uint32_t to_cell(float at, float least, float most) {
    double share = ((double)at - least) / ((double)most - least);
    return share > 0 ? share < 1 ? (uint32_t)(share * 65535) : 65535 : 0;
}

/* Where Morton's curve through 65,536 x 65,536 cells comes by. */
static uint32_t curve_key(const ferry_box *box, ferry_vec3 at) {
    uint32_t x = to_cell(at.x, box->min.x, box->max.x), z = to_cell(at.z, box->min.z, box->max.z), key = 0;
    for (int i = 0; i < 16; i++) key |= (x >> i & 1) << (2 * i) | (z >> i & 1) << (2 * i + 1);
    return key;
}

static int along_curve(const void *left, const void *right) {
    const floor_piece *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

static bool find_ground(ferry_job *job, ground *g) {
    const fy_surface *surface = g->surface;
    g->pieces = ferry_new(job, floor_piece, (size_t)surface->count + 1);
    if (!g->pieces) return false;
    for (uint32_t t = 0; t < surface->count; t++) {
        bool upward;
        double weight = weight_of(surface, t, g->eye, &upward);
        if (!upward) continue;
        uint32_t key = curve_key(&surface->box, middle_of(surface, t));
        g->pieces[g->count++] = (floor_piece){key, t, weight};
        g->weight += weight;
    }
    if (g->count) qsort(g->pieces, g->count, sizeof *g->pieces, along_curve);
    return true;
}

/* The piece at a share of all weight. */
static uint32_t piece_at(const ground *g, double share) {
    double sum = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        sum += g->pieces[i].weight;
        if (sum >= share * g->weight) return i;
    }
    return g->count - 1;
}

/* ------------------------------------------------------------------------------------------- the looks */

static ferry_vec3 way_of(int number) {
    double angle = 2 * FY_PI * number / WAYS;
    return (ferry_vec3){(float)fy_sin(angle), 0, (float)fy_cos(angle)};
}

static fy_surface_hit look(const ground *g, ferry_vec3 from, ferry_vec3 along, double heights) {
    return fy_surface_look(g->job, g->surface, from, along, heights * g->eye, false);
}

/* The way on which something is nearest, of those at right angles to `other` or further (-1: all); -1: there
 * is none. */
static int nearest_way(const double free[WAYS], int other) {
    int best = -1;
    for (int i = 0; i < WAYS; i++) {
        int turn = other < 0 ? WAYS / 2 : abs(i - other);
        if (free[i] > 0 && turn >= WAYS / 4 && turn <= WAYS - WAYS / 4 && (best < 0 || free[i] < free[best]))
            best = i;
    }
    return best;
}

static fy_viewpoint look_along(ferry_vec3 eye, double height, int number) {
    ferry_vec3 way = way_of(number);
    way.y = -DOWN;
    return (fy_viewpoint){eye, fy_vec3_add(eye, fy_vec3_scale(way, AHEAD * (float)height))};
}

/* Two looks from where a player stands on a piece; false where there is no room. */
static bool stand_on(const ground *g, const floor_piece *piece, fy_viewpoint looks[2]) {
    ferry_vec3 up = {0, 1, 0}, feet = middle_of(g->surface, piece->triangle);
    ferry_vec3 ankle = fy_vec3_add(feet, fy_vec3_scale(up, (float)g->eye / 16));
    ferry_vec3 eye = fy_vec3_add(feet, fy_vec3_scale(up, (float)g->eye));
    double free[WAYS];
    if (look(g, ankle, up, HEADROOM).distance < HEADROOM * g->eye) return false;
    for (int i = 0; i < WAYS; i++) {
        fy_surface_hit hit = look(g, eye, way_of(i), HORIZON);
        free[i] = hit.back || hit.distance < ROOM * g->eye ? 0 : hit.distance; /* 0: inside of something */
    }
    int first = nearest_way(free, -1), second = first < 0 ? -1 : nearest_way(free, first);
    if (second < 0) return false;
    looks[0] = look_along(eye, g->eye, first);
    looks[1] = look_along(eye, g->eye, second);
    for (int i = 0; i < 2; i++) /* so far from the origin that floats end */
        if (!(fy_vec3_length(fy_vec3_sub(looks[i].target, looks[i].eye)) > AHEAD * g->eye / 2)) return false;
    return true;
}

bool fy_near_ground(ferry_job *job, const fy_surface *surface, double eye, uint32_t places,
                    fy_viewpoint *looks, uint32_t *count) {
    ground g = {.job = job, .surface = surface, .eye = eye};
    *count = 0;
    if (!find_ground(job, &g)) return false;
    for (uint32_t i = 0; i < places && g.count; i++) {
        uint32_t at = piece_at(&g, (i + 0.5) / places);
        for (uint32_t k = 0; k < TRIES && at + k < g.count; k++) {
            if (!ferry_tick(job)) return false;
            if (!stand_on(&g, &g.pieces[at + k], &looks[*count])) continue;
            *count += 2;
            break;
        }
    }
    return ferry_tick(job);
}
