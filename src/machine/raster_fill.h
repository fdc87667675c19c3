/*
 * raster_fill.h: from a triangle's corners to its pixels (docs/rendering.md, "The rasteriser").
 */
#ifndef FERRY_MACHINE_RASTER_FILL_H
#define FERRY_MACHINE_RASTER_FILL_H

#include "ferry64.h"
#include "machine/raster_material.h"
#include "machine/target.h"

/* The ideal viewport: rounded to 1/16 pixel, z as a number of 0..16777215 between near and far plane. */
void fy_project_ideal(const fy_target *target, const double clip[4], fy_screen *screen);

/* As the material projects. */
void fy_project(const fy_raster_material *material, const fy_target *target, const double clip[4],
                fy_screen *screen);

/* Whether a triangle with corners there faces the right way, and has room for a sample between them. */
bool fy_fill_may_show(const fy_target *target, const fy_raster_material *material, const fy_screen at[3]);

/* Culls and fills a triangle whose corners are in front of the eye and inside the guard band (raster.c).
 * `at`: where they land. */
void fy_fill_triangle(fy_target *target, const fy_raster_material *material,
                      const fy_raster_vertex *const corners[3], const fy_screen at[3]);

/* The value of a perspective attribute at a screen position, in pixels. */
double fy_slopes_at(const fy_slopes *slopes, uint32_t attribute, double x, double y);

/* Whether a depth or alpha passes a comparison with the stored one. */
bool fy_compares(fy_compare compare, float value, float stored);

#endif
