/*
 * export_material_rdp.c: materials of the Nintendo 64 as a texture times vertex colours times a factor
 * (docs/formats/gltf.md, "Materials").
 */
#include "formats/export/export_material_rdp.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/lots.h"
#include "core/base/maths.h"
#include "formats/export/export.h"
#include "formats/export/export_canvas.h"
#include "formats/export/export_fit.h"
#include "formats/export/export_pictures.h"
#include "machine/rdp/rdp_combiner.h"
#include "machine/rdp/rdp_tile.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_reference_state.h"

enum { TILES = 2 };

/* ------------------------------------------------------------------------------------------------ pixels */

static const ferry_image *image_of(const fy_export *e, const ferry_rdp_material *rdp, uint32_t tile) {
    uint32_t texture = rdp->tiles[tile].texture;
    if (!fy_export_has_picture(e, texture)) return NULL;
    return &e->scene->images.data[e->scene->textures.data[texture].image];
}

/* Vertices count in texels of the first tile. */
static void texel_of(const fy_export *e, const ferry_rdp_material *rdp, uint32_t tile, const double at[2],
                     uint8_t to[4]) {
    const ferry_image *image = image_of(e, rdp, tile);
    const ferry_rdp_tile *first = &rdp->tiles[0];
    memset(to, 255, 4);
    if (!image) return;
    fy_rdp_sampler sampler =
        fy_rdp_tile_of(&rdp->tiles[tile], image->width, image->height, image->levels[0].rgba);
    fy_rdp_sample(&sampler, FY_RDP_POINT, (int32_t)(at[0] * 32 * (first->width ? first->width : 32)),
                  (int32_t)(at[1] * 32 * (first->height ? first->height : 32)), to);
}

static void take_color(const fy_export_fitter *f, double pick, double light, fy_export_sample *to,
                       uint8_t shade[4]) {
    static const ferry_color white = {1, 1, 1, 1};
    unsigned count = f->facts.count[0];
    const ferry_color *vertex = count ? &f->facts.colors[0][(unsigned)(pick * count)] : &white;
    for (int k = 0; k < 4; k++) {
        double value = (double)(&vertex->r)[k];
        to->colors[0][k] = fy_unit_byte(value);
        shade[k] = fy_unit_byte(k < 3 && f->from->lit ? value * light : value);
    }
    memset(to->colors[1], 255, sizeof to->colors[1]);
}

static void take_constant(bool set, const uint8_t color[4], uint8_t to[4]) {
    memset(to, 255, 4);
    if (set) memcpy(to, color, 4);
}

/* What the game sets is white. */
static void take_constants(const ferry_rdp_material *rdp, fy_rdp_inputs *to) {
    take_constant(rdp->colors & FERRY_RDP_SET_PRIM, rdp->prim, to->prim);
    take_constant(rdp->colors & FERRY_RDP_SET_ENV, rdp->env, to->env);
}

/* In full light, of white vertices. */
static void combine_bright(const ferry_rdp_material *rdp, fy_rdp_inputs *inputs, uint8_t out[4]) {
    memset(inputs->shade, 255, 4);
    take_constants(rdp, inputs);
    fy_rdp_combine(rdp->combiner, inputs, out);
}

void fy_export_fill_rdp(fy_export_fitter *f, const ferry_rdp_material *rdp) {
    fy_lots lots = {0x5EED};
    for (int i = 0; i < FY_SAMPLES; i++) {
        fy_export_sample *to = &f->fit.samples[i];
        fy_rdp_inputs inputs;
        double at[2], facing, pick;
        at[0] = fy_lot(&lots);
        at[1] = fy_lot(&lots);
        facing =
            fy_lot(&lots) * 1.25 - .25; /* the light comes from the viewer's side: few pixels face away */
        pick = fy_lot(&lots);
        to->light = fy_reference_light(facing > 0 ? facing : 0);
        take_color(f, pick, to->light, to, inputs.shade);
        for (uint32_t tile = 0; tile < TILES; tile++) texel_of(f->e, rdp, tile, at, to->texels[tile]);
        memcpy(inputs.tex0, to->texels[0], 4);
        memcpy(inputs.tex1, to->texels[1], 4);
        take_constants(rdp, &inputs);
        fy_rdp_combine(rdp->combiner, &inputs, to->wanted);
        combine_bright(f->from->rdp, &inputs, to->texels[FY_EXPORT_BAKED]); /* pictures stay those at rest */
    }
}

/* -------------------------------------------------------------------------------------------------- ways */

/* Not what the sphere effect lays on by normals. */
static bool is_candidate(const fy_export_fitter *f, uint32_t tile) {
    const ferry_rdp_material *rdp = f->from->rdp;
    uint8_t slot = tile ? FY_RDP_TEX1 : FY_RDP_TEX0;
    if (rdp->effect == FERRY_RDP_EFFECT_SPHERICAL_UV || !image_of(f->e, rdp, tile)) return false;
    return fy_rdp_reads_color(rdp->combiner, slot) || fy_rdp_reads_alpha(rdp->combiner, slot);
}

/* Whether all that is read can be painted over the coordinates of the vertices. */
static bool open_canvas(const fy_export_fitter *f, fy_export_canvas *canvas) {
    const ferry_rdp_material *rdp = f->from->rdp;
    const fy_export_surface surfaces[TILES] = {{.candidate = {.source = 0}}, {.candidate = {.source = 1}}};
    bool any = false;
    *canvas = (fy_export_canvas){0};
    if (rdp->blender == FERRY_RDP_BLEND_ADD || !fy_export_canvas_open(f->e, f->draws, f->draw_count, canvas))
        return false;
    for (uint32_t tile = 0; tile < TILES; tile++) {
        double matrix[2][3];
        if (!is_candidate(f, tile)) continue;
        const ferry_image *image = image_of(f->e, rdp, tile);
        fy_export_map_rdp(&surfaces[tile], rdp, matrix);
        fy_export_canvas_refine(canvas, (const double(*)[3])matrix, image->width, image->height);
        any = true;
    }
    return any;
}

static void paint_texel(const void *user, double u, double v, uint8_t out[4]) {
    const fy_export_fitter *f = user;
    const ferry_rdp_material *rdp = f->from->rdp;
    const double at[2] = {u, v};
    fy_rdp_inputs inputs;
    texel_of(f->e, rdp, 0, at, inputs.tex0);
    texel_of(f->e, rdp, 1, at, inputs.tex1);
    combine_bright(rdp, &inputs, out);
}

static fy_export_candidate find_candidate(const fy_export_fitter *f, bool bakes) {
    fy_export_candidate best = {.source = FERRY_NONE, .colors = FERRY_NONE, .color_error = 1e9};
    uint64_t word = f->from->rdp->combiner;
    bool has_vertex_colors[FERRY_COLOR_SETS][2] = {
        {f->facts.count[0] && fy_rdp_reads_color(word, FY_RDP_SHADE),
         f->facts.count[0] && fy_rdp_reads_alpha(word, FY_RDP_SHADE)}};
    for (uint32_t tile = 0; tile < TILES; tile++)
        if (is_candidate(f, tile)) fy_export_fit_try(&f->fit, tile, has_vertex_colors, &best);
    if (bakes) fy_export_fit_try(&f->fit, FY_EXPORT_BAKED, has_vertex_colors, &best);
    fy_export_fit_try(&f->fit, FERRY_NONE, has_vertex_colors, &best);
    return best;
}

/* A picture's own size may differ from the slot's. `half`: texels by which coordinates in the file stand
 * before those of the scene, and a filtered texel's middle before its number: the shift scales the first. */
static void take_axis(const ferry_rdp_axis *axis, uint32_t counted, uint32_t size, double half, int row,
                      double to[2][3]) {
    double shrink = 1;
    for (int8_t k = axis->shift; k > 0; k--) shrink /= 2;
    for (int8_t k = axis->shift; k < 0; k++) shrink *= 2;
    to[row][0] = to[row][1] = 0;
    to[row][row] = shrink * (counted ? counted : 32) / (size ? size : 32);
    to[row][2] = (half - half * shrink - (double)axis->low) / (size ? size : 32);
}

bool fy_export_map_rdp(const fy_export_surface *surface, const ferry_rdp_material *state, double to[2][3]) {
    if (surface->candidate.source >= TILES) return false;
    const ferry_rdp_tile *first = &state->tiles[0], *tile = &state->tiles[surface->candidate.source];
    double half = fy_rdp_filter_of(state->other_mode) == FY_RDP_POINT ? 0 : .5;
    take_axis(&tile->s, first->width, tile->width, half, 0, to);
    take_axis(&tile->t, first->height, tile->height, half, 1, to);
    return true;
}

/* ------------------------------------------------------------------------------------------------ result */

static void take_candidate(const fy_export_fitter *f, const fy_export_candidate *candidate) {
    fy_export_surface *surface = f->surface;
    fy_export_take_candidate(surface, candidate);
    surface->texture =
        candidate->source < TILES ? f->from->rdp->tiles[candidate->source].texture : FERRY_NONE;
    surface->uv = 0;
    surface->lit = f->fit.lit;
    fy_export_map_rdp(surface, f->from->rdp, surface->transform);
}

static void report_fit(const fy_export_fitter *f) {
    const ferry_rdp_material *rdp = f->from->rdp;
    ferry_job *job = f->e->job;
    fy_export_report_fit(f);
    if (rdp->blender != FERRY_RDP_BLEND_NONE && rdp->blender != FERRY_RDP_BLEND_MULTIPLY)
        ferry_say(job, FERRY_LOSS, "gltf.blend", f->e->file, f->path,
                  "blending approximated by ordinary translucency");
    if (rdp->effect != FERRY_RDP_EFFECT_NONE)
        ferry_say(job, FERRY_LOSS, "gltf.vertex-effect", f->e->file, f->path,
                  "vertex effect %u is specific to the console; left out", rdp->effect);
}

/* Without a combiner it keeps that of whatever was drawn before: its summary stays. */
bool fy_export_fit_rdp(fy_export_fitter *f) {
    const ferry_rdp_material *rdp = f->from->rdp;
    if (!rdp->combiner) return true;
    f->fit.lit = f->from->lit && fy_rdp_reads_color(rdp->combiner, FY_RDP_SHADE);
    for (int alpha = 0; alpha < 256; alpha++) f->fit.drawn[alpha] = alpha >= fy_round(f->fit.cutoff);
    fy_export_fill_rdp(f, rdp);
    fy_export_canvas canvas;
    bool bakes = open_canvas(f, &canvas);
    fy_export_candidate best = find_candidate(f, bakes);
    take_candidate(f, &best);
    report_fit(f);
    return best.source != FY_EXPORT_BAKED ||
           fy_export_canvas_paint(f->e, &canvas, f->material, paint_texel, f, f->surface);
}
