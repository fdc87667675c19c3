/*
 * gltf_bake.h: all textures of a material of the GameCube as one picture (docs/formats/gltf.md, "Baked
 * pictures").
 *
 * What the TEV stages make of them in full light, at every place of the texture coordinates that the vertices
 * use.
 */
#ifndef FERRY_FORMATS_GLTF_BAKE_H
#define FERRY_FORMATS_GLTF_BAKE_H

#include "formats/gltf/gltf_fit.h"

typedef struct fy_gltf_bake {
    fy_gltf *g;
    const fy_shader *shader;
    const ferry_gx_material *gx;
    uint32_t set;             /* of coordinates, which all its textures follow */
    double least[2], most[2]; /* the box of them, whole numbers where that is little more */
    uint32_t width, height;
    uint8_t bright[2][4]; /* rasterised colours in full light, white where vertices have theirs */
    uint8_t ramps[FERRY_GX_MAX_STAGES][4]; /* texels that light decides about */
    bool adds;                             /* light is added: its brightness becomes alpha */
} fy_gltf_bake;

/* Whether it can be done at all. `draws`: of the material. */
bool fy_gltf_bake_open(fy_gltf_bake *bake, const uint32_t *draws, uint32_t count);

/* The picture's texel at the place of a sample. */
void fy_gltf_bake_sample(const fy_gltf_bake *bake, const fy_sample *sample, uint8_t out[4]);

/* Paints it, adds it to the file and lets the look show it. False: an error was said. */
bool fy_gltf_bake_paint(const fy_gltf_bake *bake, uint32_t material, fy_gltf_look *look);

#endif
