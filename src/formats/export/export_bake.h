/*
 * export_bake.h: all textures of a material as one picture (docs/formats/gltf.md, "Baked pictures").
 *
 * Evaluates the GameCube's stages or the Nintendo 64's combiner in full light, over all texture coordinates
 * that the vertices use.
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_BAKE_H
#define FERRY_FORMATS_EXPORT_EXPORT_BAKE_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "formats/export/export.h"
#include "formats/export/export_canvas.h"
#include "shade/t3dm_reference_state.h"

typedef struct fy_export_bake {
    fy_export *e;
    const fy_reference *reference;
    const ferry_gx_material *gx;
    fy_export_canvas canvas;
    uint8_t bright[2][4]; /* rasterised colours in full light, white where vertices have theirs */
    uint8_t ramps[FERRY_GX_MAX_STAGES][4]; /* texels that light decides about */
    bool adds;                             /* light is added: its brightness becomes alpha */
} fy_export_bake;

/* Whether baking is possible. `draws`: those with the material. */
bool fy_export_bake_open(fy_export_bake *bake, const uint32_t *draws, uint32_t count);

/* The picture's texel at a sample's coordinates. */
void fy_export_bake_sample(const fy_export_bake *bake, const fy_sample *sample, uint8_t out[4]);

/* As fy_export_canvas_paint(). */
bool fy_export_bake_paint(const fy_export_bake *bake, uint32_t material, fy_export_surface *surface);

#endif
