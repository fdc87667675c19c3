/* t3dm_rotations.h: rotations as the 32 bits that streams have for them. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_ROTATIONS_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_ROTATIONS_H

#include "ferry64.h"

/* Rotations (x, y, z, w; unit length or not) as the runtime unpacks them, the nearest there are. */
void fy_t3dm_pack_rotations(const float *rotations, size_t count, uint32_t *codes);

/* And back. */
void fy_t3dm_unpack_rotation(uint32_t code, double q[4]);

#endif
