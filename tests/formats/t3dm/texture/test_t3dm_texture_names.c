/* test_t3dm_texture_names.c: paths of textures on the console (docs/what-is-lost.md, "Textures"). */
#include <string.h>

#include "ferry64.h"
#include "builders/material_scene.h"
#include "formats/sprite/rom_path.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "helpers.h"

/* However it is spelt: below rom:/, with one slash. */
START_TEST(folders_on_the_console_are_below_its_files) {
    static const char *const folders[] = {"models", "/models", "models/", "rom:/models", "rom:models//"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const ferry_setting_value settings[] = {{"t3dm.effort", "fast"}, {"t3dm.rom-dir", folders[i]}};
        ferry_job *job = ferry_open(
            &(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 2});
        ferry_scene *scene = fy_square_scene(job);
        ferry_file_list files;
        scene->draws.count = 0;
        add_gx(scene, "sea", add_texture(scene, "waves", 32, 32, ten_colors, FERRY_WRAP_REPEAT));
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        const char *path = plan.materials[0].paths[0];
        ck_assert_ptr_nonnull(path);
        ck_assert_msg(strncmp(path, "rom:/models/link_waves.", 23) == 0, "%s: %s", folders[i], path);
        close_scene(job, scene);
    }
}
END_TEST

START_TEST(names_are_safe_and_never_collide) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    static const char *const names[] = {"a.b/c d", "a_b_c_d", "A_B_C_D", "", "x\\83y"};
    for (int i = 0; i < 5; i++) {
        uint32_t texture =
            add_texture(scene, names[i], 8, 8, i % 2 ? ten_colors : hundred_colors, FERRY_WRAP_REPEAT);
        add_gx(scene, names[i], texture);
    }
    ferry_file_list files;
    plan_of(job, scene, &files);
    ck_assert_uint_eq(files.count, 5);
    for (uint32_t i = 0; i < files.count; i++) {
        const char *name = files.data[i].name;
        ck_assert(strncmp(name, "out/link_", 9) == 0);
        ck_assert_ptr_null(strpbrk(name, " \\"));
        ck_assert_ptr_null(strchr(name + 4, '/'));
        ck_assert_uint_eq(strlen(strchr(name, '.')),
                          strlen(".ci4.png")); /* no dot before the format's name */
        for (uint32_t k = 0; k < i; k++) ck_assert_str_ne(name, files.data[k].name);
    }
    /* the runtime's hash and two paths that share it */
    ck_assert_uint_eq(fy_t3dm_path_hash(""), 0x7E81C0E9);
    ck_assert_uint_eq(fy_t3dm_path_hash("rom:/stone01.i8.sprite"), 0xDACA1D84);
    ck_assert_uint_eq(fy_t3dm_path_hash("rom:/x10_y20.sprite"), fy_t3dm_path_hash("rom:/x20_y10.sprite"));
    close_scene(job, scene);
}
END_TEST

/* Each asks for the number behind the last one, not for all numbers from the first on. */
START_TEST(pictures_of_one_name_are_numbered_in_little_memory) {
    enum { PICTURES = 1000 };
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    for (uint32_t i = 0; i < PICTURES; i++)
        add_material(scene, "m")->base_texture =
            add_texture(scene, "wall", 4, 4, hundred_colors, FERRY_WRAP_REPEAT);
    ferry_file_list files;
    size_t before = ferry_job_peak_memory(job);
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.material_count, PICTURES);
    ck_assert_str_eq(plan.materials[0].paths[0], "rom:/link_wall.ci4.sprite");
    ck_assert_str_eq(plan.materials[PICTURES - 1].paths[0], "rom:/link_wall_1000.ci4.sprite");
    ck_assert_uint_lt(ferry_job_peak_memory(job) - before, 20u << 20);
    close_scene(job, scene);
}
END_TEST

START_TEST(colliding_hashes_get_other_names) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t first = add_texture(scene, "x10_y20", 8, 8, ten_colors, FERRY_WRAP_REPEAT);
    uint32_t second = add_texture(scene, "x20_y10", 8, 8, ten_colors, FERRY_WRAP_REPEAT);
    add_gx(scene, "a", first);
    add_gx(scene, "b", second);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(fy_t3dm_path_hash("rom:/link_x10_y20.ci4.sprite"),
                      fy_t3dm_path_hash("rom:/link_x20_y10.ci4.sprite"));
    ck_assert_str_eq(plan.materials[1].paths[0], "rom:/link_x20_y10_2.ci4.sprite");
    ck_assert_uint_ne(plan.materials[0].rdp.tiles[0].hash, plan.materials[1].rdp.tiles[0].hash);
    close_scene(job, scene);
}
END_TEST

/* The hash of a picture named after its model, in the file that the model becomes. */
static uint32_t hash_of_own_picture(const char *picture, const char *file) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    add_gx(scene, "a", add_texture(scene, picture, 8, 8, ten_colors, FERRY_WRAP_REPEAT));
    ferry_file_list files = {0};
    fy_t3dm_plan plan;
    ck_assert(fy_t3dm_plan_materials(job, scene, file, &plan, &files));
    ck_assert_uint_eq(plan.materials[0].rdp.tiles[0].hash, fy_t3dm_path_hash(plan.materials[0].paths[0]));
    uint32_t hash = plan.materials[0].rdp.tiles[0].hash;
    close_scene(job, scene);
    return hash;
}

START_TEST(pictures_named_after_their_models_have_other_hashes) {
    ck_assert_uint_eq(fy_t3dm_path_hash("rom:/box_box.ci4.sprite"),
                      fy_t3dm_path_hash("rom:/hat_hat.ci4.sprite"));
    ck_assert_uint_ne(hash_of_own_picture("box", "box.t3dm"), hash_of_own_picture("hat", "hat.t3dm"));
    ck_assert_uint_ne(hash_of_own_picture("BOX_lid", "box.t3dm"), hash_of_own_picture("HAT_lid", "hat.t3dm"));
    ck_assert_uint_ne(hash_of_own_picture("swgripa", "swgripa.t3dm"), hash_of_own_picture("sha", "sha.t3dm"));
    ck_assert_uint_eq(hash_of_own_picture("lamp", "lamp.t3dm"),
                      fy_t3dm_path_hash("rom:/lamp_lamp.ci4.sprite"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_texture_names");
    TCase *plans = tcase_create("plans");
    tcase_add_test(plans, folders_on_the_console_are_below_its_files);
    tcase_add_test(plans, names_are_safe_and_never_collide);
    tcase_add_test(plans, colliding_hashes_get_other_names);
    tcase_add_test(plans, pictures_named_after_their_models_have_other_hashes);
    tcase_add_test(plans, pictures_of_one_name_are_numbered_in_little_memory);
    suite_add_tcase(suite, plans);
    return fy_run_suite(suite);
}
