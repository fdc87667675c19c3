/*
 * raster.h: a small software rasteriser that knows no format (docs/rendering.md, "The rasteriser").
 *
 * Vertices come in clip space with attributes; triangles are clipped, culled and filled in the order given;
 * every covered pixel goes to the material's `pixel` function, which emulates a machine. Besides that,
 * machines differ only in where they sample (fy_sampling) and in how they project a vertex to the screen
 * (`project`).
 *
 * Screen: x to the right, y down, pixel (0, 0) covers 0..1. All of it is plain arithmetic in a fixed order:
 * the same input gives the same bytes on every machine.
 */
#ifndef FERRY_MACHINE_RASTER_H
#define FERRY_MACHINE_RASTER_H

#include "ferry64.h"
#include "machine/raster_material.h"
#include "machine/target.h"

/* Set if a triangle of the vertex reaches into the picture; other vertices need no attributes. */
#define FY_RASTER_REACHES 256

/* Of each vertex which borders of the picture it lies beyond, by its place in clip space, and
 * FY_RASTER_REACHES. False if the job was stopped. */
bool fy_raster_find_sides(ferry_job *job, const fy_raster_vertex *vertices, uint32_t vertex_count,
                          const uint32_t *triangles, uint32_t triangle_count, uint16_t *sides);

/* Draws triangles, three vertex numbers each, counter-clockwise from the front. `sides`: of the vertices;
 * NULL: not known. `places`: room for where each vertex lands, all zeros before the first call for these
 * vertices, this target and this projection, so that each is projected once; or NULL. False if the job was
 * stopped. */
bool fy_raster_triangles(ferry_job *job, fy_target *target, const fy_raster_material *material,
                         const fy_raster_vertex *vertices, const uint16_t *sides, fy_screen *places,
                         const uint32_t *triangles, uint32_t triangle_count);

/* Whether one may have pixels: for those who would have to do something for it before. The same arguments. */
bool fy_raster_may_show(const fy_target *target, const fy_raster_material *material,
                        const fy_raster_vertex *vertices, const uint16_t *sides, fy_screen *places,
                        const uint32_t numbers[3]);

/* Draws a line of one colour between two points in clip space, either over everything (`through`) or hidden
 * by it. */
void fy_raster_line(fy_target *target, const double from[4], const double to[4], const uint8_t color[4],
                    bool through);

#endif
