/*
 * t3dm_made_picture.h: pictures that the source does not have and a conversion makes: layers baked into one,
 * moments of films, ramps of toon light, environment maps as the spherical effect reads them.
 */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_MADE_PICTURE_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_MADE_PICTURE_H

#include "ferry64.h"
#include "core/image/texels.h"

/* What is to be added to a scene. The caller sets names, wraps and filters, and the image's alpha class. */
typedef struct fy_made_picture {
    ferry_texture texture;
    ferry_image image;
} fy_made_picture;

/* The image gets the texels, which are the caller's, as its only level. False at the memory limit. */
bool fy_made_picture_fill(ferry_job *job, const fy_texels *texels, fy_made_picture *made);

/* Puts it behind the scene's textures and images, which have room for it, and returns the number of its
 * texture. It is not counted yet: the next one overwrites it. */
uint32_t fy_made_picture_place(ferry_scene *scene, const fy_made_picture *made);

/* Counts the one that was placed. */
void fy_made_picture_keep(ferry_scene *scene);

#endif
