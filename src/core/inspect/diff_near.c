/* diff_near.c: how far the points of one cloud are from the nearest of another (diff.c): a balanced tree that
 * is cut along the axes in turn, laid out in one array. */
#include "core/inspect/diff_near.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"

enum { STACK = 64 }; /* a level for each bit of a count, twice */

static int by_axis(const void *a, const void *b, int axis) {
    double x = (double)(&((const ferry_vec3 *)a)->x)[axis], y = (double)(&((const ferry_vec3 *)b)->x)[axis];
    return (x > y) - (x < y);
}

static int by_x(const void *a, const void *b) {
    return by_axis(a, b, 0);
}

static int by_y(const void *a, const void *b) {
    return by_axis(a, b, 1);
}

static int by_z(const void *a, const void *b) {
    return by_axis(a, b, 2);
}

/* Sorts so that the middle of each range parts it along the axis of its depth. */
static void build_tree(ferry_job *job, ferry_vec3 *points, uint32_t count, int axis) {
    static int (*const order[])(const void *, const void *) = {by_x, by_y, by_z};
    if (count < 2 || !ferry_tick(job)) return;
    qsort(points, count, sizeof *points, order[axis]);
    uint32_t middle = count / 2;
    build_tree(job, points, middle, (axis + 1) % 3);
    build_tree(job, points + middle + 1, count - middle - 1, (axis + 1) % 3);
}

typedef struct range {
    const ferry_vec3 *points;
    uint32_t count;
    int axis;
    double plane; /* squared distance to what parts it from where the point is */
} range;

static double squared(ferry_vec3 a, ferry_vec3 b) {
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    return x * x + y * y + z * z;
}

static double nearest(const ferry_vec3 *points, uint32_t count, ferry_vec3 p) {
    range stack[STACK] = {{points, count, 0, 0}};
    double best = INFINITY;
    for (uint32_t top = 1; top;) {
        range r = stack[--top];
        while (r.count && r.plane < best) {
            uint32_t middle = r.count / 2;
            const ferry_vec3 *pivot = &r.points[middle];
            double side = (double)(&p.x)[r.axis] - (double)(&pivot->x)[r.axis], here = squared(*pivot, p);
            if (here < best) best = here;
            range low = {r.points, middle, (r.axis + 1) % 3, r.plane};
            range high = {pivot + 1, r.count - middle - 1, (r.axis + 1) % 3, r.plane};
            range far = side < 0 ? high : low;
            far.plane = side * side;
            if (top < STACK) stack[top++] = far;
            r = side < 0 ? low : high;
        }
    }
    return sqrt(best);
}

static bool widen_distance(ferry_job *job, const ferry_vec3 *points, uint32_t count, const ferry_vec3 *tree,
                           uint32_t tree_count, double *largest) {
    for (uint32_t i = 0; i < count && ferry_tick(job); i++) {
        double distance = nearest(tree, tree_count, points[i]);
        if (distance > *largest) *largest = distance;
    }
    return ferry_tick(job);
}

bool fy_diff_nearest(ferry_job *job, const ferry_vec3 *a, uint32_t a_count, const ferry_vec3 *b,
                     uint32_t b_count, double *largest) {
    *largest = 0;
    if (!a_count || !b_count) return true;
    ferry_vec3 *of_a = ferry_new(job, ferry_vec3, a_count), *of_b = ferry_new(job, ferry_vec3, b_count);
    if (!of_a || !of_b) return false;
    memcpy(of_a, a, a_count * sizeof *of_a);
    memcpy(of_b, b, b_count * sizeof *of_b);
    build_tree(job, of_a, a_count, 0);
    build_tree(job, of_b, b_count, 0);
    return widen_distance(job, a, a_count, of_b, b_count, largest) &&
           widen_distance(job, b, b_count, of_a, a_count, largest);
}
