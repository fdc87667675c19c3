/* t3dm_image_summary.h: what all texels of a texture slot's pictures have in common. */
#ifndef FERRY_SHADE_T3DM_IMAGE_SUMMARY_H
#define FERRY_SHADE_T3DM_IMAGE_SUMMARY_H

#include "shade/t3dm_reference_state.h"

/* Of the pictures in a texture slot; NULL: there is none. After fy_reference_start(). */
const fy_image_summary *fy_reference_image(const fy_reference *reference, uint8_t map);

#endif
