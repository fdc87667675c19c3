/* track.c: see the header. */
#include "core/simplify/track.h"

#include "ferry64_format.h"

static void put_on(fy_track_list *list, uint32_t point, uint32_t triangle) {
    list->on[point] = triangle;
    if (triangle == FERRY_NONE) return;
    list->next[point] = list->heads[triangle];
    list->heads[triangle] = point;
}

/* Half of a triangle's area is its middle's, the rest its corners'. */
static void add_triangle(const fy_shell *s, fy_track_list *list, uint32_t t) {
    uint32_t point = s->vertex_count + t;
    fy_point at[3];
    for (uint32_t k = 0; k < s->pose_count; k++) {
        for (uint32_t i = 0; i < 3; i++) at[i] = fy_place_of(s, fy_corner_vertex(s, 3 * t + i), k);
        list->homes[(size_t)point * s->pose_count + k] =
            fy_point_scale(fy_point_add(fy_point_add(at[0], at[1]), at[2]), 1. / 3);
        if (k) continue;
        double area = .5 * fy_point_length(fy_point_normal(at[0], at[1], at[2])) * s->importances[t];
        list->areas[point] = area / 2;
        for (uint32_t i = 0; i < 3; i++) list->areas[fy_corner_vertex(s, 3 * t + i)] += area / 6;
    }
    list->parts[point] = s->vertices[fy_corner_vertex(s, 3 * t)].component;
    put_on(list, point, t);
}

/* Takes up what is on a triangle. */
static void queue_all(fy_track_list *list, uint32_t triangle) {
    for (uint32_t v = list->heads[triangle]; v != FERRY_NONE; v = list->next[v])
        list->queue[list->queued++] = v;
    list->heads[triangle] = FERRY_NONE;
}

enum { MOST_FAN = 48 }; /* triangles that are looked at */

bool fy_track_open(fy_shell *s, fy_track_list *list) {
    list->count = s->vertex_count + s->triangle_count;
    size_t places = (size_t)list->count * s->pose_count;
    list->homes = ferry_new(s->job, fy_point, places + 1);
    list->areas = ferry_new(s->job, double, (size_t)list->count + 1);
    list->squares = ferry_new(s->job, double, (size_t)list->count + 1);
    list->parts = ferry_new(s->job, uint32_t, (size_t)list->count + 1);
    list->on = ferry_new(s->job, uint32_t, (size_t)list->count + 1);
    list->next = ferry_new(s->job, uint32_t, (size_t)list->count + 1);
    list->queue = ferry_new(s->job, uint32_t, (size_t)list->count + 1);
    list->heads = ferry_new(s->job, uint32_t, (size_t)s->triangle_count + 1);
    if (!list->homes || !list->areas || !list->squares || !list->parts || !list->on || !list->next ||
        !list->queue || !list->heads)
        return false;
    for (size_t i = 0; i < (size_t)s->vertex_count * s->pose_count; i++) list->homes[i] = s->places[i];
    for (uint32_t t = 0; t < s->triangle_count; t++) list->heads[t] = FERRY_NONE;
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        list->parts[v] = s->vertices[v].component;
        put_on(list, v, s->vertices[v].first == FERRY_NONE ? FERRY_NONE : s->vertices[v].first / 3);
    }
    for (uint32_t t = 0; t < s->triangle_count; t++) add_triangle(s, list, t);
    return ferry_tick(s->job);
}

/* ---------------------------------------------------------------------------------------- distances */

/* The square of the distance from a point to a line's part between two others. */
static double side_square(fy_point p, fy_point a, fy_point b) {
    fy_point along = fy_point_sub(b, a), to = fy_point_sub(p, a);
    double length = fy_point_dot(along, along), at = length > 0 ? fy_point_dot(along, to) / length : 0;
    fy_point off = fy_point_sub(to, fy_point_scale(along, fmin(fmax(at, 0), 1)));
    return fy_point_dot(off, off);
}

/* Or any that is not below `most`, if it is not. */
static double triangle_square(fy_point p, const fy_point at[3], double most) {
    fy_point n = fy_point_normal(at[0], at[1], at[2]);
    double square = fy_point_dot(n, n), off = fy_point_dot(fy_point_sub(p, at[0]), n), least = HUGE_VAL;
    bool inside = square > 0;
    if (off * off >= most * square && inside) return most; /* its plane is as far already */
    for (int i = 0; i < 3; i++) {
        fy_point a = at[i], b = at[(i + 1) % 3];
        inside = inside && fy_point_dot(fy_point_cross(fy_point_sub(b, a), fy_point_sub(p, a)), n) >= 0;
    }
    if (inside) return off * off / square;
    for (int i = 0; i < 3; i++) least = fmin(least, side_square(p, at[i], at[(i + 1) % 3]));
    return least;
}

/* The least of `most` and that of a vertex of the source to a triangle, in which `from` counts as being at
 * `to`. */
static double square_to(const fy_shell *s, const fy_track_list *list, uint32_t vertex, uint32_t triangle,
                        uint32_t pose, uint32_t from, uint32_t to, double most) {
    fy_point at[3];
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t v = fy_corner_vertex(s, 3 * triangle + i);
        at[i] = fy_place_of(s, v == from ? to : v, pose);
    }
    return fmin(most, triangle_square(list->homes[(size_t)vertex * s->pose_count + pose], at, most));
}

/* ------------------------------------------------------------------------------------------- moving */

/* The least square of all triangles that there will be around `to`. */
static double least_square(const fy_shell *s, const fy_track_list *list, uint32_t vertex, uint32_t pose,
                           uint32_t from, uint32_t to) {
    double least = HUGE_VAL;
    FY_EACH_CORNER(s, to, c)
    if (!fy_has_vertex(s, c / 3, from)) least = square_to(s, list, vertex, c / 3, pose, from, to, least);
    if (from == FERRY_NONE) return least;
    FY_EACH_CORNER(s, from, c)
    if (!fy_has_vertex(s, c / 3, to)) least = square_to(s, list, vertex, c / 3, pose, from, to, least);
    return least;
}

/* Of what is on triangles of `at`, one of both. */
static bool stays_near(const fy_shell *s, const fy_track_list *list, uint32_t at, const fy_move *move,
                       double most) {
    FY_EACH_CORNER(s, at, c)
    for (uint32_t v = list->heads[c / 3]; v != FERRY_NONE; v = list->next[v])
        for (uint32_t k = 0; k < s->pose_count; k++)
            if (!(least_square(s, list, v, k, move->from, move->to) <= most * most)) return false;
    return true;
}

bool fy_track_allows(fy_shell *s, fy_track_list *list, const fy_move *move, double most) {
    fy_point *own = &s->places[(size_t)move->to * s->pose_count], kept[FY_MOST_POSES];
    if (!move->placed) return stays_near(s, list, move->from, move, most);
    for (uint32_t k = 0; k < s->pose_count; k++) kept[k] = own[k], own[k] = move->fit.places[k];
    bool allowed = stays_near(s, list, move->from, move, most) && stays_near(s, list, move->to, move, most);
    for (uint32_t k = 0; k < s->pose_count; k++) own[k] = kept[k];
    return allowed;
}

bool fy_track_allows_place(fy_shell *s, fy_track_list *list, uint32_t vertex, const fy_point *places,
                           double most) {
    fy_point *own = &s->places[(size_t)vertex * s->pose_count];
    bool allowed = true;
    if (!(most < HUGE_VAL)) return true;
    for (uint32_t k = 0; allowed && k < s->pose_count; k++) {
        fy_point kept = own[k];
        own[k] = places[k];
        FY_EACH_CORNER(s, vertex, c)
        for (uint32_t v = list->heads[c / 3]; allowed && v != FERRY_NONE; v = list->next[v])
            allowed = least_square(s, list, v, k, FERRY_NONE, vertex) <= most * most;
        own[k] = kept;
    }
    return allowed;
}

/* Of a point, the least square to some triangles. */
static double least_of(const fy_shell *s, const fy_track_list *list, uint32_t point, uint32_t pose,
                       const uint32_t *triangles, uint32_t count) {
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < count; i++)
        least = square_to(s, list, point, triangles[i], pose, FERRY_NONE, FERRY_NONE, least);
    return least;
}

double fy_track_off(const fy_shell *s, const fy_track_list *list, const uint32_t *triangles, uint32_t count,
                    double most) {
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t v = list->heads[triangles[i]]; v != FERRY_NONE; v = list->next[v])
            for (uint32_t k = 0; k < (most < HUGE_VAL ? s->pose_count : 1); k++) {
                double square = least_of(s, list, v, k, triangles, count);
                if (!(square <= most * most)) return HUGE_VAL;
                if (k == 0) sum += list->areas[v] * square;
            }
    return sum;
}

void fy_track_share(const fy_shell *s, fy_track_list *list, const uint32_t triangles[2]) {
    list->queued = 0;
    for (int i = 0; i < 2; i++) queue_all(list, triangles[i]);
    for (uint32_t i = 0; i < list->queued; i++) {
        uint32_t v = list->queue[i];
        double first = least_of(s, list, v, 0, triangles, 1), least = least_of(s, list, v, 0, triangles, 2);
        list->squares[v] = least;
        put_on(list, v, triangles[least < first]);
    }
}

void fy_track_join(fy_track_list *list, uint32_t from, uint32_t to) {
    list->queued = 0;
    queue_all(list, from);
    for (uint32_t i = 0; i < list->queued; i++) put_on(list, list->queue[i], to);
}

/* Triangles around a vertex as they will be. */
typedef struct fan {
    fy_point at, sides[MOST_FAN][2], normals[MOST_FAN]; /* all from `at`; normals of unit length */
    uint32_t triangles[MOST_FAN], count;
} fan;

static void add_to_fan(const fy_shell *s, fan *f, uint32_t vertex, uint32_t other) {
    FY_EACH_CORNER(s, vertex, c) {
        uint32_t three[3];
        if (f->count == MOST_FAN || (other != FERRY_NONE && fy_has_vertex(s, c / 3, other))) continue;
        fy_corners_from(c, three);
        for (int i = 0; i < 2; i++)
            f->sides[f->count][i] = fy_point_sub(fy_place_of(s, fy_corner_vertex(s, three[1 + i]), 0), f->at);
        fy_point n = fy_point_cross(f->sides[f->count][0], f->sides[f->count][1]);
        double length = fy_point_length(n);
        f->triangles[f->count] = c / 3;
        f->normals[f->count++] = fy_point_scale(n, length > 0 ? 1 / length : 0);
    }
}

/* Where on a triangle from the origin the nearest point to p is (Ericson 2005): the way from there. */
static fy_point way_from(fy_point p, fy_point ab, fy_point ac) {
    fy_point bp = fy_point_sub(p, ab), cp = fy_point_sub(p, ac);
    double d1 = fy_point_dot(ab, p), d2 = fy_point_dot(ac, p), d3 = fy_point_dot(ab, bp),
           d4 = fy_point_dot(ac, bp), d5 = fy_point_dot(ab, cp), d6 = fy_point_dot(ac, cp),
           va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    if (d1 <= 0 && d2 <= 0) return p;
    if (d3 >= 0 && d4 <= d3) return bp;
    if (d6 >= 0 && d5 <= d6) return cp;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return fy_point_sub(p, fy_point_scale(ab, d1 / (d1 - d3)));
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return fy_point_sub(p, fy_point_scale(ac, d2 / (d2 - d6)));
    if (va <= 0 && d4 >= d3 && d5 >= d6) {
        double part = (d4 - d3) / (d4 - d3 + d5 - d6);
        return fy_point_sub(bp, fy_point_scale(fy_point_sub(ac, ab), part));
    }
    double sum = va + vb + vc;
    if (!(sum > 0)) return p;
    return fy_point_sub(p, fy_point_add(fy_point_scale(ab, vb / sum), fy_point_scale(ac, vc / sum)));
}

/* `nearest`: the triangle; FERRY_NONE: none. */
static double square_to_fan(const fan *f, fy_point at, uint32_t *nearest) {
    fy_point p = fy_point_sub(at, f->at);
    double least = HUGE_VAL;
    *nearest = FERRY_NONE;
    for (uint32_t i = 0; i < f->count; i++) {
        double above = fy_point_dot(p, f->normals[i]);
        if (above * above >= least) continue;
        fy_point way = way_from(p, f->sides[i][0], f->sides[i][1]);
        double square = fy_point_dot(way, way);
        if (square < least) least = square, *nearest = f->triangles[i];
    }
    return least;
}

/* Of what is on triangles of a vertex; without those that `other` is in. */
static double cost_on(const fy_shell *s, const fy_track_list *list, uint32_t vertex, uint32_t other,
                      const fan *f) {
    double sum = 0;
    FY_EACH_CORNER(s, vertex, c) {
        if (list->heads[c / 3] == FERRY_NONE || (other != FERRY_NONE && fy_has_vertex(s, c / 3, other)))
            continue;
        for (uint32_t v = list->heads[c / 3], on; v != FERRY_NONE; v = list->next[v]) {
            double square = square_to_fan(f, list->homes[(size_t)v * s->pose_count], &on);
            sum += list->areas[v] * (square - list->squares[v]);
        }
    }
    return sum;
}

double fy_track_cost(const fy_shell *s, const fy_track_list *list, const fy_move *move) {
    fan f;
    f.count = 0;
    f.at = move->placed ? move->fit.places[0] : fy_place_of(s, move->to, 0);
    add_to_fan(s, &f, move->to, move->from);
    add_to_fan(s, &f, move->from, move->to);
    if (!f.count) return 0;
    double sum = cost_on(s, list, move->from, FERRY_NONE, &f);
    if (move->placed) sum += cost_on(s, list, move->to, move->from, &f);
    return sum;
}

static void take_from(fy_shell *s, fy_track_list *list, uint32_t vertex) {
    FY_EACH_CORNER(s, vertex, c) queue_all(list, c / 3);
}

void fy_track_take(fy_shell *s, fy_track_list *list, const fy_move *move) {
    list->queued = 0;
    take_from(s, list, move->from);
    if (move->placed) take_from(s, list, move->to);
}

void fy_track_put(const fy_shell *s, fy_track_list *list, uint32_t to) {
    fan f = {.count = 0, .at = fy_place_of(s, to, 0)};
    add_to_fan(s, &f, to, FERRY_NONE);
    for (uint32_t i = 0; i < list->queued; i++) {
        uint32_t v = list->queue[i], on;
        double square = square_to_fan(&f, list->homes[(size_t)v * s->pose_count], &on);
        list->squares[v] = on == FERRY_NONE ? 0 : square;
        put_on(list, v, on);
    }
}

/* ----------------------------------------------------------------------------------------- measuring */

/* The square to the triangles around the one that the point is on. */
static double square_now(const fy_shell *s, const fy_track_list *list, uint32_t point, uint32_t pose) {
    uint32_t on = list->on[point];
    double least = square_to(s, list, point, on, pose, FERRY_NONE, FERRY_NONE, HUGE_VAL);
    for (uint32_t i = 0; i < 3; i++) FY_EACH_CORNER(s, fy_corner_vertex(s, 3 * on + i), c)
    if (c / 3 != on) least = square_to(s, list, point, c / 3, pose, FERRY_NONE, FERRY_NONE, least);
    return least;
}

void fy_track_measure(const fy_shell *s, const fy_track_list *list, const double *lost, uint32_t first_pose,
                      uint32_t pose_count, double *mean, double *most) {
    double sum = 0, area = 0;
    *most = 0;
    for (uint32_t v = 0; v < list->count; v++) {
        if (list->parts[v] == FERRY_NONE || list->on[v] == FERRY_NONE) continue;
        bool gone = s->corners[3 * (size_t)list->on[v]] == FERRY_NONE;
        for (uint32_t k = first_pose; k < first_pose + pose_count; k++) {
            double off = gone ? lost[list->parts[v]] : sqrt(square_now(s, list, v, k));
            sum += list->areas[v] * off;
            area += list->areas[v];
            *most = fmax(*most, off);
        }
    }
    *mean = area > 0 ? sum / area : 0;
}
