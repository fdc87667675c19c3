/* t3dm_more_vertices.c: see t3dm_more_vertices.h. */
#include "formats/t3dm/draw/t3dm_more_vertices.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/mesh_streams.h"

static void *widen(ferry_job *job, const void *from, uint32_t count, uint32_t more, size_t size) {
    void *to = ferry_alloc(job, (size_t)count + more, size);
    return to ? memcpy(to, from, count * size) : NULL;
}

bool fy_t3dm_widen_mesh(ferry_job *job, ferry_mesh *mesh, uint32_t more) {
    for (int i = 0; i < FY_VERTEX_STREAMS; i++) {
        const void *from = fy_mesh_stream(mesh, i);
        void *to = from ? widen(job, from, mesh->vertex_count, more, fy_mesh_stream_size(i)) : NULL;
        if (from && !to) return false;
        fy_set_mesh_stream(mesh, i, to);
    }
    for (int i = FY_VERTEX_STREAMS; i < FY_MESH_STREAMS; i++) fy_set_mesh_stream(mesh, i, NULL);
    return true;
}

uint32_t fy_t3dm_copy_vertex(const ferry_mesh *from, uint32_t vertex, ferry_mesh *to) {
    uint32_t number = to->vertex_count++;
    for (int i = 0; i < FY_VERTEX_STREAMS; i++) {
        size_t size = fy_mesh_stream_size(i);
        const uint8_t *source = fy_mesh_stream(from, i);
        uint8_t *data = fy_mesh_stream(to, i);
        if (data) memcpy(data + number * size, source + vertex * size, size);
    }
    return number;
}
