/*
 * export_material_gx.c: materials of the GameCube as a texture times vertex colours times a factor
 * (docs/formats/gltf.md, "Materials").
 */
#include "formats/export/export_material_gx.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/export/export.h"
#include "formats/export/export_bake.h"
#include "formats/export/export_fit.h"
#include "formats/export/export_pictures.h"
#include "formats/export/export_transform.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

/* ------------------------------------------------------------------------------------------------ pixels */

static void take_samples(fy_export_fitter *f, const fy_sample *from) {
    for (int i = 0; i < FY_SAMPLES; i++) {
        fy_export_sample *to = &f->fit.samples[i];
        memcpy(to->wanted, from[i].wanted, sizeof to->wanted);
        memcpy(to->colors, from[i].plain.raster, sizeof to->colors);
        memcpy(to->texels, from[i].lit.texels, sizeof from[i].lit.texels);
        to->light = fy_reference_light(from[i].towards);
    }
}

void fy_export_fill_gx(fy_export_fitter *f, const ferry_gx_material *state) {
    fy_reference_fill(f->reference, state, &f->facts);
    take_samples(f, f->reference->samples);
}

static void fill_baked(fy_export_fitter *f, const fy_export_bake *bake) {
    for (int i = 0; i < FY_SAMPLES; i++)
        fy_export_bake_sample(bake, &f->reference->samples[i], f->fit.samples[i].texels[FY_EXPORT_BAKED]);
}

static bool answers_light(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return (leaf->op == FY_TEV_RAS && leaf->lit) || (leaf->op == FY_TEV_TEX && leaf->source == FY_TEV_RAMP);
}

bool fy_export_resume_gx(fy_export_fitter *f) {
    fy_export_bake bake = {.e = f->e, .reference = f->reference, .gx = f->from->gx};
    if (!fy_reference_start(f->reference, f->from->gx, &f->facts)) return false;
    f->fit.lit = fy_tev_any(&f->reference->tev, f->reference->tev.color, answers_light, NULL);
    for (int alpha = 0; alpha < 256; alpha++)
        f->fit.drawn[alpha] = fy_gx_alpha_passes(f->from->gx, (uint8_t)alpha);
    take_samples(f, f->reference->samples);
    if (f->surface->fitted && f->surface->candidate.source == FY_EXPORT_BAKED &&
        fy_export_bake_open(&bake, f->draws, f->draw_count))
        fill_baked(f, &bake);
    return true;
}

/* -------------------------------------------------------------------------------------------------- ways */

/* Textures laid on by UVs, each with each texgen once. */
static bool is_candidate(const fy_export_fitter *f, uint32_t stage) {
    const ferry_gx_material *gx = f->from->gx;
    const ferry_gx_stage *at = &gx->stages[stage];
    if (at->map >= FERRY_GX_MAX_MAPS || at->texgen >= FERRY_GX_MAX_TEXGENS) return false;
    uint32_t texture = gx->textures[at->map];
    if (!fy_export_has_picture(f->e, texture)) return false;
    if (f->reference->maps[at->texgen].kind != FY_UV_SET) return false;
    for (uint32_t before = 0; before < stage; before++)
        if (gx->stages[before].map == at->map && gx->stages[before].texgen == at->texgen) return false;
    return true;
}

static void take_map(const fy_uv_map *map, double to[2][3]) {
    for (int i = 0; i < 2; i++) {
        to[i][0] = map->m[i][0];
        to[i][1] = map->m[i][1];
        to[i][2] = map->m[i][3];
    }
}

/* How far the format's transform is off on the texture of a stage, in texels. */
static double shear_of(const fy_export_fitter *f, uint32_t stage) {
    const ferry_gx_stage *at = &f->from->gx->stages[stage];
    const fy_uv_map *map = &f->reference->maps[at->texgen];
    const ferry_texture *texture = &f->e->scene->textures.data[f->from->gx->textures[at->map]];
    double matrix[2][3];
    fy_export_box box = fy_export_box_of(f->e->scene, f->draws, f->draw_count, map->set);
    take_map(map, matrix);
    return fy_export_texels_off(fy_export_split_transform((const double(*)[3])matrix, &box, NULL).off,
                                &f->e->scene->images.data[texture->image]);
}

static fy_export_candidate find_candidate(const fy_export_fitter *f, const fy_export_bake *bake) {
    const ferry_gx_material *gx = f->from->gx;
    fy_export_candidate best = {.source = FERRY_NONE, .colors = FERRY_NONE, .color_error = 1e9};
    bool has_vertex_colors[FERRY_COLOR_SETS][2];
    for (uint32_t set = 0; set < FERRY_COLOR_SETS; set++)
        for (uint32_t part = 0; part < 2; part++)
            has_vertex_colors[set][part] =
                f->facts.count[set] && set < gx->channel_count &&
                gx->channels[2 * set + part].material_source == FERRY_GX_SOURCE_VERTEX;
    for (uint32_t k = 0; k < gx->stage_count && k < FERRY_GX_MAX_STAGES; k++)
        if (is_candidate(f, k) && !(bake && shear_of(f, k) > 1))
            fy_export_fit_try(&f->fit, k, has_vertex_colors, &best);
    if (bake && bake->adds) best.color_error = 1e9; /* opaque, it would be a black patch */
    if (bake) fy_export_fit_try(&f->fit, FY_EXPORT_BAKED, has_vertex_colors, &best);
    if (!bake || !bake->adds) fy_export_fit_try(&f->fit, FERRY_NONE, has_vertex_colors, &best);
    return best;
}

/* ------------------------------------------------------------------------------------------------ result */

bool fy_export_map_gx(const fy_export_surface *surface, const ferry_gx_material *state, double to[2][3]) {
    if (surface->candidate.source >= FY_EXPORT_BAKED) return false;
    fy_uv_map map = fy_t3dm_uv_map(state, state->stages[surface->candidate.source].texgen);
    take_map(&map, to);
    return map.kind == FY_UV_SET;
}

static void take_candidate(const fy_export_fitter *f, const fy_export_candidate *w) {
    fy_export_surface *surface = f->surface;
    fy_export_take_candidate(surface, w);
    surface->texture = FERRY_NONE;
    surface->lit = f->fit.lit;
    if (w->source >= FY_EXPORT_BAKED) return;
    const ferry_gx_stage *stage = &f->from->gx->stages[w->source];
    const fy_uv_map *map = &f->reference->maps[stage->texgen];
    surface->texture = f->from->gx->textures[stage->map];
    surface->uv = map->set;
    take_map(map, surface->transform);
}

static void report_fit(const fy_export_fitter *f, const fy_export_bake *bake) {
    fy_t3dm_blend blend = fy_t3dm_blend_of(f->from->gx);
    uint16_t threshold;
    bool exact = true,
         tested = fy_gx_alpha_test(f->from->gx, &threshold, &exact) != FY_ALPHA_TEST_NONE || !exact;
    ferry_job *job = f->e->job;
    fy_export_report_fit(f);
    if (blend.unsupported)
        ferry_say(job, FERRY_LOSS, "gltf.blend", f->e->file, f->path,
                  "blending approximated by ordinary translucency%s",
                  f->surface->candidate.source == FY_EXPORT_BAKED && bake->adds
                      ? ", with brightness as opacity"
                      : "");
    if (blend.loss) ferry_say(job, FERRY_LOSS, "gltf.blend", f->e->file, f->path, "%s", blend.loss);
    if (tested && !exact)
        ferry_say(job, FERRY_LOSS, "gltf.alpha-compare", f->e->file, f->path,
                  "its alpha compare is not a single threshold; used %.3g", (double)f->surface->cutoff);
}

/* FERRY_NONE: it reads none. */
static uint32_t texture_of(const ferry_gx_material *gx, uint32_t stage) {
    uint32_t map = gx->stages[stage].map;
    return map < FERRY_GX_MAX_MAPS ? gx->textures[map] : FERRY_NONE;
}

/* Pictures that the game draws, or that are not beside the model. Each once. */
static void report_missing(const fy_export_fitter *f) {
    const ferry_gx_material *gx = f->from->gx;
    const ferry_texture_list *textures = &f->e->scene->textures;
    for (uint32_t k = 0; k < gx->stage_count && k < FERRY_GX_MAX_STAGES; k++) {
        uint32_t texture = texture_of(gx, k);
        bool told = texture == FERRY_NONE || textures->data[texture].image != FERRY_NONE;
        for (uint32_t before = 0; before < k; before++) told |= texture_of(gx, before) == texture;
        if (!told)
            ferry_say(f->e->job, FERRY_LOSS, "gltf.texture-missing", f->e->file, f->path,
                      "texture \"%s\" has no image: drawn plain white", textures->data[texture].name);
    }
}

/* What only prepares the frame buffer for others, or leaves it as it is, is not drawn. */
static bool is_drawn(const fy_export_fitter *f) {
    uint16_t threshold;
    bool exact;
    return fy_gx_frame_alpha_of(f->e->scene, f->from->gx) != FY_GX_ALPHA_PREPARED &&
           !fy_t3dm_blend_of(f->from->gx).drop &&
           fy_gx_alpha_test(f->from->gx, &threshold, &exact) != FY_ALPHA_TEST_INVISIBLE;
}

static bool leave_out(const fy_export_fitter *f, const char *why) {
    f->surface->cull = FERRY_CULL_BOTH;
    ferry_say(f->e->job, FERRY_NOTE, "gltf.not-drawn", f->e->file, f->path, "%s: not written", why);
    return true;
}

/* Whether clips may change the colour or the alpha that it has at rest. */
static bool changes_color(const fy_export_fitter *f) {
    const ferry_clip_list *clips = &f->e->scene->clips;
    for (uint32_t c = 0; c < clips->count; c++)
        for (uint32_t t = 0; t < clips->data[c].track_count; t++) {
            const ferry_track *track = &clips->data[c].tracks[t];
            if (track->target == FERRY_TARGET_VERTEX_COLOR) return true;
            if (track->object != f->material) continue;
            if (track->target >= FERRY_TARGET_REGISTER && track->target <= FERRY_TARGET_MATERIAL_COLOR)
                return true;
            if (track->target == FERRY_TARGET_TEXTURE && f->from->gx->frame_buffer_slots >> track->slot & 1)
                return true; /* a picture takes the place of the copy */
        }
    return false;
}

static bool shows_only_what_is_behind(const fy_export_fitter *f) {
    const fy_tev *tev = &f->reference->tev;
    return fy_gx_shows_frame_buffer(f->from->gx) && fy_tev_is_all(tev, tev->alpha, 0) && !changes_color(f);
}

/* A game may set its alpha: it is written, with that at rest. */
static void report_see_through(const fy_export_fitter *f) {
    if (f->surface->alpha_mode != FERRY_ALPHA_BLEND || f->surface->factor.a > 0 || changes_color(f)) return;
    ferry_say(f->e->job, FERRY_NOTE, "gltf.see-through", f->e->file, f->path,
              "its alpha is 0 in the file, and no animation changes it: written, but not seen");
}

bool fy_export_fit_gx(fy_export_fitter *f) {
    if (!is_drawn(f)) return leave_out(f, "leaves no visible pixels");
    if (!fy_export_resume_gx(f)) return false;
    if (shows_only_what_is_behind(f))
        return leave_out(f, "shows nothing but a copy of the frame buffer, which is behind it anyway");
    fy_export_bake bake = {.e = f->e, .reference = f->reference, .gx = f->from->gx};
    bool baked = fy_export_bake_open(&bake, f->draws, f->draw_count);
    if (baked) fill_baked(f, &bake);
    fy_export_candidate best = find_candidate(f, baked ? &bake : NULL);
    take_candidate(f, &best);
    report_missing(f);
    report_fit(f, &bake);
    report_see_through(f);
    return best.source != FY_EXPORT_BAKED || fy_export_bake_paint(&bake, f->material, f->surface);
}
