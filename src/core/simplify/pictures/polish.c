/*
 * polish.c: see the header. Vertices where pictures differ most come first. Each tries steps along its normal
 * and across, and goes on as long as that helps.
 */
#include "core/simplify/pictures/polish.h"

#include <stdlib.h>

#include "ferry64_format.h"

#include "core/simplify/attributes.h"
#include "core/simplify/fit.h"
#include "core/simplify/move.h"
#include "core/simplify/pictures/trial.h"

enum { ROUNDS = 2, MOST_STEPS = 4, MOST_RING = 64, MOST_WEDGES = 16 };

/* Steps of the rounds, and what a step has to gain, in pixels. */
static const double STEPS[ROUNDS] = {1, .5}, LEAST_GAIN = .05;

/* How many pixels may be drawn to find out, more where there are many triangles, and how many fewer for each
 * triangle of the source and eight poses: a time that all that was done before has used already. */
static const double MOST_WORK = 4e6, MOST_WORK_OF_TRIANGLE = 700, WORK_OF_TRIANGLE = 600;

/* How much it counts, in pixels, to be off the planes of the source: a few pictures do not see all. */
static const double PLANES = 3;

/* What is at a vertex, to go back to. */
typedef struct spot {
    uint32_t vertex, triangles[MOST_RING], count, wedges[MOST_WEDGES], wedge_count;
    double values[MOST_WEDGES][FY_MOST_CHANNELS];
    uint32_t flags;
    bool moved[MOST_WEDGES];
    fy_point places[FY_MOST_POSES];
} spot;

typedef struct polisher {
    fy_shell *s;
    fy_pictures *p;
    fy_track_list *track;
    double error;
    spot at;
} polisher;

/* ------------------------------------------------------------------------------------------- one spot */

static bool list_wedge(spot *at, uint32_t wedge) {
    for (uint32_t i = 0; i < at->wedge_count; i++)
        if (at->wedges[i] == wedge) return true;
    if (at->wedge_count == MOST_WEDGES) return false;
    at->wedges[at->wedge_count++] = wedge;
    return true;
}

/* False: nothing is there, or too much. */
static bool list_spot(const fy_shell *s, uint32_t vertex, spot *at) {
    at->vertex = vertex;
    at->count = at->wedge_count = 0;
    FY_EACH_CORNER(s, vertex, c) {
        if (at->count == MOST_RING || !list_wedge(at, s->corners[c])) return false;
        at->triangles[at->count++] = c / 3;
    }
    return at->count > 0;
}

static double *values_of(const fy_shell *s, const spot *at, uint32_t number) {
    return &s->values[s->wedges[at->wedges[number]].slot];
}

static void remember(const fy_shell *s, spot *at) {
    for (uint32_t k = 0; k < s->pose_count; k++) at->places[k] = fy_place_of(s, at->vertex, k);
    at->flags = s->vertices[at->vertex].flags;
    for (uint32_t i = 0; i < at->wedge_count; i++) {
        at->moved[i] = s->wedges[at->wedges[i]].moved;
        for (uint32_t k = 0; k < fy_channel_count(s, at->wedges[i]); k++)
            at->values[i][k] = values_of(s, at, i)[k];
    }
}

static void go_back(fy_shell *s, const spot *at) {
    s->vertices[at->vertex].flags = at->flags;
    for (uint32_t k = 0; k < s->pose_count; k++)
        s->places[(size_t)at->vertex * s->pose_count + k] = at->places[k];
    for (uint32_t i = 0; i < at->wedge_count; i++) {
        s->wedges[at->wedges[i]].moved = at->moved[i];
        for (uint32_t k = 0; k < fy_channel_count(s, at->wedges[i]); k++)
            values_of(s, at, i)[k] = at->values[i][k];
    }
}

static fy_point normal_at(const fy_shell *s, const spot *at) {
    fy_point sum = {0, 0, 0};
    for (uint32_t i = 0; i < at->count; i++) {
        fy_point corners[3];
        for (uint32_t k = 0; k < 3; k++)
            corners[k] = fy_place_of(s, fy_corner_vertex(s, 3 * at->triangles[i] + k), 0);
        sum = fy_point_add(sum, fy_point_normal(corners[0], corners[1], corners[2]));
    }
    double length = fy_point_length(sum);
    return length > 0 ? fy_point_scale(sum, 1 / length) : (fy_point){0, 1, 0};
}

/* How far places of a vertex are off its planes, in pixels: a length times the root of an area. */
static double off_planes(const polisher *o, const fy_point *places) {
    double sum = 0;
    for (uint32_t k = 0; k < o->s->pose_count; k++)
        sum +=
            fmax(fy_quadric_at(&o->s->quadrics[(size_t)o->at.vertex * o->s->pose_count + k], places[k]), 0);
    return sqrt(sum) * o->p->of.fine;
}

/* --------------------------------------------------------------------------------------------- steps */

/* `settle`: attributes become those that are best there. */
static bool try_step(polisher *o, fy_point step, bool settle, bool *kept) {
    fy_shell *s = o->s;
    fy_vertex_fit fit;
    *kept = false;
    fy_fit_step(s, o->at.vertex, step, &fit);
    if (!fy_vertex_fits(s, o->at.vertex, fit.places) ||
        !fy_track_allows_place(s, o->track, o->at.vertex, fit.places, o->error))
        return true;
    remember(s, &o->at);
    double more = PLANES * (off_planes(o, fit.places) - off_planes(o, o->at.places)) + LEAST_GAIN;
    fy_fit_put(s, o->at.vertex, &fit);
    if (settle) fy_attributes_settle(s, o->at.vertex);
    if (!fy_pictures_try(o->p, &more)) return false;
    *kept = more < 0;
    if (!*kept) {
        go_back(s, &o->at);
        return true;
    }
    for (uint32_t i = 0; i < o->at.wedge_count; i++) s->wedges[o->at.wedges[i]].moved = true;
    return fy_pictures_keep(o->p);
}

/* Forth, else back. */
static bool try_direction(polisher *o, fy_point step, bool settle) {
    for (int way = 0, steps = 0; way < 2 && steps < 2; way++, step = fy_point_scale(step, -1)) {
        bool kept = true;
        for (steps = 0; kept && steps < MOST_STEPS; steps++)
            if (!try_step(o, step, settle, &kept)) return false;
    }
    return true;
}

static bool polish_vertex(polisher *o, uint32_t vertex, int round) {
    fy_shell *s = o->s;
    double length = STEPS[round] / o->p->of.scale;
    bool settle = round == 0;
    if (!fy_fit_may_move(s, vertex) || !list_spot(s, vertex, &o->at)) return true;
    if (!fy_pictures_begin(o->p, o->at.triangles, o->at.count)) return false;
    fy_point up = normal_at(s, &o->at), helper = fabs(up.y) < .9 ? (fy_point){0, 1, 0} : (fy_point){1, 0, 0},
             across = fy_point_cross(up, helper);
    across = fy_point_scale(across, 1 / fy_point_length(across));
    return try_direction(o, fy_point_scale(up, length), settle) &&
           try_direction(o, fy_point_scale(across, length), settle) &&
           try_direction(o, fy_point_scale(fy_point_cross(up, across), length), settle);
}

/* ----------------------------------------------------------------------------------------------- all */

typedef struct ranked {
    double sum;
    uint32_t vertex;
} ranked;

static int by_sum(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->sum != y->sum) return x->sum > y->sum ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* Vertices, those around which pictures differ most first. NULL at the limit. */
static ranked *rank_vertices(const fy_pictures *p, uint32_t *count) {
    const fy_shell *s = p->of.shell;
    double *sums = ferry_new(s->job, double, (size_t)s->triangle_count + 1);
    ranked *list = ferry_new(s->job, ranked, (size_t)s->vertex_count + 1);
    *count = 0;
    if (!sums || !list) return NULL;
    fy_pictures_sum(p, sums);
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        double sum = 0;
        FY_EACH_CORNER(s, v, c) sum += sums[c / 3];
        if (sum > 0) list[(*count)++] = (ranked){sum, v};
    }
    if (*count) qsort(list, *count, sizeof *list, by_sum);
    return list;
}

double fy_polish_work(const fy_shell *s) {
    return fmax(MOST_WORK, MOST_WORK_OF_TRIANGLE * s->triangle_count) -
           WORK_OF_TRIANGLE * s->triangle_count * (1 + s->clip_poses / 8.);
}

bool fy_polish(fy_pictures *p, fy_track_list *track, double error, double work) {
    uint32_t count;
    if (!(p->of.scale > 0) || !(work > 0)) return true;
    polisher o = {.s = p->of.shell, .p = p, .track = track, .error = error};
    p->work = 0;
    if (!fy_pictures_draw(p)) return false;
    ranked *list = rank_vertices(p, &count);
    if (!list) return false;
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < count && (double)p->work < work * (round + 1) / ROUNDS; i++)
            if (!polish_vertex(&o, list[i].vertex, round) || !ferry_tick(p->of.shell->job)) return false;
    return true;
}
