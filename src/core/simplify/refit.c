/* refit.c: see the header. */
#include "core/simplify/refit.h"

#include "ferry64_format.h"
#include "core/simplify/attributes.h"
#include "core/simplify/fit.h"
#include "core/simplify/move.h"

/* A step, in parts of the shortest edge. */
static const double LONGEST_STEP = .35;

enum { ROUNDS = 2 };

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

static void refit_vertex(fy_shell *s, fy_track_list *track, uint32_t vertex, double error) {
    fy_vertex_fit fit;
    if (!fy_fit_may_move(s, vertex) || !fy_fit_find(s, vertex, FERRY_NONE, &fit)) return;
    double length = fy_point_length(fit.step), most = LONGEST_STEP * shortest_edge(s, vertex);
    if (!(length > 1e-7 * s->size) || !(most < HUGE_VAL)) return;
    fy_point step = length > most ? fy_point_scale(fit.step, most / length) : fit.step;
    for (int tries = 0; tries < 3; tries++, step = fy_point_scale(step, .5)) {
        fy_fit_step(s, vertex, step, &fit);
        if (!fy_vertex_fits(s, vertex, fit.places) ||
            !fy_track_allows_place(s, track, vertex, fit.places, error))
            continue;
        fy_fit_put(s, vertex, &fit);
        return;
    }
}

bool fy_refit(fy_shell *s, fy_track_list *track, double error) {
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t v = 0; v < s->vertex_count; v++) {
            refit_vertex(s, track, v, error);
            if (!ferry_tick(s->job)) return false;
        }
    for (uint32_t v = 0; v < s->vertex_count; v++) /* texture and colour slide to where they were */
        if (s->vertices[v].flags & FY_VERTEX_MOVED) fy_attributes_settle(s, v);
    return true;
}
