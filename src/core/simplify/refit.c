/* refit.c: see the header. */
#include "core/simplify/refit.h"

#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/simplify/attributes.h"
#include "core/simplify/move.h"

/* A step, in parts of the shortest edge; how much staying counts against the planes. */
static const double LONGEST_STEP = .35, STAY = .02;

enum { ROUNDS = 2, MOST_POSES = 16 };

/* What a vertex's planes in all poses are to its place at rest: slope and matrix of the sum. */
typedef struct pull {
    double matrix[3][3];
    fy_point slope;
} pull;

/* From the rest pose to another one, as its mover goes. */
static bool way_to(const fy_shell *s, uint32_t mover, uint32_t pose, ferry_matrix *way) {
    *way = fy_matrix_multiply(&s->movers[(size_t)mover * s->pose_count + pose], &s->backs[mover]);
    return fy_matrix_finite(way);
}

static void add_pull(pull *to, const fy_quadric *q, const ferry_matrix *way, fy_point at) {
    const double a[3][3] = {{q->xx, q->xy, q->xz}, {q->xy, q->yy, q->yz}, {q->xz, q->yz, q->zz}};
    fy_point slope = fy_quadric_slope(q, at);
    double half[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            half[i][k] = a[i][0] * way->m[0][k] + a[i][1] * way->m[1][k] + a[i][2] * way->m[2][k];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            to->matrix[i][k] +=
                way->m[0][i] * half[0][k] + way->m[1][i] * half[1][k] + way->m[2][i] * half[2][k];
    to->slope.x += way->m[0][0] * slope.x + way->m[1][0] * slope.y + way->m[2][0] * slope.z;
    to->slope.y += way->m[0][1] * slope.x + way->m[1][1] * slope.y + way->m[2][1] * slope.z;
    to->slope.z += way->m[0][2] * slope.x + way->m[1][2] * slope.y + way->m[2][2] * slope.z;
}

/* The step to where the sum is least. */
static bool step_of(const pull *p, fy_point *step) {
    double stay = STAY * (p->matrix[0][0] + p->matrix[1][1] + p->matrix[2][2]);
    ferry_matrix m = {{{0}}}, inverse;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) m.m[i][k] = p->matrix[i][k] + (i == k ? stay : 0);
    if (!(stay > 0) || !fy_matrix_invert(&m, &inverse) || !fy_matrix_finite(&inverse)) return false;
    *step = fy_point_scale(fy_point_move(&inverse, p->slope), -1);
    return true;
}

static double shortest_edge(const fy_shell *s, uint32_t vertex) {
    double least = HUGE_VAL;
    FY_EACH_CORNER(s, vertex, c) {
        uint32_t three[3];
        fy_corners_from(c, three);
        for (int i = 1; i < 3; i++) {
            fy_point to = fy_place_of(s, fy_corner_vertex(s, three[i]), 0);
            least = fmin(least, fy_point_length(fy_point_sub(to, fy_place_of(s, vertex, 0))));
        }
    }
    return least;
}

/* No triangle is spoiled in the new places. */
static bool is_sound(const fy_shell *s, uint32_t vertex, const fy_point *places) {
    FY_EACH_CORNER(s, vertex, c) {
        uint32_t three[3], vertices[3];
        fy_corners_from(c, three);
        for (int i = 0; i < 3; i++) vertices[i] = fy_corner_vertex(s, three[i]);
        if (fy_triangle_spoiled(s, vertices, places)) return false;
    }
    return true;
}

/* All wedges at a vertex can be carried there: from the rest pose there is a way back into their meshes. */
static bool may_move(const fy_shell *s, uint32_t vertex) {
    if (s->vertices[vertex].flags & (FY_VERTEX_FIXED | FY_VERTEX_MORPHED | FY_VERTEX_GONE)) return false;
    FY_EACH_CORNER(s, vertex, c)
    if (!s->ways_back[s->wedges[s->corners[c]].mover]) return false;
    return s->vertices[vertex].first != FERRY_NONE;
}

static bool sum_pull(const fy_shell *s, uint32_t vertex, pull *to, ferry_matrix *ways) {
    uint32_t mover = s->wedges[s->corners[s->vertices[vertex].first]].mover;
    *to = (pull){{{0}}, {0, 0, 0}};
    for (uint32_t k = 0; k < s->pose_count; k++) {
        if (!way_to(s, mover, k, &ways[k])) return false;
        add_pull(to, &s->quadrics[(size_t)vertex * s->pose_count + k], &ways[k], fy_place_of(s, vertex, k));
    }
    return true;
}

static void put(fy_shell *s, uint32_t vertex, const fy_point *places) {
    for (uint32_t k = 0; k < s->pose_count; k++) s->places[(size_t)vertex * s->pose_count + k] = places[k];
    s->vertices[vertex].flags |= FY_VERTEX_MOVED;
}

static void refit_vertex(fy_shell *s, fy_track_list *track, uint32_t vertex, double error) {
    ferry_matrix ways[MOST_POSES];
    fy_point places[MOST_POSES], step, at = fy_place_of(s, vertex, 0);
    pull p;
    if (!may_move(s, vertex)) return;
    s->vertices[vertex].first = fy_live_corner(s, s->vertices[vertex].first);
    if (s->vertices[vertex].first == FERRY_NONE || !sum_pull(s, vertex, &p, ways) || !step_of(&p, &step))
        return;
    double length = fy_point_length(step), most = LONGEST_STEP * shortest_edge(s, vertex);
    if (!(length > 1e-7 * s->size) || !(most < HUGE_VAL)) return;
    if (length > most) step = fy_point_scale(step, most / length);
    for (int tries = 0; tries < 3; tries++, step = fy_point_scale(step, .5)) {
        fy_point to = fy_point_add(at, step);
        for (uint32_t k = 0; k < s->pose_count; k++) {
            fy_point by = fy_point_sub(fy_point_move(&ways[k], to), fy_point_move(&ways[k], at));
            places[k] = fy_point_add(fy_place_of(s, vertex, k), by);
        }
        if (!is_sound(s, vertex, places) || !fy_track_allows_place(s, track, vertex, places, error)) continue;
        put(s, vertex, places);
        return;
    }
}

/* Texture and colour slide to where they were. */
static void refit_attributes(fy_shell *s, uint32_t vertex) {
    uint32_t stamp = ++s->wedge_stamp;
    if (!(s->vertices[vertex].flags & FY_VERTEX_MOVED)) return;
    FY_EACH_CORNER(s, vertex, c) {
        uint32_t wedge = s->corners[c];
        double values[FY_MOST_CHANNELS];
        if (s->wedges[wedge].stamp == stamp) continue;
        s->wedges[wedge].stamp = stamp;
        s->wedges[wedge].moved = true;
        fy_attributes_best(s, wedge, fy_place_of(s, vertex, 0), values);
        for (uint32_t i = 0; i < fy_channel_count(s, wedge); i++)
            s->values[s->wedges[wedge].slot + i] = values[i];
    }
}

bool fy_refit(fy_shell *s, fy_track_list *track, double error) {
    for (int round = 0; s->pose_count <= MOST_POSES && round < ROUNDS; round++)
        for (uint32_t v = 0; v < s->vertex_count; v++) {
            refit_vertex(s, track, v, error);
            if (!ferry_tick(s->job)) return false;
        }
    for (uint32_t v = 0; v < s->vertex_count; v++) refit_attributes(s, v);
    return true;
}
