/* move.c: see the header. */
#include "core/simplify/move.h"

#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/simplify/attributes.h"
#include "core/simplify/movers.h"

/* Cosines of how far a triangle may turn, at rest and in another pose; what counts as a sliver; and how much
 * the length of the way counts, so that flat regions shrink evenly. */
static const double MOST_TURN = .208, MOST_TURN_POSED = 0, SLIVER = .05, WAY = 1e-5;

/* How far from the middle of the two a vertex may go, in parts of their distance. */
static const double LONGEST_STEP = .5;

/* ------------------------------------------------------------------------------------------- wedges */

/* Of the wedges at `to` in triangles with this one at `from` (`beside`), or of all of its mesh there, the one
 * whose attributes cost least. */
static uint32_t find_partner(const fy_shell *s, uint32_t wedge, const fy_move *move, bool beside,
                             double *cost) {
    fy_point at = fy_place_of(s, move->to, 0);
    uint32_t best = FERRY_NONE;
    *cost = HUGE_VAL;
    FY_EACH_CORNER(s, beside ? move->from : move->to, c) {
        uint32_t three[3];
        if (beside && s->corners[c] != wedge) continue;
        fy_corners_from(c, three);
        for (int i = beside; i < (beside ? 3 : 1); i++) {
            uint32_t other = s->corners[three[i]];
            const fy_wedge *w = &s->wedges[other];
            if (other == best || w->vertex != move->to || w->mesh != s->wedges[wedge].mesh ||
                w->kind != s->wedges[wedge].kind)
                continue;
            double own = fy_attributes_cost(s, wedge, at, s->values + s->wedges[other].slot);
            if (own < *cost) *cost = own, best = other;
        }
    }
    return best;
}

static bool is_at(const fy_shell *s, uint32_t mesh, uint32_t vertex) {
    FY_EACH_CORNER(s, vertex, c) if (s->wedges[s->corners[c]].mesh == mesh) return true;
    return false;
}

/* Where all of its mesh is of other kinds it does not go: what a clip colours would break off there. */
static void plan_wedge(const fy_shell *s, const fy_move *move, fy_transfer *to, double *cost) {
    fy_point at = fy_place_of(s, move->to, 0);
    double values[FY_MOST_CHANNELS], alone;
    bool morphed = (s->vertices[move->from].flags | s->vertices[move->to].flags) & FY_VERTEX_MORPHED;
    to->to = find_partner(s, to->wedge, move, true, cost);
    if (to->to != FERRY_NONE) return;
    to->to = find_partner(s, to->wedge, move, false, cost);
    if (to->to == FERRY_NONE && is_at(s, s->wedges[to->wedge].mesh, move->to)) return;
    if (!morphed) to->mover = fy_mover_at(s, s->wedges[to->wedge].mesh, move->to);
    if (to->mover == FERRY_NONE || !s->ways_back[to->mover]) return;
    alone = fy_attributes_best(s, to->wedge, at, values);
    if (!(alone < *cost)) return;
    to->to = FERRY_NONE;
    *cost = alone;
}

static bool list_wedges(fy_shell *s, fy_move *move) {
    uint32_t stamp = ++s->wedge_stamp;
    move->count = 0;
    FY_EACH_CORNER(s, move->from, c) {
        fy_wedge *w = &s->wedges[s->corners[c]];
        if (w->stamp == stamp) continue;
        w->stamp = stamp;
        if (!fy_job_reserve(s->job, (void **)&move->transfers, move->count, &move->capacity, 1,
                            sizeof *move->transfers))
            return false;
        move->transfers[move->count++] = (fy_transfer){s->corners[c], FERRY_NONE, FERRY_NONE};
    }
    return true;
}

/* The area around a vertex, for what only depends on that. */
double fy_area_at(const fy_shell *s, uint32_t vertex) {
    const fy_quadric *q = &s->quadrics[(size_t)vertex * s->pose_count];
    return q->xx + q->yy + q->zz;
}

/* Of the planes, where `to` stays; and what more they cost in the places of the fit. */
static double surface_cost(const fy_shell *s, const fy_move *move) {
    const fy_quadric *from = &s->quadrics[(size_t)move->from * s->pose_count],
                     *to = &s->quadrics[(size_t)move->to * s->pose_count];
    double sum = 0;
    for (uint32_t k = 0; k < s->pose_count; k++) {
        fy_point now = fy_place_of(s, move->to, k), at = move->placed ? move->fit.places[k] : now;
        double error = fy_quadric_at(&from[k], at);
        sum += error > 0 ? error : 0;
        if (move->placed) sum += fy_quadric_at(&to[k], at) - fy_quadric_at(&to[k], now);
    }
    return sum;
}

double fy_move_values(const fy_shell *s, const fy_move *move, uint32_t wedge, fy_point at, double *values) {
    fy_sums sums;
    fy_sums_of(s, wedge, &sums);
    for (uint32_t i = 0; i < move->count; i++)
        if (move->transfers[i].to == wedge) fy_sums_add(s, move->transfers[i].wedge, &sums);
    return fy_sums_best(s, wedge, &sums, at, values);
}

/* What more the attributes cost if a wedge at `to` goes to a place, with all that becomes one with it. */
static double joint_cost(const fy_shell *s, const fy_move *move, uint32_t wedge, fy_point at) {
    double values[FY_MOST_CHANNELS], now = s->wedges[wedge].vertex == move->to
                                               ? fy_attributes_cost(s, wedge, fy_place_of(s, move->to, 0),
                                                                    s->values + s->wedges[wedge].slot)
                                               : 0;
    return fy_move_values(s, move, wedge, at, values) - now;
}

static double attributes_cost_placed(fy_shell *s, const fy_move *move) {
    uint32_t stamp = ++s->wedge_stamp;
    fy_point at = move->fit.places[0];
    double sum = 0;
    for (uint32_t i = 0; i < move->count; i++)
        if (move->transfers[i].to == FERRY_NONE) sum += joint_cost(s, move, move->transfers[i].wedge, at);
    FY_EACH_CORNER(s, move->to, c) {
        fy_wedge *w = &s->wedges[s->corners[c]];
        if (w->stamp == stamp) continue;
        w->stamp = stamp;
        sum += joint_cost(s, move, s->corners[c], at);
    }
    return sum;
}

/* The place between the two that is best for both, unless that is too far off. */
static bool find_place(const fy_shell *s, fy_move *move) {
    fy_point a = fy_place_of(s, move->from, 0), b = fy_place_of(s, move->to, 0), at;
    double length = fy_point_length(fy_point_sub(a, b));
    if (!fy_fit_may_move(s, move->to) || !fy_fit_find(s, move->to, move->from, &move->fit)) return false;
    at = fy_point_sub(move->fit.places[0], fy_point_scale(fy_point_add(a, b), .5));
    return fy_point_length(at) <= LONGEST_STEP * length;
}

bool fy_move_plan(fy_shell *s, uint32_t from, uint32_t to, bool still, fy_move *move, double *cost) {
    double wedges = 0, placed;
    move->from = from;
    move->to = to;
    move->placed = false;
    *cost = HUGE_VAL;
    if (!list_wedges(s, move)) return false;
    for (uint32_t i = 0; i < move->count; i++) {
        double own;
        plan_wedge(s, move, &move->transfers[i], &own);
        wedges += own;
    }
    if (!(wedges < HUGE_VAL)) return true;
    *cost = surface_cost(s, move) + wedges;
    move->placed = !still && find_place(s, move);
    if (move->placed) {
        placed = surface_cost(s, move) + attributes_cost_placed(s, move);
        move->placed = placed < *cost;
        if (move->placed) *cost = placed > 0 ? placed : 0;
    }
    fy_point way = fy_point_sub(fy_place_of(s, from, 0), fy_place_of(s, to, 0));
    *cost += WAY * fy_area_at(s, from) * fy_point_dot(way, way);
    return true;
}

/* -------------------------------------------------------------------------------------------- guards */

double fy_shape_of(fy_point a, fy_point b, fy_point c) {
    fy_point x = fy_point_sub(b, a), y = fy_point_sub(c, b), z = fy_point_sub(a, c);
    double sides = fy_point_dot(x, x) + fy_point_dot(y, y) + fy_point_dot(z, z);
    return sides > 0 ? 2 * sqrt(3) * fy_point_length(fy_point_cross(x, y)) / sides : 0;
}

bool fy_is_sliver(double shape) {
    return !(shape > SLIVER);
}

bool fy_still_faces(fy_point now, fy_point before, uint32_t pose) {
    double lengths = fy_point_length(before) * fy_point_length(now);
    return fy_point_dot(before, now) > (pose ? MOST_TURN_POSED : MOST_TURN) * lengths;
}

/* Whether moving its first corner turns a triangle over or makes it thin, which it was not before. */
static bool is_spoiled(const fy_shell *s, const uint32_t vertices[3], const fy_point *to) {
    for (uint32_t k = 0; k < s->pose_count; k++) {
        fy_point a = fy_place_of(s, vertices[0], k), b = fy_place_of(s, vertices[1], k),
                 c = fy_place_of(s, vertices[2], k), before = fy_point_normal(a, b, c),
                 after = fy_point_normal(to[k], b, c);
        if (k && fy_is_sliver(fy_shape_of(a, b, c))) continue; /* its normal says little */
        if (!fy_still_faces(after, before, k)) return true;
        if (k) continue;
        double shape = fy_shape_of(to[k], b, c);
        if (fy_is_sliver(shape) && shape < fy_shape_of(a, b, c)) return true;
    }
    return false;
}

bool fy_vertex_fits(const fy_shell *s, uint32_t vertex, const fy_point *places) {
    FY_EACH_CORNER(s, vertex, c) {
        uint32_t three[3], vertices[3];
        fy_corners_from(c, three);
        for (int i = 0; i < 3; i++) vertices[i] = fy_corner_vertex(s, three[i]);
        if (is_spoiled(s, vertices, places)) return false;
    }
    return true;
}

/* The third vertex of a corner's triangle where `other` is in it too; FERRY_NONE: it is not. */
static uint32_t apex_with(const fy_shell *s, uint32_t corner, uint32_t other) {
    uint32_t c[3];
    fy_corners_from(corner, c);
    uint32_t a = fy_corner_vertex(s, c[1]), b = fy_corner_vertex(s, c[2]);
    return a == other ? b : b == other ? a : FERRY_NONE;
}

bool fy_move_leaves_border(const fy_shell *s, uint32_t from, uint32_t to) {
    uint32_t apex = FERRY_NONE;
    if (!(s->vertices[from].flags & FY_VERTEX_BORDER)) return false;
    FY_EACH_CORNER(s, from, c) {
        uint32_t third = apex_with(s, c, to);
        if (third != FERRY_NONE && apex != FERRY_NONE && third != apex) return true;
        if (third != FERRY_NONE) apex = third;
    }
    return false;
}

/* Of a vertex's triangles without `other`: whether there is one, and one between apexes. */
static void look_beyond(const fy_shell *s, uint32_t vertex, uint32_t other, uint32_t apex, bool *any,
                        bool *closed) {
    *any = *closed = false;
    FY_EACH_CORNER(s, vertex, c) {
        uint32_t three[3];
        fy_corners_from(c, three);
        uint32_t a = fy_corner_vertex(s, three[1]), b = fy_corner_vertex(s, three[2]);
        if (a == other || b == other) continue;
        *any = true;
        *closed |= s->stamps[a] == apex && s->stamps[b] == apex;
    }
}

/* Whether a neighbour of a vertex has a stamp. */
static bool meets_again(const fy_shell *s, uint32_t vertex, uint32_t stamp) {
    FY_EACH_CORNER(s, vertex, c) {
        uint32_t three[3];
        fy_corners_from(c, three);
        for (int i = 1; i < 3; i++)
            if (s->stamps[fy_corner_vertex(s, three[i])] == stamp) return true;
    }
    return false;
}

/* Vertices beside both must be those of triangles with both: else a tunnel would close, or triangles would
 * fall on each other. The last triangles of a piece, or of a closed one its last four, stay. `may_flatten`:
 * they may fall on each other, and of a closed piece four stay; what hangs on a vertex does not vanish. */
static bool is_linked(fy_shell *s, uint32_t from, uint32_t to, bool may_flatten) {
    uint32_t near = ++s->stamp, apex = ++s->stamp, apexes = 0;
    bool any[2], closed[2];
    FY_EACH_CORNER(s, from, c) {
        uint32_t three[3];
        fy_corners_from(c, three);
        for (int i = 1; i < 3; i++) {
            uint32_t v = fy_corner_vertex(s, three[i]);
            if (s->stamps[v] != apex) s->stamps[v] = near;
        }
        uint32_t third = apex_with(s, c, to);
        if (third == FERRY_NONE || s->stamps[third] == apex) continue;
        s->stamps[third] = apex;
        apexes++;
    }
    if (s->vertices[from].flags & FY_VERTEX_BORDER && apexes != 1) return false; /* along itself */
    if (!may_flatten && meets_again(s, to, near)) return false;
    look_beyond(s, from, to, apex, &any[0], &closed[0]);
    look_beyond(s, to, from, apex, &any[1], &closed[1]);
    if (may_flatten)
        for (int i = 0; i < 2; i++)
            if (!any[i] && !(s->vertices[i ? to : from].flags & FY_VERTEX_BORDER)) return false;
    /* More than two apexes: an edge of several glued pieces, of which one folds up. */
    return (any[0] || any[1]) && ((may_flatten && apexes > 2) || !(closed[0] && closed[1]));
}

/* Whether triangles of a vertex stay sound without those that `other` is in. */
static bool stays_sound(const fy_shell *s, uint32_t vertex, uint32_t other, const fy_point *places) {
    FY_EACH_CORNER(s, vertex, c) {
        uint32_t three[3], vertices[3];
        if (apex_with(s, c, other) != FERRY_NONE) continue;
        fy_corners_from(c, three);
        for (int i = 0; i < 3; i++) vertices[i] = fy_corner_vertex(s, three[i]);
        if (is_spoiled(s, vertices, places)) return false;
    }
    return true;
}

bool fy_move_is_sound(fy_shell *s, const fy_move *move, bool may_flatten) {
    const fy_point *places = move->placed ? move->fit.places : &s->places[(size_t)move->to * s->pose_count];
    return is_linked(s, move->from, move->to, may_flatten) && stays_sound(s, move->from, move->to, places) &&
           (!move->placed || stays_sound(s, move->to, move->from, places));
}

/* --------------------------------------------------------------------------------------------- doing */

uint32_t fy_move_wedge(const fy_move *move, uint32_t wedge) {
    for (uint32_t i = 0; i < move->count; i++)
        if (move->transfers[i].wedge == wedge)
            return move->transfers[i].to == FERRY_NONE ? wedge : move->transfers[i].to;
    return wedge;
}

static void move_wedges(fy_shell *s, const fy_move *move) {
    for (uint32_t i = 0; i < move->count; i++) {
        const fy_transfer *t = &move->transfers[i];
        fy_wedge *w = &s->wedges[t->wedge];
        if (t->to != FERRY_NONE) {
            fy_attributes_join(s, t->to, t->wedge);
            continue;
        }
        fy_attributes_best(s, t->wedge, fy_place_of(s, move->to, 0), s->values + w->slot);
        w->vertex = move->to;
        w->mover = t->mover;
        w->moved = true;
    }
}

/* Corners of both, without those that are gone. */
static void join_corners(fy_shell *s, uint32_t from, uint32_t to) {
    uint32_t ends[2] = {s->vertices[to].first, s->vertices[from].first};
    fy_vertex *v = &s->vertices[to];
    v->first = v->last = FERRY_NONE;
    for (int k = 0; k < 2; k++)
        for (uint32_t c = fy_live_corner(s, ends[k]), after; c != FERRY_NONE; c = after) {
            after = fy_live_corner(s, s->next[c]);
            fy_append_corner(s, v, c);
        }
    s->vertices[from].first = s->vertices[from].last = FERRY_NONE;
}

void fy_move_make(fy_shell *s, const fy_move *move) {
    uint32_t from = move->from, to = move->to;
    FY_EACH_CORNER(s, from, c) {
        uint32_t three[3];
        if (apex_with(s, c, to) == FERRY_NONE) continue;
        fy_corners_from(c, three);
        s->component_left[s->vertices[from].component]--;
        for (int i = 0; i < 3; i++) s->corners[three[i]] = FERRY_NONE;
        s->left--;
    }
    FY_EACH_CORNER(s, from, c) s->corners[c] = fy_move_wedge(move, s->corners[c]);
    move_wedges(s, move);
    join_corners(s, from, to);
    for (uint32_t k = 0; k < s->pose_count; k++)
        fy_quadric_add(&s->quadrics[(size_t)to * s->pose_count + k],
                       &s->quadrics[(size_t)from * s->pose_count + k]);
    s->vertices[to].flags |= s->vertices[from].flags & FY_VERTEX_BORDER;
    s->vertices[from].flags |= FY_VERTEX_GONE;
    if (!move->placed) return;
    fy_fit_put(s, to, &move->fit);
    fy_attributes_settle(s, to);
}
