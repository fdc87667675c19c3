/* test_t3dm_samples.c: sample pixels of a material: which texels they meet, what each counts, and that the
 * same ones are not worked out again. */
#include "ferry64.h"
#include "ferry64_gx.h"
#include "builders/formula_bench.h"
#include "builders/material_scene.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/samples/t3dm_sample_texels.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_vertex_summary.h"

static void numbered(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x, y, 0, 255);
}

/* Texel columns of 16 that imagined pixels meet beside the picture. */
START_TEST(imagined_pixels_wrap_as_textures_do) {
    static const double us[] = {.28, 1.28, -.28, 2.28, -1.28};
    static const struct {
        ferry_wrap wrap;
        uint8_t columns[5];
    } rows[] = {{FERRY_WRAP_REPEAT, {4, 4, 11, 4, 11}},
                {FERRY_WRAP_MIRROR, {4, 11, 4, 4, 11}},
                {FERRY_WRAP_CLAMP, {4, 15, 0, 15, 0}}};
    bench b;
    open_bench_of(&b, numbered, false);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 5; k++) {
            ferry_texture *texture = &b.scene->textures.data[0];
            texture->wrap_s = rows[i].wrap, texture->wrap_t = FERRY_WRAP_REPEAT;
            const fy_places at = {.sets = {{us[k], .5}}};
            fy_tev_inputs seen = {0};
            fy_sample_texels(&b.reference, b.reference.gx, &at, &seen);
            ck_assert_uint_eq(seen.texels[0][0], rows[i].columns[k]);
            ck_assert_uint_eq(seen.texels[0][1], 8);
        }
    close_bench(&b);
}
END_TEST

/* The very same samples come back as they were; in another light they are others. */
START_TEST(samples_are_filled_once) {
    static fy_sample before[FY_SAMPLES];
    bench b;
    open_bench(&b, true);
    memcpy(before, b.reference.samples, sizeof before);
    memset(b.reference.samples, 0, sizeof before);
    memset(b.reference.bright, 0, sizeof b.reference.bright);
    ck_assert(fy_reference_start(&b.reference, b.reference.gx, &b.facts));
    ck_assert_uint_eq(b.reference.next_known, 1);
    ck_assert_mem_eq(before, b.reference.samples, sizeof before);
    ck_assert_uint_eq(b.reference.bright[0].lit.raster[0][3], 255);
    b.facts.colors[0][0].r = 0;
    ck_assert(fy_reference_start(&b.reference, b.reference.gx, &b.facts));
    ck_assert_uint_eq(b.reference.next_known, 2);
    ck_assert_mem_ne(before, b.reference.samples, sizeof before);
    close_bench(&b);
}
END_TEST

/* A mask that is compared leaves pixels out, translucent ones count by their alpha, and a material of which
 * nothing is drawn is judged as if all were. */
START_TEST(samples_count_as_they_are_drawn) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t mask = add_texture(scene, "mask", 16, 16, half_solid, FERRY_WRAP_CLAMP);
    ferry_gx_material *gx = add_gx(scene, "mask", mask);
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    fy_reference reference = {.job = job, .scene = scene};
    unsigned out = 0;
    if (_i == 1) gx->blend_mode = FERRY_GX_BLEND_BLEND;
    if (_i != 1) gx->alpha_compare0 = FERRY_GX_GREATER, gx->alpha_ref0 = _i ? 255 : 128;
    gx->alpha_op = FERRY_GX_AND;
    ck_assert(fy_reference_start(&reference, gx, &facts));
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference.samples[i];
        float counts = _i == 0 ? sample->wanted[3] > 128 : _i == 1 ? sample->wanted[3] / 255.0F : 1;
        ck_assert_float_eq_tol(sample->weight, counts, 1e-6f);
        out += sample->wanted[3] < 100;
    }
    ck_assert(out > FY_SAMPLES / 8 && out < FY_SAMPLES * 7 / 8);
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_samples");
    TCase *samples = tcase_create("samples");
    tcase_add_test(samples, imagined_pixels_wrap_as_textures_do);
    tcase_add_test(samples, samples_are_filled_once);
    tcase_add_loop_test(samples, samples_count_as_they_are_drawn, 0, 3);
    suite_add_tcase(suite, samples);
    return fy_run_suite(suite);
}
