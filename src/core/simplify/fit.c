/* fit.c: see the header. */
#include "core/simplify/fit.h"

#include <float.h>

#include "ferry64_format.h"
#include "core/base/maths.h"

/* How much staying counts against the planes: it decides where they leave a choice. */
static const double STAY = .02;

/* What a vertex's planes in all poses are to its place at rest: slope and matrix of the sum. */
typedef struct pull {
    double matrix[3][3];
    fy_point slope;
} pull;

/* The largest coordinate of anything at rest. */
static double reach_of(const fy_shell *s) {
    double reach = 0;
    for (uint32_t w = 0; w < s->wedge_count; w++) {
        fy_point at = s->spots[(size_t)w * s->pose_count];
        reach = fmax(reach, fmax(fabs(at.x), fmax(fabs(at.y), fabs(at.z))));
    }
    return reach;
}

/* Whether a mesh, which has floats, holds the places that come of it, also of what goes somewhat beyond. */
static bool is_held(const ferry_matrix *back, double reach) {
    bool held = true;
    for (int i = 0; i < 3; i++) {
        double most = fabs(back->m[i][3]);
        for (int k = 0; k < 3; k++) most += fabs(back->m[i][k]) * reach;
        held = held && most < FLT_MAX / 16;
    }
    return held;
}

bool fy_ways_open(fy_shell *s) {
    double reach = reach_of(s);
    s->ways = ferry_new(s->job, ferry_matrix, (size_t)s->mover_count * s->pose_count + 1);
    if (!s->ways) return false;
    for (uint32_t m = 0; m < s->mover_count; m++) {
        s->ways_back[m] = s->ways_back[m] && is_held(&s->backs[m], reach);
        for (uint32_t k = 0; s->ways_back[m] && k < s->pose_count; k++) {
            ferry_matrix *way = &s->ways[(size_t)m * s->pose_count + k];
            *way = fy_matrix_multiply(&s->movers[(size_t)m * s->pose_count + k], &s->backs[m]);
            s->ways_back[m] = fy_matrix_finite(way);
        }
    }
    return true;
}

static uint32_t mover_of(const fy_shell *s, uint32_t vertex) {
    uint32_t first = fy_live_corner(s, s->vertices[vertex].first);
    return first == FERRY_NONE ? FERRY_NONE : s->wedges[s->corners[first]].mover;
}

bool fy_fit_may_move(const fy_shell *s, uint32_t vertex) {
    const uint32_t stays = FY_VERTEX_FIXED | FY_VERTEX_MORPHED | FY_VERTEX_GONE;
    uint32_t first = mover_of(s, vertex);
    if (s->vertices[vertex].flags & stays || s->pose_count > FY_MOST_POSES || first == FERRY_NONE)
        return false;
    FY_EACH_CORNER(s, vertex, c) {
        uint32_t mover = s->wedges[s->corners[c]].mover;
        if (!s->ways_back[mover]) return false;
        if (s->pose_count > 1 && s->mover_kinds[mover] != s->mover_kinds[first]) return false;
    }
    return true;
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
    return fy_point_length(*step) < HUGE_VAL;
}

void fy_fit_step(const fy_shell *s, uint32_t vertex, fy_point step, fy_vertex_fit *fit) {
    const ferry_matrix *ways = &s->ways[(size_t)mover_of(s, vertex) * s->pose_count];
    fit->step = step;
    for (uint32_t k = 0; k < s->pose_count; k++) {
        const ferry_matrix *m = &ways[k];
        fy_point by = {m->m[0][0] * step.x + m->m[0][1] * step.y + m->m[0][2] * step.z,
                       m->m[1][0] * step.x + m->m[1][1] * step.y + m->m[1][2] * step.z,
                       m->m[2][0] * step.x + m->m[2][1] * step.y + m->m[2][2] * step.z};
        fit->places[k] = fy_point_add(fy_place_of(s, vertex, k), k ? by : step);
    }
}

bool fy_fit_find(const fy_shell *s, uint32_t vertex, uint32_t other, fy_vertex_fit *fit) {
    const ferry_matrix *ways = &s->ways[(size_t)mover_of(s, vertex) * s->pose_count];
    pull sum = {{{0}}, {0, 0, 0}};
    fy_point step;
    for (uint32_t k = 0; k < s->pose_count; k++) {
        fy_quadric q = s->quadrics[(size_t)vertex * s->pose_count + k];
        if (other != FERRY_NONE) fy_quadric_add(&q, &s->quadrics[(size_t)other * s->pose_count + k]);
        add_pull(&sum, &q, &ways[k], fy_place_of(s, vertex, k));
    }
    if (!step_of(&sum, &step)) return false;
    fy_fit_step(s, vertex, step, fit);
    return true;
}

void fy_fit_put(fy_shell *s, uint32_t vertex, const fy_vertex_fit *fit) {
    for (uint32_t k = 0; k < s->pose_count; k++)
        s->places[(size_t)vertex * s->pose_count + k] = fit->places[k];
    s->vertices[vertex].flags |= FY_VERTEX_MOVED;
}
