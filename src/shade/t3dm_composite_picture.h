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

/* Notes what the parts look up as the composite's layers. */
void fy_composite_note_layers(const fy_reference *reference, const fy_composite_parts *parts,
                              fy_composite *to);

/* Whether the composite's layers repeat after its window, as far as that repeats, where `posed`, a state of
 * the same material, has them. */
bool fy_composite_keeps_window(const ferry_scene *scene, const fy_composite *of,
                               const ferry_gx_material *posed);

/* Whether two such states show the same, but for whole periods by which their layers are apart. */
bool fy_composite_looks_alike(const ferry_scene *scene, const fy_composite *of, const ferry_gx_material *a,
                              const ferry_gx_material *b);

/* Makes the window twice as large along an axis, or as large as what the vertices reach of `set`, if it takes
 * that for layers to keep it in `count` states. If it takes more, it stays as it is. */
void fy_composite_widen_window(const fy_reference *reference, uint32_t set, const ferry_gx_material *states,
                               uint32_t count, fy_composite *of);

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
