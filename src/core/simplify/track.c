/* track.c: see the header. */
#include "core/simplify/track.h"

#include "ferry64_format.h"

bool fy_track_open(fy_shell *s, fy_track_list *list) {
    size_t count = (size_t)s->vertex_count * s->pose_count;
    list->homes = ferry_new(s->job, fy_point, count + 1);
    list->on = ferry_new(s->job, uint32_t, (size_t)s->vertex_count + 1);
    list->next = ferry_new(s->job, uint32_t, (size_t)s->vertex_count + 1);
    list->queue = ferry_new(s->job, uint32_t, (size_t)s->vertex_count + 1);
    list->heads = ferry_new(s->job, uint32_t, (size_t)s->triangle_count + 1);
    if (!list->homes || !list->on || !list->next || !list->queue || !list->heads) return false;
    for (size_t i = 0; i < count; i++) list->homes[i] = s->places[i];
    for (uint32_t t = 0; t < s->triangle_count; t++) list->heads[t] = FERRY_NONE;
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        uint32_t corner = s->vertices[v].first;
        list->on[v] = corner == FERRY_NONE ? FERRY_NONE : corner / 3;
        if (corner == FERRY_NONE) continue;
        list->next[v] = list->heads[corner / 3];
        list->heads[corner / 3] = v;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- distances */

/* The square of the distance from a point to a line's part between two others. */
static double side_square(fy_point p, fy_point a, fy_point b) {
    fy_point along = fy_point_sub(b, a), to = fy_point_sub(p, a);
    double length = fy_point_dot(along, along), at = length > 0 ? fy_point_dot(along, to) / length : 0;
    fy_point off = fy_point_sub(to, fy_point_scale(along, fmin(fmax(at, 0), 1)));
    return fy_point_dot(off, off);
}

static double triangle_square(fy_point p, const fy_point at[3]) {
    fy_point n = fy_point_normal(at[0], at[1], at[2]);
    double square = fy_point_dot(n, n), least = HUGE_VAL;
    bool inside = square > 0;
    for (int i = 0; i < 3; i++) {
        fy_point a = at[i], b = at[(i + 1) % 3];
        inside = inside && fy_point_dot(fy_point_cross(fy_point_sub(b, a), fy_point_sub(p, a)), n) >= 0;
    }
    if (inside) {
        double off = fy_point_dot(fy_point_sub(p, at[0]), n);
        return off * off / square;
    }
    for (int i = 0; i < 3; i++) least = fmin(least, side_square(p, at[i], at[(i + 1) % 3]));
    return least;
}

/* Of a vertex of the source to a triangle, in which `from` counts as being at `to`. */
static double square_to(const fy_shell *s, const fy_track_list *list, uint32_t vertex, uint32_t triangle,
                        uint32_t pose, uint32_t from, uint32_t to) {
    fy_point at[3];
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t v = fy_corner_vertex(s, 3 * triangle + i);
        at[i] = fy_place_of(s, v == from ? to : v, pose);
    }
    return triangle_square(list->homes[(size_t)vertex * s->pose_count + pose], at);
}

/* ------------------------------------------------------------------------------------------- moving */

static bool has_vertex(const fy_shell *s, uint32_t triangle, uint32_t vertex) {
    for (uint32_t i = 0; i < 3; i++)
        if (fy_corner_vertex(s, 3 * triangle + i) == vertex) return true;
    return false;
}

/* The least square of all triangles that there will be around `to`. */
static double least_square(const fy_shell *s, const fy_track_list *list, uint32_t vertex, uint32_t pose,
                           uint32_t from, uint32_t to) {
    double least = HUGE_VAL;
    FY_EACH_CORNER(s, to, c)
    if (!has_vertex(s, c / 3, from)) least = fmin(least, square_to(s, list, vertex, c / 3, pose, from, to));
    if (from == FERRY_NONE) return least;
    FY_EACH_CORNER(s, from, c)
    if (!has_vertex(s, c / 3, to)) least = fmin(least, square_to(s, list, vertex, c / 3, pose, from, to));
    return least;
}

bool fy_track_allows(fy_shell *s, fy_track_list *list, uint32_t from, uint32_t to, double most) {
    FY_EACH_CORNER(s, from, c)
    for (uint32_t v = list->heads[c / 3]; v != FERRY_NONE; v = list->next[v])
        for (uint32_t k = 0; k < s->pose_count; k++)
            if (!(least_square(s, list, v, k, from, to) <= most * most)) return false;
    return true;
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

void fy_track_take(fy_shell *s, fy_track_list *list, uint32_t from) {
    list->queued = 0;
    FY_EACH_CORNER(s, from, c) {
        for (uint32_t v = list->heads[c / 3]; v != FERRY_NONE; v = list->next[v])
            list->queue[list->queued++] = v;
        list->heads[c / 3] = FERRY_NONE;
    }
}

void fy_track_put(fy_shell *s, fy_track_list *list, uint32_t to) {
    for (uint32_t i = 0; i < list->queued; i++) {
        uint32_t v = list->queue[i], best = FERRY_NONE;
        double least = HUGE_VAL;
        FY_EACH_CORNER(s, to, c) {
            double square = square_to(s, list, v, c / 3, 0, FERRY_NONE, FERRY_NONE);
            if (square < least) least = square, best = c / 3;
        }
        list->on[v] = best;
        if (best == FERRY_NONE) continue;
        list->next[v] = list->heads[best];
        list->heads[best] = v;
    }
}

/* ----------------------------------------------------------------------------------------- measuring */

void fy_track_measure(const fy_shell *s, const fy_track_list *list, uint32_t first_pose, uint32_t pose_count,
                      double *mean, double *most) {
    double sum = 0, worst = 0;
    uint64_t count = 0;
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        uint32_t on = list->on[v];
        if (on == FERRY_NONE || s->corners[3 * (size_t)on] == FERRY_NONE) continue;
        for (uint32_t k = first_pose; k < first_pose + pose_count; k++, count++) {
            double least = HUGE_VAL;
            for (uint32_t i = 0; i < 3; i++) FY_EACH_CORNER(s, fy_corner_vertex(s, 3 * on + i), c)
            least = fmin(least, square_to(s, list, v, c / 3, k, FERRY_NONE, FERRY_NONE));
            sum += sqrt(least);
            worst = fmax(worst, sqrt(least));
        }
    }
    *mean = count ? sum / (double)count : 0;
    *most = worst;
}
