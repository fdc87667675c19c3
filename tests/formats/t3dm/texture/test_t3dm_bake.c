/* test_t3dm_bake.c: pictures that are drawn anew: formulas of one texture, and alphas that no threshold tells
 * apart. */
#include "ferry64.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "core/image/image.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* Two stages: lerp(dark, bright, TEX0), times the vertex colour, plus a third constant. */
static ferry_gx_material *add_three_constants(ferry_scene *scene, const char *name, uint32_t texture) {
    ferry_gx_material *gx = add_gx(scene, name, texture);
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->registers[0] = (ferry_gx_color_s16){10, 40, 80, 255};
    gx->registers[1] = (ferry_gx_color_s16){200, 100, 90, 255};
    gx->registers[2] = (ferry_gx_color_s16){20, 10, 30, 255};
    gx->stages[0].color =
        (ferry_gx_combine){FERRY_GX_CC_C0, FERRY_GX_CC_C1, FERRY_GX_CC_TEXC, FERRY_GX_CC_ZERO, .clamp = 1};
    gx->stages[1].color =
        (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_CPREV, FERRY_GX_CC_RASC, FERRY_GX_CC_C2, .clamp = 1};
    return gx;
}

/* Of the files that a plan made. */
static const uint8_t *first_picture(ferry_job *job, const ferry_file_list *files, uint32_t *width) {
    uint32_t height;
    const uint8_t *rgba = NULL;
    ck_assert_uint_gt(files->count, 0);
    ck_assert(fy_png_read(job, files->data[0].name, files->data[0].bytes, width, &height, &rgba));
    return rgba;
}

START_TEST(what_follows_one_texture_is_baked) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t texture = add_texture(scene, "wall", 16, 16, diagonal_greys, FERRY_WRAP_REPEAT);
    add_three_constants(scene, "wall", texture);
    add_three_constants(scene, "twin", texture); /* the same again shares the picture */
    add_three_constants(scene, "other", texture)->registers[0].r = 60;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(files.count, 2);
    ck_assert(!has_loss(job, "t3dm.combiner"));
    ck_assert_uint_eq(plan.materials[0].rdp.prim[0], 20);
    ck_assert_uint_eq(plan.materials[0].rdp.prim[1], 10);
    ck_assert_uint_eq(plan.materials[0].rdp.prim[2], 30);
    ck_assert_uint_eq(plan.material_count, 3);
    ck_assert_str_eq(plan.materials[0].paths[0], plan.materials[1].paths[0]);
    ck_assert_str_ne(plan.materials[0].paths[0], plan.materials[2].paths[0]);
    uint32_t width;
    const uint8_t *rgba = first_picture(job, &files, &width);
    ck_assert_uint_eq(width, 16);
    for (uint32_t y = 0; y < 16; y++)
        for (uint32_t x = 0; x < 16; x++) {
            static const int dark[3] = {10, 40, 80}, bright[3] = {200, 100, 90};
            for (uint32_t k = 0; k < 3; k++) {
                double wanted = dark[k] + (bright[k] - dark[k]) * (double)((x + y) * 8) / 255;
                ck_assert_double_lt(abs((int)rgba[4 * (y * 16 + x) + k] - (int)wanted),
                                    10); /* five bits, 16 colours */
            }
        }
    close_scene(job, scene);
}
END_TEST

static void alpha_along_x(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, 200, 100, 50, x * 16);
}

/* Four times the alpha, of which eight bits are compared: 8 of 16 columns pass, in four bands. */
START_TEST(alpha_that_wraps_around_is_cut_out_in_bands) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "goop", add_texture(scene, "goop", 16, 16, alpha_along_x, FERRY_WRAP_REPEAT));
    gx->stages[0].alpha = (ferry_gx_combine){.a = FERRY_GX_CA_ZERO,
                                             .b = FERRY_GX_CA_ZERO,
                                             .c = FERRY_GX_CA_ZERO,
                                             .d = FERRY_GX_CA_TEXA,
                                             .scale = 2};
    gx->alpha_compare0 = 6;
    gx->alpha_ref0 = 128;
    ferry_file_list files;
    plan_of(job, scene, &files);
    uint32_t width;
    const uint8_t *rgba = first_picture(job, &files, &width);
    ck_assert_uint_eq(width, 16);
    for (uint32_t x = 0; x < 16; x++) ck_assert_int_eq(rgba[4 * x + 3] > 100, x % 4 >= 2);
    close_scene(job, scene);
}
END_TEST

/* Alphas of 1 to 49, a range that no threshold says: columns 1 to 3 of 16. */
static ferry_gx_material *add_range(ferry_scene *scene, uint8_t blend_src) {
    ferry_gx_material *gx =
        add_gx(scene, "ice", add_texture(scene, "ice", 16, 16, alpha_along_x, FERRY_WRAP_REPEAT));
    gx->stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                             FERRY_GX_CA_TEXA, .clamp = 1};
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_src = blend_src;
    gx->blend_dst = FERRY_GX_FACTOR_INV_SRC_ALPHA;
    gx->alpha_compare0 = 6;
    gx->alpha_ref0 = 50;
    gx->alpha_op = FERRY_GX_XNOR;
    gx->alpha_compare1 = 3;
    return gx;
}

START_TEST(ranges_of_alpha_are_baked) {
    for (int adds = 0; adds < 2; adds++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        add_range(scene, adds ? FERRY_GX_FACTOR_ONE : FERRY_GX_FACTOR_SRC_ALPHA);
        ferry_file_list files;
        plan_of(job, scene, &files);
        uint32_t width;
        const uint8_t *rgba = first_picture(job, &files, &width);
        ck_assert_uint_eq(width, 16);
        for (uint32_t x = 0; x < 16; x++) {
            const bool passes = x >= 1 && x <= 3;
            if (adds)
                ck_assert_int_eq(rgba[4 * x] > 40, passes);
            else
                ck_assert_int_eq(rgba[4 * x + 3], passes ? 16 * x : 0);
        }
        ck_assert_uint_eq(files.count, 1);
        ck_assert(!has_note(job, "t3dm.alpha-test"));
        close_scene(job, scene);
    }
}
END_TEST

static void mostly_solid(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, 200, 100, 50, x < 192 ? 255 : x < 224 ? 128 : 0);
}

/* All alphas but 128, which leaves all or nothing. */
START_TEST(ranges_of_alpha_can_be_cutouts) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx = add_range(scene, FERRY_GX_FACTOR_SRC_ALPHA);
    gx->textures[0] = add_texture(scene, "most", 256, 8, mostly_solid, FERRY_WRAP_CLAMP);
    gx->alpha_compare0 = 5;
    gx->alpha_ref0 = 128;
    gx->alpha_op = FERRY_GX_AND;
    gx->alpha_compare1 = 7;
    gx->z_test = gx->z_write = 1;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_int_eq(plan.materials[0].layer, FY_T3DM_CUTOUT);
    uint32_t width;
    const uint8_t *rgba = first_picture(job, &files, &width);
    for (uint32_t x = 0; x < width; x++)
        if (x * 256 / width / 32 != 5) /* beside the edge, where smaller pictures mix */
            ck_assert_int_eq(rgba[4 * x + 3] > 32, x * 256 / width < 192);
    close_scene(job, scene);
}
END_TEST

/* Where such a material writes depth, it writes none where nothing is drawn. */
START_TEST(ranges_of_alpha_write_no_depth_beside_them) {
    for (int writes = 0; writes < 2; writes++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_gx_material *gx = add_range(scene, FERRY_GX_FACTOR_SRC_ALPHA);
        gx->z_test = 1;
        gx->z_write = (uint8_t)writes;
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_int_eq((plan.materials[0].rdp.other_mode & FERRY_RDP_ALPHA_COMPARE) != 0, writes);
        close_scene(job, scene);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_bake");
    TCase *baking = tcase_create("baking");
    tcase_add_test(baking, what_follows_one_texture_is_baked);
    tcase_add_test(baking, alpha_that_wraps_around_is_cut_out_in_bands);
    tcase_add_test(baking, ranges_of_alpha_are_baked);
    tcase_add_test(baking, ranges_of_alpha_can_be_cutouts);
    tcase_add_test(baking, ranges_of_alpha_write_no_depth_beside_them);
    suite_add_tcase(suite, baking);
    return fy_run_suite(suite);
}
