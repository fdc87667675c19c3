/*
 * t3dm_composite_picture.h: the picture that stands for textures on one set of coordinates: which part of the
 * plane it shows, its size, its texels (docs/what-is-lost.md, "Composites").
 */
#ifndef FERRY_SHADE_T3DM_COMPOSITE_PICTURE_H
#define FERRY_SHADE_T3DM_COMPOSITE_PICTURE_H

#include "ferry64.h"
#include "core/image/texels.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shader.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_reference_state.h"

/* What of the plane the picture has to show. */
fy_composite_window fy_composite_window_of(const fy_reference *reference, const fy_composite_parts *parts);

/* Texels across and down that show what the textures have. */
void fy_composite_size(const fy_reference *reference, const fy_composite_parts *parts,
                       const fy_composite_window *window, uint32_t size[2]);

/* Of the picture: as all textures that it is made of are filtered; linear if they differ. */
ferry_filter fy_composite_filter(const fy_reference *reference, const fy_composite_parts *parts);

/* Texture matrices of its own by which a game, or a clip that is not given, could move what the parts look up
 * apart; 0: it cannot. */
unsigned fy_composite_matrices(const fy_reference *reference, const fy_composite_parts *parts);

/* Gives a vertex the normal that the spherical effect looks up at a place of its picture; beyond the disc,
 * that of its rim. */
void fy_composite_turn(double u, double v, fy_gx_vertex *vertex);

/* The picture, of that size. False at the memory limit. */
bool fy_composite_draw(const fy_reference *reference, const fy_composite_parts *parts,
                       const fy_composite_window *window, const fy_gx_shader *source, fy_texels *picture);

#endif
