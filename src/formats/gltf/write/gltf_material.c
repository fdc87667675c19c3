/*
 * gltf_material.c: what becomes of a material in a glTF file (docs/formats/gltf.md, "Materials").
 */
#include "formats/gltf/write/gltf_material.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/write/gltf_fit.h"
#include "formats/gltf/write/gltf_material_gx.h"
#include "formats/gltf/write/gltf_material_rdp.h"
#include "formats/gltf/write/gltf_writer.h"
#include "shade/t3dm_reference.h"
#include "shade/t3dm_shader.h"
#include "shade/t3dm_vertex_facts.h"

uint32_t fy_gltf_look_of(const fy_gltf *g, const ferry_draw *draw) {
    return draw->material == FERRY_NONE ? g->scene->materials.count : draw->material;
}

static const fy_gltf_look plain = {.texture = FERRY_NONE,
                                   .made = FERRY_NONE,
                                   .transform = {{1, 0, 0}, {0, 1, 0}},
                                   .colors = FERRY_NONE,
                                   .factor = {1, 1, 1, 1},
                                   .cutoff = 0.5F,
                                   .cull = FERRY_CULL_BACK,
                                   .lit = true};

/* What the generic part of a material says. */
static fy_gltf_look summary(const fy_gltf *g, const ferry_material *from) {
    fy_gltf_look look = plain;
    if (from->base_texture != FERRY_NONE && g->texture_numbers[from->base_texture] != FERRY_NONE)
        look.texture = from->base_texture;
    look.uv = from->base_uv;
    look.colors = from->vertex_colors ? 0 : FERRY_NONE;
    look.color_rgb = look.color_alpha = true;
    look.factor = from->base_color;
    look.alpha_mode = from->alpha_mode;
    look.cutoff = from->alpha_cutoff;
    look.cull = from->cull;
    look.lit = from->lit;
    return look;
}

/* Draws by material: those of material m stand from first[m] on. */
static bool find_drawn(fy_gltf *g) {
    const ferry_draw_list *draws = &g->scene->draws;
    uint32_t count = g->scene->materials.count;
    g->by_material = ferry_new(g->job, uint32_t, draws->count + (size_t)1);
    g->first_draws = ferry_new(g->job, uint32_t, count + (size_t)3);
    if (!g->by_material || !g->first_draws) return false;
    for (uint32_t d = 0; d < draws->count; d++) g->first_draws[fy_gltf_look_of(g, &draws->data[d]) + 2]++;
    for (uint32_t m = 0; m <= count; m++) g->first_draws[m + 2] += g->first_draws[m + 1];
    for (uint32_t d = 0; d < draws->count; d++)
        g->by_material[g->first_draws[fy_gltf_look_of(g, &draws->data[d]) + 1]++] = d;
    return true;
}

bool fy_gltf_open_fitter(fy_gltf *g, fy_shader *shader, uint32_t number, fy_gltf_fitter *f) {
    const ferry_scene *scene = g->scene;
    *f = (fy_gltf_fitter){.g = g,
                          .shader = shader,
                          .material = number,
                          .from = &scene->materials.data[number],
                          .draws = g->by_material + g->first_draws[number],
                          .draw_count = g->first_draws[number + 1] - g->first_draws[number],
                          .facts = {.min_alpha = {1, 1}},
                          .look = &g->looks[number]};
    f->fit.alpha_mode = f->look->alpha_mode;
    f->fit.cutoff = (double)f->look->cutoff * 255;
    f->fit.lit = f->look->lit;
    if (!g->samples) g->samples = ferry_new(g->job, fy_gltf_sample, FY_SAMPLES);
    f->fit.samples = g->samples;
    f->path = ferry_job_format(g->job, "material[%u] \"%s\"", number, f->from->name);
    for (uint32_t i = 0; i < f->draw_count; i++)
        fy_vertex_facts_learn(&scene->meshes.data[scene->draws.data[f->draws[i]].mesh], &f->facts);
    return f->fit.samples && ferry_tick(g->job);
}

/* What a baked picture takes stays. */
static bool plan(fy_gltf *g, fy_shader *shader, uint32_t number) {
    fy_gltf_fitter f;
    if (!fy_gltf_open_fitter(g, shader, number, &f)) return false;
    if (!f.draw_count) return true;
    if (f.from->gx) return fy_gltf_fit_gx(&f);
    return !f.from->rdp || fy_gltf_fit_rdp(&f);
}

bool fy_gltf_plan_materials(fy_gltf *g) {
    uint32_t count = g->scene->materials.count;
    fy_shader shader = {.job = g->job, .scene = g->scene, .name = g->file};
    g->looks = ferry_new(g->job, fy_gltf_look, count + (size_t)1);
    if (!g->looks || !find_drawn(g)) return false;
    g->looks[count] = plain;
    for (uint32_t m = 0; m < count; m++) g->looks[m] = summary(g, &g->scene->materials.data[m]);
    bool done = true;
    for (uint32_t m = 0; m < count && done; m++) done = plan(g, &shader, m);
    fy_shader_end(&shader);
    return done;
}
