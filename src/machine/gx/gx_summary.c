/*
 * gx_summary.c: the short, generic summary of a material's GameCube state, for targets that know no TEV
 * (docs/formats/j3d.md, "The generic part of a material").
 */
#include "machine/gx/gx_summary.h"

#include "ferry64.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_blend.h"

static bool combine_reads(const ferry_gx_combine *c, uint8_t first, uint8_t last) {
    return (c->a >= first && c->a <= last) || (c->b >= first && c->b <= last) ||
           (c->c >= first && c->c <= last) || (c->d >= first && c->d <= last);
}

static bool reads_texture(const ferry_gx_stage *stage) {
    return combine_reads(&stage->color, FERRY_GX_CC_TEXC, FERRY_GX_CC_TEXA) ||
           combine_reads(&stage->alpha, FERRY_GX_CA_TEXA, FERRY_GX_CA_TEXA);
}

static bool reads_raster(const ferry_gx_stage *stage) {
    return stage->channel != 0xff && stage->channel != 6 &&
           (combine_reads(&stage->color, FERRY_GX_CC_RASC, FERRY_GX_CC_RASA) ||
            combine_reads(&stage->alpha, FERRY_GX_CA_RASA, FERRY_GX_CA_RASA));
}

static bool has_texture(const ferry_gx_material *gx, const ferry_gx_stage *stage) {
    return stage->map < FERRY_GX_MAX_MAPS && gx->textures[stage->map] != UINT32_MAX && reads_texture(stage);
}

/* A texgen behind the count means the first UV set. */
static ferry_gx_texgen texgen_of(const ferry_gx_material *gx, const ferry_gx_stage *stage) {
    if (stage->texgen < gx->texgen_count) return gx->texgens[stage->texgen];
    return (ferry_gx_texgen){FERRY_GX_TEXGEN_2X4, FERRY_GX_TG_TEX0, FERRY_GX_IDENTITY};
}

static bool from_uv(ferry_gx_texgen t) {
    return t.type <= FERRY_GX_TEXGEN_2X4 && t.source >= FERRY_GX_TG_TEX0 &&
           t.source < FERRY_GX_TG_TEX0 + FERRY_UV_SETS;
}

/* The first texture that is laid on by UVs; shading ramps and reflections only if there is no such. */
static void choose_texture(ferry_material *material) {
    const ferry_gx_material *gx = material->gx;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t k = 0; k < gx->stage_count; k++) {
            const ferry_gx_stage *stage = &gx->stages[k];
            if (!has_texture(gx, stage) || fy_gx_reads_frame_buffer(gx, k)) continue;
            ferry_gx_texgen t = texgen_of(gx, stage);
            if (pass == 0 && !from_uv(t)) continue;
            material->base_texture = gx->textures[stage->map];
            material->base_uv = from_uv(t) ? (uint32_t)t.source - FERRY_GX_TG_TEX0 : 0;
            return;
        }
}

/* Where the run of drawn alphas begins that ends at 255; 0: no test, or none that a threshold could say. */
static uint32_t alpha_threshold(const ferry_gx_material *gx) {
    uint16_t threshold;
    bool exact;
    return fy_gx_alpha_test(gx, &threshold, &exact) == FY_ALPHA_TEST_THRESHOLD ? threshold : 0;
}

static void choose_alpha(ferry_material *material) {
    const ferry_gx_material *gx = material->gx;
    uint32_t cut = alpha_threshold(gx), src = gx->blend_src, dst = gx->blend_dst;
    bool blends = gx->blend_mode == FERRY_GX_BLEND_BLEND &&
                  !(src == FERRY_GX_FACTOR_ONE && dst == FERRY_GX_FACTOR_ZERO);
    material->alpha_mode = FERRY_ALPHA_OPAQUE;
    if (gx->blend_mode == FERRY_GX_BLEND_SUBTRACT)
        material->alpha_mode = FERRY_ALPHA_BLEND;
    else if (blends && src == FERRY_GX_FACTOR_DST_ALPHA)
        cut = cut ? cut : 128; /* shows where earlier pixels left alpha; the shape is the texture's own */
    else if (blends && dst == FERRY_GX_FACTOR_ONE)
        material->alpha_mode = FERRY_ALPHA_ADD;
    else if (blends)
        material->alpha_mode = FERRY_ALPHA_BLEND;
    if (fy_gx_shows_frame_buffer(gx)) material->alpha_mode = FERRY_ALPHA_BLEND;
    if (material->alpha_mode == FERRY_ALPHA_OPAQUE && cut) material->alpha_mode = FERRY_ALPHA_CUTOUT;
    material->alpha_cutoff = (float)cut / 255.0f;
}

/* The rasterised colour counts if a stage reads it, or a texture is looked up with it. */
static bool raster_matters(const ferry_gx_material *gx) {
    for (uint32_t k = 0; k < gx->stage_count; k++) {
        const ferry_gx_stage *stage = &gx->stages[k];
        if (reads_raster(stage) ||
            (has_texture(gx, stage) && texgen_of(gx, stage).type == FERRY_GX_TEXGEN_COLOR))
            return true;
    }
    return false;
}

static void choose_color(ferry_material *material) {
    const ferry_gx_material *gx = material->gx;
    material->base_color = (ferry_color){1, 1, 1, 1};
    if (gx->channel_count == 0 || !raster_matters(gx)) return;
    material->lit = gx->channels[0].lit != 0;
    material->vertex_colors = gx->channels[0].material_source == FERRY_GX_SOURCE_VERTEX;
    if (!material->vertex_colors) {
        material->base_color.r = (float)gx->material_colors[0].r / 255.0f;
        material->base_color.g = (float)gx->material_colors[0].g / 255.0f;
        material->base_color.b = (float)gx->material_colors[0].b / 255.0f;
    }
    if (gx->channels[1].material_source == FERRY_GX_SOURCE_REGISTER && !material->vertex_colors)
        material->base_color.a = (float)gx->material_colors[0].a / 255.0f;
}

void fy_gx_summarise(ferry_material *material) {
    static const ferry_cull culls[] = {FERRY_CULL_NONE, FERRY_CULL_FRONT, FERRY_CULL_BACK, FERRY_CULL_BOTH};
    material->base_texture = FERRY_NONE;
    material->base_uv = 0;
    material->lit = false;
    material->vertex_colors = false;
    material->cull = culls[material->gx->cull];
    choose_texture(material);
    choose_alpha(material);
    choose_color(material);
}
