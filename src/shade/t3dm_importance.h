/*
 * t3dm_importance.h: how much of a model's surface shows which part of a picture (docs/what-is-lost.md,
 * "Textures").
 */
#ifndef FERRY_SHADE_T3DM_IMPORTANCE_H
#define FERRY_SHADE_T3DM_IMPORTANCE_H

#include "ferry64.h"
#include "core/image/texels_difference.h"

/* A draw that shows an image, and by which coordinates. */
typedef struct fy_image_draw {
    uint32_t draw, texture;
    uint8_t texgen; /* of its GX material; 0xFF: the material's own UV set */
} fy_image_draw;

/* All of them, by image: those of image i are from first[i] to before first[i + 1]. */
typedef struct fy_image_draws {
    uint32_t *first; /* NULL: not made yet */
    fy_image_draw *list;
    uint32_t images; /* that the scene had then: later ones are in no draw's material */
} fy_image_draws;

/* A part of a picture: what vertices' coordinates reach, with whole repeats in them. */
typedef struct fy_image_part {
    double from[2], size[2];
} fy_image_part;

/* Memory is the job's. False at the limit (reported). */
bool fy_image_draws_find(ferry_job *job, const ferry_scene *scene, fy_image_draws *draws);

/* The surface in bind pose, each triangle's area spread over the cells that its coordinates cover, evened out
 * by a quarter of the mean: nothing counts for nothing. False if no surface with UV coordinates shows the
 * image. `part`: cells of a part only, by its start and size across and down, 1 being the whole picture. */
bool fy_importance_of(const ferry_scene *scene, const fy_image_draws *draws, uint32_t image,
                      const fy_image_part *part, fy_importance *importance);

#endif
