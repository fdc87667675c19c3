/* t3dm_image_summary.c: the pictures in a material's texture slots, and what all of their texels share. */
#include "shade/t3dm_image_summary.h"

#include "ferry64.h"
#include "ferry64_gx.h"
#include "shade/t3dm_reference_state.h"

const fy_image_summary *fy_reference_image(const fy_reference *reference, uint8_t map) {
    return reference->slots[map].known ? &reference->slots[map] : NULL;
}

const ferry_gx_material *fy_reference_at_rest(const fy_reference *reference) {
    return reference->mode.states && reference->mode.states->count ? &reference->mode.states->list[0]
                                                                   : reference->gx;
}

const ferry_image *fy_reference_texture_image(const fy_reference *reference, uint32_t texture) {
    if (texture == FERRY_NONE || reference->scene->textures.data[texture].image == FERRY_NONE) return NULL;
    return &reference->scene->images.data[reference->scene->textures.data[texture].image];
}

const ferry_image *fy_reference_map_image(const fy_reference *reference, uint8_t map) {
    return fy_reference_texture_image(reference, fy_reference_at_rest(reference)->textures[map]);
}

const ferry_texture *fy_reference_map_texture(const fy_reference *reference, uint8_t map) {
    return &reference->scene->textures.data[fy_reference_at_rest(reference)->textures[map]];
}

static void learn_image(const ferry_image *image, fy_image_summary *summary) {
    *summary = (fy_image_summary){true, true, true, {255, 255, 255, 255}};
    size_t count = (size_t)image->width * image->height;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *texel = image->levels[0].rgba + 4 * i;
        if (texel[0] != texel[1] || texel[1] != texel[2]) summary->grey = false;
        if (texel[3] != texel[0]) summary->alpha_grey = false;
        for (int k = 0; k < 4; k++)
            if (texel[k] < summary->least[k]) summary->least[k] = texel[k];
    }
    summary->alpha_grey = summary->alpha_grey && summary->grey;
}

static void learn_slot(fy_reference *reference, const ferry_image *image, fy_image_summary *slot) {
    if (!image) return;
    fy_image_summary *summary = &reference->images[image - reference->scene->images.data];
    if (!summary->known) learn_image(image, summary);
    if (!slot->known) {
        *slot = *summary;
        return;
    }
    slot->grey = slot->grey && summary->grey;
    slot->alpha_grey = slot->alpha_grey && summary->alpha_grey;
    for (int k = 0; k < 4; k++)
        if (summary->least[k] < slot->least[k]) slot->least[k] = summary->least[k];
}

void fy_reference_learn_slot(fy_reference *reference, uint8_t map) {
    reference->slots[map].known = false;
    learn_slot(reference, fy_reference_map_image(reference, map), &reference->slots[map]);
    for (uint32_t i = 1; reference->mode.states && i < reference->mode.states->texture_set_count; i++)
        learn_slot(
            reference,
            fy_reference_texture_image(reference, reference->mode.states->texture_sets[i].textures[map]),
            &reference->slots[map]);
    const fy_image_summary *summary = fy_reference_image(reference, map);
    reference->rules.grey[map] = summary && summary->grey;
    reference->rules.alpha_grey[map] = summary && summary->alpha_grey;
}
