/* t3dm_image_summary.c: what all texels of a texture slot's pictures have in common. */
#include "shade/t3dm_image_summary.h"

#include <math.h>
#include <string.h>

#include "shade/t3dm_reference_state.h"

const fy_image_summary *fy_reference_image(const fy_reference *reference, uint8_t map) {
    return reference->slots[map].known ? &reference->slots[map] : NULL;
}
