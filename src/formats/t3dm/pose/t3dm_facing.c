/* t3dm_facing.c: which way a triangle faces, against its normals. */
#include "formats/t3dm/pose/t3dm_facing.h"

#include "ferry64.h"
#include "core/base/maths.h"

double fy_t3dm_facing(const ferry_mesh *mesh, uint32_t triangle) {
    const uint32_t *c = mesh->triangles + 3 * (size_t)triangle;
    const ferry_vec3 *p = mesh->positions, *n = mesh->normals;
    ferry_vec3 face = fy_vec3_cross(fy_vec3_sub(p[c[1]], p[c[0]]), fy_vec3_sub(p[c[2]], p[c[0]]));
    return fy_vec3_dot(face, fy_vec3_add(fy_vec3_add(n[c[0]], n[c[1]]), n[c[2]]));
}
