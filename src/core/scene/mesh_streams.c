/* mesh_streams.c: see the header. */
#include "core/scene/mesh_streams.h"

#include <stddef.h>
#include <string.h>

/* Where its pointer stands in the mesh, and how large an element is. */
#define STREAM(field)                                                                                        \
    { offsetof(ferry_mesh, field), sizeof *((ferry_mesh *)NULL)->field }

static const struct {
    size_t place, size;
} streams[FY_MESH_STREAMS] = {
    STREAM(positions),      STREAM(normals),          STREAM(tangents),        STREAM(binormals),
    STREAM(colors[0]),      STREAM(colors[1]),        STREAM(uvs[0]),          STREAM(uvs[1]),
    STREAM(uvs[2]),         STREAM(uvs[3]),           STREAM(uvs[4]),          STREAM(uvs[5]),
    STREAM(uvs[6]),         STREAM(uvs[7]),           STREAM(influences),      STREAM(position_numbers),
    STREAM(normal_numbers), STREAM(color_numbers[0]), STREAM(color_numbers[1])};

_Static_assert(FERRY_COLOR_SETS == 2 && FERRY_UV_SETS == 8, "each set is a stream of the list");

/* Pointers of all types look alike. */
void *fy_mesh_stream(const ferry_mesh *mesh, int stream) {
    void *data;
    memcpy(&data, (const uint8_t *)mesh + streams[stream].place, sizeof data);
    return data;
}

void fy_set_mesh_stream(ferry_mesh *mesh, int stream, void *data) {
    memcpy((uint8_t *)mesh + streams[stream].place, &data, sizeof data);
}

size_t fy_mesh_stream_size(int stream) {
    return streams[stream].size;
}
