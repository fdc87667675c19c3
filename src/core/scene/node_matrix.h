/*
 * node_matrix.h: turns a matrix into a node with translation, rotation and scale, or if it shears, into two
 * nodes that represent it exactly (docs/formats/generic.md, "Nodes").
 */
#ifndef FERRY_CORE_SCENE_NODE_MATRIX_H
#define FERRY_CORE_SCENE_NODE_MATRIX_H

#include "ferry64.h"

/* The nodes for one matrix: different ones if it shears. Children are attached to `bottom`. */
typedef struct fy_matrix_nodes {
    uint32_t top, bottom;
} fy_matrix_nodes;

/* Whether all elements are finite, and small enough to be multiplied. */
bool fy_matrix_has_place(const ferry_matrix *m);

/* Whether two of its axes are not at right angles. */
bool fy_matrix_shears(const ferry_matrix *m);

/* Adds a matrix that has a place as one node, or as two. False at the memory limit. */
bool fy_add_matrix_node(ferry_scene *scene, const char *name, uint32_t parent, const ferry_matrix *m,
                        fy_matrix_nodes *nodes);

#endif
