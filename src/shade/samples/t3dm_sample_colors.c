/* t3dm_sample_colors.c: what rasterised colours are at a sample, with and without light. */
#include "shade/samples/t3dm_sample_colors.h"

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_reference_state.h"

/* A channel with specular attenuation only answers to light from near the mirror direction. */
static double light_of(const fy_reference *reference, int channel, double towards) {
    if (reference->gx->channels[channel * 2].attenuation == FERRY_GX_ATTENUATION_SPECULAR &&
        reference->gx->channels[channel * 2].lit)
        return towards > .8 ? (towards - .8) * 5 : 0;
    return fy_reference_light(towards);
}

/* With material colours of `state`. `towards` below zero: as the vertices carry it, without light. */
static void raster_color(const fy_reference *reference, const ferry_gx_material *state, int channel,
                         const ferry_color *vertex, double towards, uint8_t out[4]) {
    const ferry_gx_color *reg = &state->material_colors[channel];
    double registers[4] = {reg->r / 255.0, reg->g / 255.0, reg->b / 255.0, reg->a / 255.0};
    double vertices[4] = {(double)vertex->r, (double)vertex->g, (double)vertex->b, (double)vertex->a};
    for (int k = 0; k < 4; k++) {
        const ferry_gx_channel *control = &reference->gx->channels[channel * 2 + (k == 3)];
        double material = control->material_source == FERRY_GX_SOURCE_VERTEX ? vertices[k] : registers[k];
        if (k == 3) material *= fy_tev_dark_alpha(reference->gx, channel);
        bool lit = control->lit && towards >= 0 && (k < 3 || control->light_mask & 1);
        out[k] = fy_unit_byte(lit ? material * light_of(reference, channel, towards) : material);
    }
}

void fy_sample_colors(const fy_reference *reference, const ferry_gx_material *state,
                      const fy_sample_vertex *of, fy_sample *sample, fy_tev_inputs *seen) {
    sample->towards = of->towards;
    for (int channel = 0; channel < 2; channel++) {
        const ferry_color *vertex = &of->colors[channel];
        raster_color(reference, reference->gx, channel, vertex, of->towards, sample->lit.raster[channel]);
        raster_color(reference, reference->gx, channel, vertex, -1, sample->plain.raster[channel]);
        raster_color(reference, state, channel, vertex, of->towards, seen->raster[channel]);
    }
}
