/* t3dm_image_summary.h: the pictures in a material's texture slots, and the properties that all of their
 * texels share. */
#ifndef FERRY_SHADE_T3DM_IMAGE_SUMMARY_H
#define FERRY_SHADE_T3DM_IMAGE_SUMMARY_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "shade/t3dm_reference_state.h"

/* The material at rest, whichever of its states is looked at. */
const ferry_gx_material *fy_reference_at_rest(const fy_reference *reference);

/* The image of a texture of the scene; FERRY_NONE and those without one: NULL. */
const ferry_image *fy_reference_texture_image(const fy_reference *reference, uint32_t texture);

/* What is in a slot at rest. There must be a texture; there may be no image. */
const ferry_image *fy_reference_map_image(const fy_reference *reference, uint8_t map);
const ferry_texture *fy_reference_map_texture(const fy_reference *reference, uint8_t map);

/* Looks at all pictures that a slot ever has, and tells the rules for combiners. */
void fy_reference_learn_slot(fy_reference *reference, uint8_t map);

/* Of the pictures in a texture slot; NULL: there is none. After fy_reference_start(). */
const fy_image_summary *fy_reference_image(const fy_reference *reference, uint8_t map);

#endif
