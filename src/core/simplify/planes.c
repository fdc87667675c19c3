/* planes.c: see the header. */
#include "core/simplify/planes.h"

#include <stdlib.h>

#include "ferry64_format.h"

static const double BORDER_WEIGHT = 3, SEAM_WEIGHT = .3;

/* The side of a triangle that begins at this corner. */
typedef struct side {
    uint32_t low, high; /* its vertices */
    uint32_t corner;
} side;

static int by_ends(const void *a, const void *b) {
    const side *x = a, *y = b;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    if (x->high != y->high) return x->high < y->high ? -1 : 1;
    return (x->corner > y->corner) - (x->corner < y->corner);
}

static void add_plane(fy_shell *s, uint32_t vertex, uint32_t pose, const fy_quadric *q) {
    fy_quadric_add(&s->quadrics[(size_t)vertex * s->pose_count + pose], q);
}

static void add_face(fy_shell *s, uint32_t t, uint32_t pose) {
    uint32_t vertices[3];
    fy_point at[3];
    for (uint32_t i = 0; i < 3; i++) {
        vertices[i] = fy_corner_vertex(s, 3 * t + i);
        at[i] = fy_place_of(s, vertices[i], pose);
    }
    fy_point n = fy_point_normal(at[0], at[1], at[2]);
    double length = fy_point_length(n);
    fy_quadric q = {0};
    if (!(length > 0)) return;
    n = fy_point_scale(n, 1 / length);
    fy_quadric_add_linear(&q, n, -fy_point_dot(n, at[0]),
                          .5 * length * s->importances[t] * s->pose_weights[pose]);
    for (int i = 0; i < 3; i++) add_plane(s, vertices[i], pose, &q);
}

/* A plane through a side of a triangle, upright on it. */
static void add_wall(fy_shell *s, uint32_t corner, double weight) {
    uint32_t c[3], vertices[3];
    fy_corners_from(corner, c);
    for (int i = 0; i < 3; i++) vertices[i] = fy_corner_vertex(s, c[i]);
    for (uint32_t pose = 0; pose < s->pose_count; pose++) {
        fy_point at[3];
        for (int i = 0; i < 3; i++) at[i] = fy_place_of(s, vertices[i], pose);
        fy_point along = fy_point_sub(at[1], at[0]),
                 n = fy_point_cross(along, fy_point_normal(at[0], at[1], at[2]));
        double length = fy_point_length(n);
        fy_quadric q = {0};
        if (!(length > 0)) continue;
        n = fy_point_scale(n, 1 / length);
        fy_quadric_add_linear(&q, n, -fy_point_dot(n, at[0]),
                              weight * fy_point_dot(along, along) * s->importances[corner / 3] *
                                  s->pose_weights[pose]);
        add_plane(s, vertices[0], pose, &q);
        add_plane(s, vertices[1], pose, &q);
    }
}

static uint32_t apex_of(const fy_shell *s, uint32_t corner) {
    uint32_t c[3];
    fy_corners_from(corner, c);
    return fy_corner_vertex(s, c[2]);
}

/* The wedge of a side's lower or higher vertex. */
static uint32_t end_wedge(const fy_shell *s, const side *of, bool high) {
    uint32_t c[3];
    fy_corners_from(of->corner, c);
    bool second = (fy_corner_vertex(s, c[0]) == of->low) == high;
    return s->corners[c[second]];
}

/* Whether a colour or a texture breaks off between two wedges of one vertex; a crease does not count. */
static bool breaks(const fy_shell *s, uint32_t a, uint32_t b) {
    const fy_wedge *x = &s->wedges[a], *y = &s->wedges[b];
    const fy_mesh_use *use = &s->uses[x->mesh];
    if (a == b) return false;
    if (x->mesh != y->mesh)
        return s->scene->draws.data[use->draw].material !=
               s->scene->draws.data[s->uses[y->mesh].draw].material;
    for (uint32_t i = 0; i < use->channel_count; i++)
        if (use->channels[i].kind != FY_CHANNEL_NORMAL &&
            fabs(s->values[x->slot + i] - s->values[y->slot + i]) > 1e-3 * use->channels[i].weight)
            return true;
    return false;
}

/* Triangles on both faces of one use have one apex: its border is open. */
static void add_edge(fy_shell *s, const side *sides, uint32_t count) {
    bool open = true, seam = false;
    for (uint32_t i = 1; i < count; i++) {
        open &= apex_of(s, sides[i].corner) == apex_of(s, sides->corner);
        for (int high = 0; high < 2; high++)
            seam |= breaks(s, end_wedge(s, &sides[i], high), end_wedge(s, sides, high));
    }
    bool shared = s->uses[s->wedges[s->corners[sides->corner]].mesh].shared;
    if (open) {
        s->vertices[sides->low].flags |= FY_VERTEX_BORDER | (shared ? FY_VERTEX_FIXED : 0);
        s->vertices[sides->high].flags |= FY_VERTEX_BORDER | (shared ? FY_VERTEX_FIXED : 0);
    }
    if (open)
        add_wall(s, sides->corner, BORDER_WEIGHT);
    else
        for (uint32_t i = 0; seam && i < count; i++) add_wall(s, sides[i].corner, SEAM_WEIGHT);
}

bool fy_planes_open(fy_shell *s) {
    ferry_mark mark = ferry_job_mark(s->job);
    uint32_t count = 3 * s->triangle_count;
    side *sides = ferry_new(s->job, side, (size_t)count + 1);
    if (!sides) return false;
    for (uint32_t c = 0; c < count; c++) {
        uint32_t three[3];
        fy_corners_from(c, three);
        uint32_t a = fy_corner_vertex(s, three[0]), b = fy_corner_vertex(s, three[1]);
        sides[c] = (side){a < b ? a : b, a < b ? b : a, c};
    }
    if (count) qsort(sides, count, sizeof *sides, by_ends);
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        for (uint32_t k = 0; k < s->pose_count; k++) add_face(s, t, k);
        if (!ferry_tick(s->job)) return false;
    }
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && sides[end].low == sides[i].low && sides[end].high == sides[i].high;)
            end++;
        add_edge(s, &sides[i], end - i);
    }
    ferry_job_release(s->job, mark);
    return ferry_tick(s->job);
}
