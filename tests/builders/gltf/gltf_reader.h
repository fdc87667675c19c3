/*
 * gltf_reader.h: a reader of GLB files for tests, written from the format's specification, that shares
 * nothing with the library: JSON, accessors, and where nodes and vertices stand.
 */
#ifndef FERRY_TESTS_GLTF_READER_H
#define FERRY_TESTS_GLTF_READER_H

#include <jansson.h>

#include "ferry64.h"

typedef struct glb {
    json_t *root;
    const uint8_t *buffer;
    size_t size;
} glb;

typedef struct glb_matrix {
    double m[4][4]; /* row by row */
} glb_matrix;

/* Fails the test unless the containers are right. Free with glb_close(). */
glb glb_open(ferry_bytes bytes);
/* The same of a .gltf and its buffer. */
glb glb_open_text(ferry_bytes json, ferry_bytes buffer);
void glb_close(glb *file);

uint32_t glb_count(const glb *file, const char *list);
json_t *glb_item(const glb *file, const char *list, size_t index);

/* The integer `key` of an object; `none` where it is not there. */
long glb_integer(const json_t *object, const char *key, long none);

/* Number `component` of element `index`, made a number between 0 and 1 where the accessor says so. */
uint32_t glb_accessor_count(const glb *file, uint32_t accessor);
double glb_value(const glb *file, uint32_t accessor, uint32_t index, uint32_t component);

/* Whether the scale of a node says only whether it is seen. */
bool glb_is_scaled(const glb *file, uint32_t node);

/* World matrices of all nodes, `seconds` into animation `animation` (-1: at rest, with all that scales hide
 * shown). Free with free(). */
glb_matrix *glb_worlds(const glb *file, long animation, double seconds);

/* Where vertex `vertex` of the mesh of node `node` stands. `weights`: of its morphs; NULL: at rest. */
void glb_vertex(const glb *file, const glb_matrix *worlds, uint32_t node, uint32_t vertex,
                const double *weights, double out[3]);

/* The weights of a node's morphs `seconds` into an animation; returns how many there are. */
uint32_t glb_weights(const glb *file, uint32_t node, long animation, double seconds, double *weights,
                     uint32_t most);

#endif
