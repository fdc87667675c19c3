/* export_canvas.h: paints pictures for materials; see export_bake.h. */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_CANVAS_H
#define FERRY_FORMATS_EXPORT_EXPORT_CANVAS_H

#include "formats/export/export.h"
#include "formats/export/export_transform.h"

typedef struct fy_export_canvas {
    uint32_t set;      /* of coordinates, which all its textures follow */
    fy_export_box box; /* of them, whole numbers where that is little more */
    uint32_t width, height;
} fy_export_canvas;

/* The box that `draws` use of `canvas->set`. False: some have no such coordinates, or it is too large. */
bool fy_export_canvas_open(const fy_export *e, const uint32_t *draws, uint32_t count,
                           fy_export_canvas *canvas);

/* Makes its resolution at least that of a texture of this size, mapped by `matrix`. */
void fy_export_canvas_refine(fy_export_canvas *canvas, const double matrix[2][3], uint32_t width,
                             uint32_t height);

/* Paints the picture, texel by texel, adds it to the export and makes the look use it. False after an
 * error. */
bool fy_export_canvas_paint(fy_export *e, const fy_export_canvas *canvas, uint32_t material,
                            void (*texel)(const void *user, double u, double v, uint8_t out[4]),
                            const void *user, fy_export_surface *surface);

#endif
