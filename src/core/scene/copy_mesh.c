/* copy_mesh.c: see the header. */
#include "core/scene/copy_mesh.h"

#include <string.h>

static void *copy(ferry_scene *scene, const void *data, size_t count, size_t size, bool *whole) {
    void *own = data && *whole ? ferry_scene_alloc(scene, count, size) : NULL;
    if (own && count) memcpy(own, data, count * size);
    *whole &= own || !data;
    return own;
}

#define COPY(field, count) to->field = copy(scene, from->field, (count), sizeof *from->field, &whole)

bool fy_copy_mesh(ferry_scene *scene, const ferry_mesh *from, ferry_mesh *to) {
    uint32_t n = from->vertex_count;
    bool whole = true;
    *to = *from;
    COPY(positions, n);
    COPY(normals, n);
    COPY(tangents, n);
    COPY(binormals, n);
    for (int k = 0; k < FERRY_COLOR_SETS; k++) COPY(colors[k], n);
    for (int k = 0; k < FERRY_UV_SETS; k++) COPY(uvs[k], n);
    COPY(influences, n);
    COPY(position_numbers, n);
    COPY(normal_numbers, n);
    for (int k = 0; k < FERRY_COLOR_SETS; k++) COPY(color_numbers[k], n);
    COPY(triangles, 3 * (size_t)from->triangle_count);
    return whole;
}

bool fy_copy_morph(ferry_scene *scene, const ferry_morph *from, ferry_morph *to) {
    bool whole = true;
    *to = *from;
    COPY(vertices, from->count);
    COPY(positions, from->count);
    COPY(normals, from->count);
    COPY(shifts, from->count);
    return whole;
}

bool fy_copy_vertex_color_group(ferry_scene *scene, const ferry_vertex_color_group *from,
                                ferry_vertex_color_group *to) {
    bool whole = true;
    *to = *from;
    COPY(vertices, from->count);
    return whole;
}
