/*
 * test_fast64_extensions.c: materials that fast64 wrote as extensions of glTF, and its samplers
 * (docs/formats/fast64.md).
 */
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_rdp.h"
#include "builders/fast64_model.h"
#include "builders/generic_builder.h"
#include "helpers.h"

START_TEST(extensions_say_the_same) {
    fast64_model t = {0};
    read_extension(&t,
                   COMBINER_N64
                   ",\"primitive\":{\"set\":true,\"color\":[1.0,0.21586,0.5,0.5],\"minLoDRatio\":0,"
                   "\"loDFraction\":0},"
                   "\"environment\":{\"set\":false,\"color\":[1,1,1,1]},\"blend\":{\"set\":false,"
                   "\"color\":[0,0,0,1]},"
                   "\"otherModes\":{\"cycleType\":\"2CYCLE\",\"textureFilter\":\"BILERP\","
                   "\"renderMode\":{\"presets\":"
                   "[\"FOG_SHADE_A\",\"AA_ZB_XLU_DECAL2\"]}},\"textures\":{},\"extensions\":{" F3D_N64 "}",
                   "", "");
    read_materials(&t, 1);
    fy_expect_report(t.job, "");
    const ferry_rdp_material *rdp = state_of(&t, 0);
    ck_assert_uint_eq(rdp->combiner, UINT64_C(0x80127F1088FFFC38));
    ck_assert_uint_eq(rdp->blender, FERRY_RDP_BLEND_MULTIPLY);
    ck_assert_uint_eq(rdp->other_mode, FERRY_RDP_BILINEAR | FERRY_RDP_Z_DECAL);
    ck_assert_uint_eq(rdp->flags, 0x17);
    ck_assert_uint_eq(rdp->fog, 2);
    ck_assert_uint_eq(rdp->effect, FERRY_RDP_EFFECT_SPHERICAL_UV);
    ck_assert_uint_eq(rdp->colors, FERRY_RDP_SET_PRIM);
    ck_assert_mem_eq(rdp->prim, ((uint8_t[]){255, 127, 186, 127}), 4);
    ck_assert_mem_eq(rdp->env, "\xff\xff\xff\xff", 4);
    end(&t);
}
END_TEST

/* Names with their prefixes, flags instead of presets, and F3D's extension beside the other. */
START_TEST(older_extensions_are_read_too) {
    fast64_model t = {0};
    read_extension(&t,
                   COMBINER_N64 ",\"otherModes\":{\"cycleType\":\"G_CYC_2CYCLE\","
                                "\"textureFilter\":\"G_TF_AVERAGE\",\"renderMode\":"
                                "{\"flags\":{\"zMode\":\"ZMODE_DEC\",\"mulCvgXAlpha\":true,"
                                "\"forceBlend\":true},\"blender\":["
                                "{\"color\":[\"G_BL_CLR_IN\",\"G_BL_CLR_IN\"],\"alpha\":[\"G_BL_0\","
                                "\"G_BL_1\"]},"
                                "{\"color\":[\"IN\",\"MEM\"],\"alpha\":[\"A_IN\",\"1\"]}]}}",
                   "," F3D_N64, "");
    read_materials(&t, 1);
    fy_expect_report(t.job, "");
    const ferry_rdp_material *rdp = state_of(&t, 0);
    ck_assert_uint_eq(rdp->blender, FERRY_RDP_BLEND_ADD);
    ck_assert_uint_eq(rdp->other_mode, FERRY_RDP_MEDIAN | FERRY_RDP_Z_DECAL | FERRY_RDP_ALPHA_COMPARE);
    ck_assert_uint_eq(rdp->flags, 0x17);
    ck_assert_mem_eq(rdp->blend, "\0\0\0\x80", 4);
    end(&t);
}
END_TEST

START_TEST(samplers_hold_the_tiles) {
    fast64_model t = {0};
    read_extension(&t,
                   COMBINER_N64 ",\"otherModes\":{\"cycleType\":\"2CYCLE\","
                                "\"renderMode\":{\"presets\":[\"PASS\",\"AA_ZB_OPA_SURF2\"]}},"
                                "\"textures\":{\"0\":{\"index\":1},\"1\":{\"index\":0}}",
                   "",
                   ",\"textures\":[{\"sampler\":0},{\"sampler\":1,\"source\":0}],"
                   "\"images\":[{\"uri\":\"my%20wall.png\"}],"
                   "\"samplers\":[{\"extensions\":{\"FAST64_sampler_n64\":{\"set\":true,"
                   "\"fields\":[{\"clamp\":false,\"mirror\":false,"
                   "\"low\":1,\"high\":31,\"mask\":5,\"shift\":-1},{\"clamp\":false,\"mirror\":false}],"
                   "\"reference\":{\"texture\":"
                   "\"0x08000000\",\"size\":[64,16]}}}},"
                   "{\"extensions\":{\"FAST64_sampler_n64\":{\"set\":true,\"fields\":["
                   "{\"clamp\":true,\"mirror\":true},{\"clamp\":false,\"mirror\":false}]}}}]");
    generic_picture(&t.files, "my wall.png");
    read_materials(&t, 1);
    fy_expect_report(t.job, "");
    const ferry_rdp_tile *a = &state_of(&t, 0)->tiles[0], *b = &state_of(&t, 0)->tiles[1];
    ck_assert_str_eq(t.scene->textures.data[a->texture].path, "rom:/my wall.sprite");
    ck_assert_uint_eq(a->width, 2);
    expect_axis(&a->s, 0, 3, 1, 0, 1, 1); /* as fast64 fills it in: a clamped mirror is twice as long */
    expect_axis(&a->t, 0, 1, 1, 0, 0, 0);
    ck_assert_uint_eq(b->reference, 0x08000000);
    ck_assert_uint_eq(b->width, 64);
    ck_assert_uint_eq(b->height, 16);
    expect_axis(&b->s, 1, 31, 5, -1, 0, 0);
    expect_axis(&b->t, 0, 15, 4, 0, 0, 0);
    end(&t);
}
END_TEST

/* Places of a tile are numbers of ten bits and two for parts, in the extension, too. */
START_TEST(samplers_have_their_bounds) {
    fast64_model t = {0};
    read_extension(
        &t,
        COMBINER_N64 ",\"otherModes\":{\"cycleType\":\"2CYCLE\","
                     "\"renderMode\":{\"presets\":[\"PASS\",\"AA_ZB_OPA_SURF2\"]}},"
                     "\"textures\":{\"0\":{\"index\":0}}",
        "",
        ",\"textures\":[{\"sampler\":0}],"
        "\"samplers\":[{\"extensions\":{\"FAST64_sampler_n64\":{\"set\":true,"
        "\"fields\":[{\"clamp\":false,\"mirror\":false,"
        "\"low\":-1024.5,\"high\":1024.5,\"mask\":5,\"shift\":0},{\"clamp\":false,\"mirror\":false}],"
        "\"reference\":{\"texture\":"
        "\"0x08000000\",\"size\":[64,16]}}}}]");
    read_materials(&t, 1);
    char *report = fy_report_text(ferry_job_report(t.job));
    ck_assert_ptr_nonnull(strstr(report, "low: expected a number from -1024 to 1024, found -1024.5; used 0"));
    ck_assert_ptr_nonnull(strstr(report, "high: expected a number from -1024 to 1024, found 1024.5; used 0"));
    free(report);
    end(&t);
}
END_TEST

START_TEST(extensions_without_render_mode_are_opaque) {
    fast64_model t = {0};
    read_extension(&t,
                   COMBINER_N64 ",\"otherModes\":{\"cycleType\":\"2CYCLE\"},"
                                "\"textures\":{\"0\":{\"index\":9}}",
                   "", "");
    read_materials(&t, 1);
    char *report = fy_report_text(ferry_job_report(t.job));
    ck_assert_ptr_nonnull(strstr(report, "no render mode, and the extension does not store the draw "
                                         "layer: used opaque"));
    ck_assert_ptr_nonnull(strstr(report, "warning: "
                                         "materials[0].extensions.FAST64_materials_n64.textures.0: "
                                         "texture 9 is out of range (0); used none"));
    free(report);
    ck_assert_uint_eq(state_of(&t, 0)->blender, 0);
    end(&t);
}
END_TEST

/* What is no name among the presets is told, and the others count. */
START_TEST(presets_are_names) {
    fast64_model t = {0};
    read_extension(&t,
                   COMBINER_N64 ",\"otherModes\":{\"cycleType\":\"2CYCLE\","
                                "\"renderMode\":{\"presets\":[7,\"AA_ZB_XLU_SURF2\"]}},"
                                "\"textures\":{\"0\":{\"index\":9}}",
                   "", "");
    read_materials(&t, 1);
    char *report = fy_report_text(ferry_job_report(t.job));
    ck_assert_ptr_nonnull(strstr(report, "presets[0]: expected the name of a render mode; used opaque"));
    free(report);
    ck_assert_uint_eq(state_of(&t, 0)->blender, FERRY_RDP_BLEND_MULTIPLY);
    end(&t);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast64_extensions");
    TCase *extensions = tcase_create("extensions");
    tcase_add_test(extensions, extensions_say_the_same);
    tcase_add_test(extensions, older_extensions_are_read_too);
    tcase_add_test(extensions, samplers_hold_the_tiles);
    tcase_add_test(extensions, samplers_have_their_bounds);
    tcase_add_test(extensions, extensions_without_render_mode_are_opaque);
    tcase_add_test(extensions, presets_are_names);
    suite_add_tcase(suite, extensions);
    return fy_run_suite(suite);
}
