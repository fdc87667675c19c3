/*
 * gltf_bake.h: all textures of a material as one picture (docs/formats/gltf.md, "Baked pictures").
 *
 * What the stages of the GameCube, or the combiner of the Nintendo 64, make of them in full light, at every
 * place of the texture coordinates that the vertices use.
 */
#ifndef FERRY_FORMATS_GLTF_BAKE_H
#define FERRY_FORMATS_GLTF_BAKE_H

#include "formats/gltf/write/gltf_fit.h"
#include "formats/gltf/write/gltf_transform.h"

/* ----------------------------------------------------------------------------------------- any machine */

typedef struct fy_gltf_canvas {
    uint32_t set;    /* of coordinates, which all its textures follow */
    fy_gltf_box box; /* of them, whole numbers where that is little more */
    uint32_t width, height;
} fy_gltf_canvas;

/* The box that `draws` use of `canvas->set`. False: some have no such coordinates, or it is too large. */
bool fy_gltf_canvas_open(const fy_gltf *g, const uint32_t *draws, uint32_t count, fy_gltf_canvas *canvas);

/* Makes it as fine as a texture of that size that is laid on by `matrix`. */
void fy_gltf_canvas_refine(fy_gltf_canvas *canvas, const double matrix[2][3], uint32_t width,
                           uint32_t height);

/* Paints it, texel by texel, adds it to the file and lets the look show it. False: an error was said. */
bool fy_gltf_canvas_paint(fy_gltf *g, const fy_gltf_canvas *canvas, uint32_t material,
                          void (*texel)(const void *user, double u, double v, uint8_t out[4]),
                          const void *user, fy_gltf_look *look);

/* ------------------------------------------------------------------------------------------ the GameCube */

typedef struct fy_gltf_bake {
    fy_gltf *g;
    const fy_shader *shader;
    const ferry_gx_material *gx;
    fy_gltf_canvas canvas;
    uint8_t bright[2][4]; /* rasterised colours in full light, white where vertices have theirs */
    uint8_t ramps[FERRY_GX_MAX_STAGES][4]; /* texels that light decides about */
    bool adds;                             /* light is added: its brightness becomes alpha */
} fy_gltf_bake;

/* Whether it can be done at all. `draws`: of the material. */
bool fy_gltf_bake_open(fy_gltf_bake *bake, const uint32_t *draws, uint32_t count);

/* The picture's texel at the place of a sample. */
void fy_gltf_bake_sample(const fy_gltf_bake *bake, const fy_sample *sample, uint8_t out[4]);

/* As fy_gltf_canvas_paint(). */
bool fy_gltf_bake_paint(const fy_gltf_bake *bake, uint32_t material, fy_gltf_look *look);

#endif
