/* mesh_streams.h: the vertex streams of a mesh as one list, for code that copies or moves vertices whatever
 * streams there are. */
#ifndef FERRY_CORE_SCENE_MESH_STREAMS_H
#define FERRY_CORE_SCENE_MESH_STREAMS_H

#include "ferry64.h"

enum {
    FY_VERTEX_STREAMS = 5 + FERRY_COLOR_SETS + FERRY_UV_SETS,  /* what is drawn; these come first */
    FY_MESH_STREAMS = FY_VERTEX_STREAMS + 2 + FERRY_COLOR_SETS /* and indices of the source's elements */
};

/* The data of a stream (NULL: the mesh has none), setting it, and the bytes of one element. */
void *fy_mesh_stream(const ferry_mesh *mesh, int stream);
void fy_set_mesh_stream(ferry_mesh *mesh, int stream, void *data);
size_t fy_mesh_stream_size(int stream);

#endif
