/*
 * export_material.c: what becomes of a material, a texture times a colour (docs/formats/gltf.md,
 * "Materials").
 */
#include "formats/export/export_material.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/export/export.h"
#include "formats/export/export_fit.h"
#include "formats/export/export_material_gx.h"
#include "formats/export/export_material_rdp.h"
#include "formats/export/export_pictures.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_vertex_summary.h"

uint32_t fy_export_surface_of(const fy_export *e, const ferry_draw *draw) {
    return draw->material == FERRY_NONE ? e->scene->materials.count : draw->material;
}

static const fy_export_surface plain = {.texture = FERRY_NONE,
                                        .baked = FERRY_NONE,
                                        .transform = {{1, 0, 0}, {0, 1, 0}},
                                        .colors = FERRY_NONE,
                                        .factor = {1, 1, 1, 1},
                                        .cutoff = 0.5F,
                                        .cull = FERRY_CULL_BACK,
                                        .lit = true};

/* What the generic part of a material says. */
static fy_export_surface summary(const fy_export *e, const ferry_material *from) {
    fy_export_surface surface = plain;
    if (fy_export_has_picture(e, from->base_texture)) surface.texture = from->base_texture;
    surface.uv = from->base_uv;
    surface.colors = from->vertex_colors ? 0 : FERRY_NONE;
    surface.color_rgb = surface.color_alpha = true;
    surface.factor = from->base_color;
    surface.alpha_mode = from->alpha_mode;
    surface.cutoff = from->alpha_cutoff;
    surface.cull = from->cull;
    surface.lit = from->lit;
    return surface;
}

/* Draws by material: those of material m stand from first[m] on. */
static bool find_drawn(fy_export *e) {
    const ferry_draw_list *draws = &e->scene->draws;
    uint32_t count = e->scene->materials.count;
    e->by_material = ferry_new(e->job, uint32_t, draws->count + (size_t)1);
    e->first_draws = ferry_new(e->job, uint32_t, count + (size_t)3);
    if (!e->by_material || !e->first_draws) return false;
    for (uint32_t d = 0; d < draws->count; d++)
        e->first_draws[fy_export_surface_of(e, &draws->data[d]) + 2]++;
    for (uint32_t m = 0; m <= count; m++) e->first_draws[m + 2] += e->first_draws[m + 1];
    for (uint32_t d = 0; d < draws->count; d++)
        e->by_material[e->first_draws[fy_export_surface_of(e, &draws->data[d]) + 1]++] = d;
    return true;
}

bool fy_export_open_fitter(fy_export *e, fy_reference *reference, uint32_t number, fy_export_fitter *f) {
    const ferry_scene *scene = e->scene;
    *f = (fy_export_fitter){.e = e,
                            .reference = reference,
                            .material = number,
                            .from = &scene->materials.data[number],
                            .draws = e->by_material + e->first_draws[number],
                            .draw_count = e->first_draws[number + 1] - e->first_draws[number],
                            .facts = {.min_alpha = {1, 1}},
                            .surface = &e->surfaces[number]};
    f->fit.alpha_mode = f->surface->alpha_mode;
    f->fit.cutoff = (double)f->surface->cutoff * 255;
    f->fit.lit = f->surface->lit;
    if (!e->samples) e->samples = ferry_new(e->job, fy_export_sample, FY_SAMPLES);
    f->fit.samples = e->samples;
    f->path = ferry_job_format(e->job, "material[%u] \"%s\"", number, f->from->name);
    for (uint32_t i = 0; i < f->draw_count; i++)
        fy_vertex_summary_learn(&scene->meshes.data[scene->draws.data[f->draws[i]].mesh], &f->facts);
    return f->fit.samples && ferry_tick(e->job);
}

/* What a baked picture takes stays. */
static bool plan(fy_export *e, fy_reference *reference, uint32_t number) {
    fy_export_fitter f;
    if (!fy_export_open_fitter(e, reference, number, &f)) return false;
    if (!f.draw_count) return true;
    if (f.from->gx) return fy_export_fit_gx(&f);
    return !f.from->rdp || fy_export_fit_rdp(&f);
}

bool fy_export_plan_materials(fy_export *e) {
    uint32_t count = e->scene->materials.count;
    fy_reference reference = {.job = e->job, .scene = e->scene, .name = e->file};
    e->surfaces = ferry_new(e->job, fy_export_surface, count + (size_t)1);
    if (!e->surfaces || !find_drawn(e)) return false;
    e->surfaces[count] = plain;
    for (uint32_t m = 0; m < count; m++) e->surfaces[m] = summary(e, &e->scene->materials.data[m]);
    bool done = true;
    for (uint32_t m = 0; m < count && done; m++) done = plan(e, &reference, m);
    fy_reference_end(&reference);
    return done;
}
