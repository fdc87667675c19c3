/* t3dm_console_pixel.c: what a combiner of the console makes of a sample of a material. */
#include "shade/t3dm_console_pixel.h"

#include <string.h>

#include "core/base/maths.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_fit_shade.h"
#include "shade/t3dm_reference_state.h"

double fy_reference_light(double towards) {
    return towards >= 1 - FY_AMBIENT ? 1 : FY_AMBIENT + towards;
}

static const uint8_t *texel_of(const fy_reference *reference, const fy_fit_texture *texture,
                               const fy_sample *sample) {
    for (unsigned i = 0; i < reference->gx->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (reference->gx->stages[i].map == texture->map &&
            reference->gx->stages[i].texgen == texture->texgen)
            return sample->lit.texels[i];
    return sample->lit.texels[0];
}

void fy_reference_texel(const fy_reference *reference, const fy_fit_texture *texture, const fy_sample *sample,
                        uint8_t out[4]) {
    memset(out, 255, 4);
    if (!texture->used) return;
    const uint8_t *texel = texel_of(reference, texture, sample);
    double baked[3];
    if (texture->baked) fy_tev_value(&reference->tev, (uint16_t)(texture->baked - 1), &sample->lit, baked);
    for (int k = 0; k < 3 && texture->baked; k++) out[k] = fy_unit_byte(baked[k]);
    if (texture->baked_alpha)
        fy_tev_value(&reference->tev, (uint16_t)(texture->baked_alpha - 1), &sample->lit, baked);
    if (texture->baked_alpha) out[3] = fy_unit_byte(baked[0]);
    for (int k = 0; k < 3 && !texture->baked; k++)
        if (texture->swizzle[k] != FY_FIT_NO_COMPONENT) out[k] = texel[texture->swizzle[k] & 3];
    if (texture->alpha != FY_FIT_NO_COMPONENT && !texture->baked_alpha) out[3] = texel[texture->alpha & 3];
}

fy_ready_fit fy_reference_ready(const fy_reference *reference, const fy_fit *fit, uint64_t word) {
    fy_ready_fit ready = {.fit = fit, .formula = fy_rdp_formula_of(word)};
    ready.lit = fit->shade != FY_TEV_NONE && fy_fit_shade_of(&reference->tev, fit->shade) == FY_FIT_LIT;
    for (int k = 0; k < 4; k++) {
        ready.constants.prim[k] = fy_unit_byte(fit->prim[k]);
        ready.constants.env[k] = fy_unit_byte(fit->env[k]);
        ready.constants.shade[k] = 255;
    }
    return ready;
}

void fy_reference_inputs(const fy_reference *reference, const fy_ready_fit *ready, const fy_sample *sample,
                         fy_rdp_inputs *inputs) {
    const fy_fit *fit = ready->fit;
    double value[3], light = ready->lit ? fy_reference_light(sample->towards) : 1;
    *inputs = ready->constants;
    fy_reference_texel(reference, &fit->textures[0], sample, inputs->tex0);
    fy_reference_texel(reference, &fit->textures[1], sample, inputs->tex1);
    if (fit->shade != FY_TEV_NONE) {
        fy_tev_value(&reference->tev, fit->shade, &sample->plain, value);
        for (int k = 0; k < 3; k++) inputs->shade[k] = fy_unit_byte(value[k] * light);
    }
    if (fit->shade_alpha != FY_TEV_NONE) {
        fy_tev_value(&reference->tev, fit->shade_alpha, &sample->plain, value);
        inputs->shade[3] = fy_unit_byte(value[0]);
    }
}

void fy_reference_pixel(const fy_reference *reference, const fy_ready_fit *ready, const fy_sample *sample,
                        uint8_t out[4]) {
    fy_rdp_inputs inputs;
    uint8_t compared;
    fy_reference_inputs(reference, ready, sample, &inputs);
    fy_rdp_run(&ready->formula, &inputs, out, &compared);
    if (ready->fit->dissolves && compared < FY_DISSOLVE_LEAST) out[3] = 0;
}
