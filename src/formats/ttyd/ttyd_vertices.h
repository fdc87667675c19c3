/* ttyd_vertices.h: moved positions and normals become morphs (docs/formats/ttyd.md, "Vertices"). */
#ifndef FERRY_FORMATS_TTYD_TTYD_VERTICES_H
#define FERRY_FORMATS_TTYD_TTYD_VERTICES_H

#include "formats/ttyd/ttyd.h"

/* Adds morphs to the scene for the vertices that the clip moves, and a track of each one's weight. False
 * after an error. */
bool fy_ttyd_move_vertices(fy_ttyd *t, const fy_ttyd_clip *clip);

#endif
