/*
 * assimp_draws.h: what hangs on the nodes is drawn, in the order of the tree (docs/formats/generic.md,
 * "Nodes").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_DRAWS_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_DRAWS_H

#include "formats/assimp/assimp.h"

/* Adds a draw for each mesh of each node that has something to draw. Nodes, meshes and materials must be
 * there. False after an error. */
bool fy_assimp_read_draws(fy_assimp *a);

#endif
