/* copy_mesh.c: see the header. */
#include "core/scene/copy_mesh.h"

#include <string.h>

#include "ferry64_format.h"
#include "core/scene/mesh_streams.h"

static void *copy(ferry_scene *scene, const void *data, size_t count, size_t size, bool *whole) {
    void *own = data && *whole ? ferry_scene_alloc(scene, count + 1, size) : NULL; /* of none, too */
    if (own && count) memcpy(own, data, count * size);
    *whole &= own || !data;
    return own;
}

#define COPY(field, count) to->field = copy(scene, from->field, (count), sizeof *from->field, &whole)

bool fy_copy_mesh(ferry_scene *scene, const ferry_mesh *from, ferry_mesh *to) {
    bool whole = true;
    *to = *from;
    for (int i = 0; i < FY_MESH_STREAMS; i++)
        fy_set_mesh_stream(
            to, i, copy(scene, fy_mesh_stream(from, i), from->vertex_count, fy_mesh_stream_size(i), &whole));
    COPY(triangles, 3 * (size_t)from->triangle_count);
    return whole;
}

static bool copy_morph(ferry_scene *scene, const ferry_morph *from, ferry_morph *to) {
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

bool fy_copy_meshes(ferry_job *job, ferry_scene *scene, ferry_scene *copy) {
    *copy = *scene;
    copy->meshes.data = ferry_scene_alloc(scene, (size_t)scene->meshes.count + 1, sizeof(ferry_mesh));
    copy->morphs.data = ferry_scene_alloc(scene, (size_t)scene->morphs.count + 1, sizeof(ferry_morph));
    copy->vertex_color_groups.data = ferry_scene_alloc(scene, (size_t)scene->vertex_color_groups.count + 1,
                                                       sizeof(ferry_vertex_color_group));
    if (!copy->meshes.data || !copy->morphs.data || !copy->vertex_color_groups.data) return false;
    for (uint32_t i = 0; i < scene->meshes.count; i++)
        if (!ferry_tick(job) || !fy_copy_mesh(scene, &scene->meshes.data[i], &copy->meshes.data[i]))
            return false;
    for (uint32_t i = 0; i < scene->morphs.count; i++)
        if (!copy_morph(scene, &scene->morphs.data[i], &copy->morphs.data[i])) return false;
    for (uint32_t i = 0; i < scene->vertex_color_groups.count; i++)
        if (!fy_copy_vertex_color_group(scene, &scene->vertex_color_groups.data[i],
                                        &copy->vertex_color_groups.data[i]))
            return false;
    return true;
}
