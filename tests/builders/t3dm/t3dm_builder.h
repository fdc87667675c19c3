/*
 * t3dm_builder.h: scenes for the T3DM tests, the plan that shades them, and a second opinion on what a file
 * must hold: quantised here, apart from the library, and compared triangle by triangle.
 */
#ifndef FERRY_TESTS_T3DM_BUILDER_H
#define FERRY_TESTS_T3DM_BUILDER_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "helpers.h"

/* A generator with the same numbers everywhere. */
typedef struct fy_random {
    uint64_t state;
} fy_random;

uint32_t fy_random_below(fy_random *random, uint32_t bound);

/* An empty scene with one root node, turned and moved. */
ferry_scene *fy_t3dm_scene(ferry_job *job);

/* A chain of nodes from the root on, each turned and moved, and one skin over all of them. */
void fy_t3dm_add_bones(ferry_scene *scene, uint32_t count);

/* A mesh and a draw with room for so many elements, on the skin if there is one. Fill it with
 * fy_t3dm_set_vertex(). */
ferry_mesh *fy_t3dm_add_mesh(ferry_scene *scene, const char *name, uint32_t vertices, uint32_t triangles);

/* A vertex given by what the file shall hold: position in the bone's own space, 1/64 units; colour and normal
 * follow from `number`, and no two numbers give the same vertex. */
void fy_t3dm_set_vertex(ferry_scene *scene, ferry_mesh *mesh, uint32_t vertex, const int32_t position[3],
                        uint32_t bone, float u, float v, uint32_t number);

/* `width` x `height` quads; texture coordinates grow by `repeat` a quad. */
ferry_mesh *fy_t3dm_add_grid(ferry_scene *scene, const char *name, uint32_t width, uint32_t height,
                             float repeat);

/* Rings of vertices round a chain of bones, a ring of every bone after `rings` rings. */
ferry_mesh *fy_t3dm_add_tube(ferry_scene *scene, const char *name, uint32_t around, uint32_t rings);

/* Random triangles of random vertices. */
ferry_mesh *fy_t3dm_add_soup(ferry_scene *scene, const char *name, uint32_t vertices, uint32_t triangles,
                             uint64_t seed);

/* All draws with one material: a bilinear texture of 64 x 32 texels that repeats, vertex colours. */
fy_t3dm_plan fy_t3dm_test_plan(ferry_job *job, const ferry_scene *scene);

/* Writes with the test plan; the test fails if that fails. */
ferry_bytes fy_t3dm_written(ferry_job *job, const ferry_scene *scene);

/* Reads back; the test fails if that fails or if the scene does not hold what it promises. Caller frees. */
ferry_scene *fy_t3dm_read_back(ferry_job *job, ferry_bytes bytes);

/* The file holds exactly the scene's triangles, as integers, winding included. `moved`: texture coordinates
 * may be moved by whole repeats, a triangle as a whole. */
void fy_t3dm_expect_same(const ferry_scene *scene, const ferry_scene *back, bool moved);

#endif
