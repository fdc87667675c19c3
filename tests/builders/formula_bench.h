/* formula_bench.h: samples of a formula, of which the tests say what is wanted at each. */
#ifndef FERRY_TESTS_BUILDERS_FORMULA_BENCH_H
#define FERRY_TESTS_BUILDERS_FORMULA_BENCH_H

#include "builders/material_scene.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_vertex_summary.h"

/* TEX0 and the vertex colour, which is lit or not, in a formula; what is wanted is another matter. */
typedef struct bench {
    ferry_job *job;
    ferry_scene *scene;
    fy_reference reference;
    fy_vertex_summary facts;
} bench;

static inline void open_bench_of(bench *b, painter by, bool lit) {
    b->scene = open_scene(&b->job);
    uint32_t texture = add_texture(b->scene, "wall", 16, 16, by, FERRY_WRAP_REPEAT);
    ferry_gx_material *gx = add_gx(b->scene, "wall", texture);
    gx->channels[0].lit = lit;
    gx->channels[0].light_mask = 1;
    b->facts = (fy_vertex_summary){.min_alpha = {1, 1}, .count = {8, 0}};
    for (int i = 0; i < 8; i++)
        b->facts.colors[0][i] = (ferry_color){.3f + .1f * (float)i, 1 - .1f * (float)i, .5f, 1};
    for (int i = 0; i < 8; i++) fy_vertex_summary_color(0, &b->facts.colors[0][i], &b->facts);
    b->reference = (fy_reference){.job = b->job, .scene = b->scene};
    ck_assert(fy_reference_start(&b->reference, gx, &b->facts));
}

static inline void open_bench(bench *b, bool lit) {
    open_bench_of(b, spread_colors, lit);
}

static inline void close_bench(bench *b) {
    fy_reference_end(&b->reference);
    close_scene(b->job, b->scene);
}

#endif
