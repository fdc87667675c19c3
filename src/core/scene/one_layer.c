/* one_layer.c: see one_layer.h. */
#include "core/scene/one_layer.h"

#include <math.h>

#include "ferry64.h"
#include "core/base/maths.h"

/* How far from a plane a surface may lie, as a share of its size: to be flat, and to be curved one way. */
#define FLAT 1e-3
#define CURVED .01

/* What share of it may be curved otherwise: edges that are bent back. */
#define CURVED_BACK .05

/* About how many triangles are compared with all corners. */
enum { PLANES = 256 };

typedef struct plane {
    ferry_vec3 normal; /* of length 0: the triangle has no area */
    ferry_vec3 at;
    double area; /* twice that of the triangle */
} plane;

static plane plane_of(const ferry_mesh *mesh, uint32_t triangle) {
    const uint32_t *of = mesh->triangles + 3 * (size_t)triangle;
    ferry_vec3 a = mesh->positions[of[0]], b = mesh->positions[of[1]], c = mesh->positions[of[2]];
    ferry_vec3 across = fy_vec3_cross(fy_vec3_sub(b, a), fy_vec3_sub(c, a));
    return (plane){fy_vec3_normalize(across), a, fy_vec3_length(across)};
}

/* How far the corners lie in front of a plane at most, and behind it. */
typedef struct sides {
    double front, behind;
} sides;

static void widen(sides *to, const ferry_mesh *mesh, const plane *of) {
    for (uint32_t k = 0; k < 3 * (size_t)mesh->triangle_count; k++) {
        double off = fy_vec3_dot(of->normal, fy_vec3_sub(mesh->positions[mesh->triangles[k]], of->at));
        to->front = fmax(to->front, off);
        to->behind = fmax(to->behind, -off);
    }
}

static double size_of(const ferry_mesh *mesh) {
    ferry_box box = fy_box_none();
    for (uint32_t k = 0; k < 3 * (size_t)mesh->triangle_count; k++)
        fy_box_grow(&box, mesh->positions[mesh->triangles[k]]);
    return fy_vec3_length(fy_vec3_sub(box.max, box.min));
}

/* All corners lie in the plane of the first triangle that has area. */
static bool is_flat(const ferry_mesh *mesh, double size) {
    plane of = {.area = 0};
    sides found = {0, 0};
    for (uint32_t t = 0; t < mesh->triangle_count && !(of.area > 0); t++) of = plane_of(mesh, t);
    widen(&found, mesh, &of);
    return fmax(found.front, found.behind) <= FLAT * size;
}

/* About PLANES of them. Odd: fronts and backs may come in turn. */
static uint32_t step_of(const ferry_mesh *mesh) {
    return (1 + mesh->triangle_count / PLANES) | 1;
}

static double looked_at(const ferry_mesh *mesh) {
    double area = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t += step_of(mesh)) area += plane_of(mesh, t).area;
    return area;
}

/* No corner lies in front of any triangle, or none behind one: of two triangles that a ray meets, one shows
 * its back. */
static bool is_curved_one_way(const ferry_mesh *mesh, double size) {
    double most = CURVED_BACK * looked_at(mesh), outwards = 0, inwards = 0;
    for (uint32_t t = 0; t < mesh->triangle_count && fmin(outwards, inwards) <= most; t += step_of(mesh)) {
        plane of = plane_of(mesh, t);
        sides found = {0, 0};
        widen(&found, mesh, &of);
        outwards += found.front > CURVED * size ? of.area : 0;
        inwards += found.behind > CURVED * size ? of.area : 0;
    }
    return fmin(outwards, inwards) <= most;
}

bool fy_mesh_is_one_layer(const ferry_mesh *mesh, bool culls) {
    double size = size_of(mesh);
    return is_flat(mesh, size) || (culls && is_curved_one_way(mesh, size));
}
