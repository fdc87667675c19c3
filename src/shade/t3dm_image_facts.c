/* t3dm_image_facts.c: what all texels of a texture slot's pictures have in common. */
#include "shade/t3dm_image_facts.h"

#include <math.h>
#include <string.h>

#include "shade/t3dm_shader.h"

const fy_image_facts *fy_shader_image(const fy_shader *shader, uint8_t map) {
    return shader->slots[map].known ? &shader->slots[map] : NULL;
}
