/* t3dm_more_vertices.c: see t3dm_more_vertices.h. */
#include "formats/t3dm/draw/t3dm_more_vertices.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

static bool widen(ferry_job *job, void *list, uint32_t count, uint32_t more, size_t size) {
    void **from = list, *to;
    if (!*from) return true;
    to = ferry_alloc(job, (size_t)count + more, size);
    if (!to) return false;
    *from = memcpy(to, *from, count * size);
    return true;
}

bool fy_t3dm_widen_mesh(ferry_job *job, ferry_mesh *mesh, uint32_t more) {
    uint32_t count = mesh->vertex_count;
    ferry_vec3 **const vectors[] = {&mesh->positions, &mesh->normals, &mesh->tangents, &mesh->binormals};
    for (int i = 0; i < 4; i++)
        if (!widen(job, vectors[i], count, more, sizeof **vectors[i])) return false;
    for (int i = 0; i < FERRY_COLOR_SETS; i++) {
        if (!widen(job, &mesh->colors[i], count, more, sizeof *mesh->colors[i])) return false;
        mesh->color_numbers[i] = NULL;
    }
    for (int i = 0; i < FERRY_UV_SETS; i++)
        if (!widen(job, &mesh->uvs[i], count, more, sizeof *mesh->uvs[i])) return false;
    mesh->position_numbers = mesh->normal_numbers = NULL;
    return widen(job, &mesh->influences, count, more, sizeof *mesh->influences);
}

uint32_t fy_t3dm_copy_vertex(const ferry_mesh *from, uint32_t vertex, ferry_mesh *to) {
    uint32_t number = to->vertex_count++;
    to->positions[number] = from->positions[vertex];
    if (to->normals) to->normals[number] = from->normals[vertex];
    if (to->tangents) to->tangents[number] = from->tangents[vertex];
    if (to->binormals) to->binormals[number] = from->binormals[vertex];
    for (int i = 0; i < FERRY_COLOR_SETS; i++)
        if (to->colors[i]) to->colors[i][number] = from->colors[i][vertex];
    for (int i = 0; i < FERRY_UV_SETS; i++)
        if (to->uvs[i]) to->uvs[i][number] = from->uvs[i][vertex];
    if (to->influences) to->influences[number] = from->influences[vertex];
    return number;
}
