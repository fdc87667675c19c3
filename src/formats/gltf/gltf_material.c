/*
 * gltf_material.c: what becomes of a material in a glTF file (docs/formats/gltf.md, "Materials").
 */
#include "core/job.h"
#include "formats/gltf/gltf_look.h"

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
typedef struct drawn {
    uint32_t *draws, *first;
} drawn;

static bool find_drawn(const fy_gltf *g, drawn *of) {
    const ferry_draw_list *draws = &g->scene->draws;
    uint32_t count = g->scene->materials.count;
    of->draws = ferry_new(g->job, uint32_t, draws->count + (size_t)1);
    of->first = ferry_new(g->job, uint32_t, count + (size_t)3);
    if (!of->draws || !of->first) return false;
    for (uint32_t d = 0; d < draws->count; d++) of->first[fy_gltf_look_of(g, &draws->data[d]) + 2]++;
    for (uint32_t m = 0; m <= count; m++) of->first[m + 2] += of->first[m + 1];
    for (uint32_t d = 0; d < draws->count; d++)
        of->draws[of->first[fy_gltf_look_of(g, &draws->data[d]) + 1]++] = d;
    return true;
}

bool fy_gltf_plan_materials(fy_gltf *g) {
    uint32_t count = g->scene->materials.count;
    drawn of;
    fy_shader shader = {.job = g->job, .scene = g->scene, .name = g->file};
    g->looks = ferry_new(g->job, fy_gltf_look, count + (size_t)1);
    if (!g->looks || !find_drawn(g, &of)) return false;
    g->looks[count] = plain;
    bool done = true;
    for (uint32_t m = 0; m < count && done; m++) {
        const ferry_material *from = &g->scene->materials.data[m];
        fy_vertex_facts facts = {.min_alpha = {1, 1}};
        g->looks[m] = summary(g, from);
        for (uint32_t i = of.first[m]; i < of.first[m + 1]; i++)
            fy_vertex_facts_learn(&g->scene->meshes.data[g->scene->draws.data[of.draws[i]].mesh], &facts);
        if (from->gx && of.first[m] < of.first[m + 1])
            done =
                fy_gltf_fit_gx(g, &shader, m, &facts, of.draws + of.first[m], of.first[m + 1] - of.first[m]);
        done = done && ferry_tick(g->job);
    }
    fy_shader_end(&shader);
    return done;
}
