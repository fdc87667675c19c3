/* t3dm_image_facts.c: what all texels of a texture slot's pictures have in common. */
#include "shade/t3dm_image_facts.h"

#include <math.h>
#include <string.h>

#include "shade/t3dm_shader.h"

const fy_image_summary *fy_reference_image(const fy_reference *reference, uint8_t map) {
    return reference->slots[map].known ? &reference->slots[map] : NULL;
}
